// `table.insert`, `remove`, `move`, `concat`, `sort` (manual, 6.6) with every element charged,
// because a `__len` may return any length.
#include "clua_internal.h"

enum { CAN_READ = 1, CAN_WRITE = 2, CAN_COUNT = 4 };

static bool has_metamethod(lua_State *L, int metatable, const char *event) {
  lua_pushstring(L, event);
  bool found = lua_rawget(L, metatable) != LUA_TNIL;
  lua_pop(L, 1);
  return found;
}

// Accepts a table, or a value with the metamethods that the function needs.
static void check_table(lua_State *L, int argument, int uses) {
  if (lua_istable(L, argument)) return;
  if (!lua_getmetatable(L, argument)) {
    luaL_checktype(L, argument, LUA_TTABLE);
    return;
  }
  int metatable = lua_gettop(L);
  bool fits = (!(uses & CAN_READ) || has_metamethod(L, metatable, "__index")) &&
              (!(uses & CAN_WRITE) || has_metamethod(L, metatable, "__newindex")) &&
              (!(uses & CAN_COUNT) || has_metamethod(L, metatable, "__len"));
  lua_pop(L, 1);
  if (!fits) luaL_checktype(L, argument, LUA_TTABLE);
}

static lua_Integer checked_length(lua_State *L, int argument, int uses) {
  check_table(L, argument, uses | CAN_COUNT);
  return luaL_len(L, argument);
}

// t[to] = t[from] for the table at 1.
static void copy_element(lua_State *L, lua_Integer from, lua_Integer to) {
  lua_geti(L, 1, from);
  lua_seti(L, 1, to);
  clua_charge(L, 4);
}

static int table_insert(lua_State *L) {
  lua_Integer next = checked_length(L, 1, CAN_READ | CAN_WRITE);
  next = (lua_Integer)((lua_Unsigned)next + 1);  // may wrap, as in the stock function
  switch (lua_gettop(L)) {
    case 2: lua_seti(L, 1, next); return 0;
    case 3: break;
    default: return luaL_error(L, "wrong number of arguments to 'insert'");
  }
  lua_Integer position = luaL_checkinteger(L, 2);
  luaL_argcheck(L, (lua_Unsigned)position - 1u < (lua_Unsigned)next, 2, "position out of bounds");
  for (lua_Integer index = next; index > position; index--) copy_element(L, index - 1, index);
  lua_seti(L, 1, position);
  return 0;
}

static int table_remove(lua_State *L) {
  lua_Integer size = checked_length(L, 1, CAN_READ | CAN_WRITE);
  lua_Integer position = luaL_optinteger(L, 2, size);
  // The end of an empty table is 0.
  if (position != size)
    luaL_argcheck(L, (lua_Unsigned)position - 1u <= (lua_Unsigned)size, 1, "position out of bounds");
  lua_geti(L, 1, position);
  for (; position < size; position++) copy_element(L, position + 1, position);
  lua_pushnil(L);
  lua_seti(L, 1, position);
  return 1;
}

static int table_move(lua_State *L) {
  lua_Integer first = luaL_checkinteger(L, 2);
  lua_Integer last = luaL_checkinteger(L, 3);
  lua_Integer target = luaL_checkinteger(L, 4);
  int into = lua_isnoneornil(L, 5) ? 1 : 5;
  check_table(L, 1, CAN_READ);
  check_table(L, into, CAN_WRITE);
  if (last >= first) {
    luaL_argcheck(L, first > 0 || last < LUA_MAXINTEGER + first, 3, "too many elements to move");
    lua_Integer count = last - first + 1;
    luaL_argcheck(L, target <= LUA_MAXINTEGER - count + 1, 4, "destination wrap around");
    bool forwards = target > last || target <= first ||
                    (into != 1 && !lua_compare(L, 1, into, LUA_OPEQ));
    for (lua_Integer step = 0; step < count; step++) {
      lua_Integer offset = forwards ? step : count - 1 - step;
      lua_geti(L, 1, first + offset);
      lua_seti(L, into, target + offset);
      clua_charge(L, 4);
    }
  }
  lua_pushvalue(L, into);
  return 1;
}

// MARK: concat

static void add_element(lua_State *L, luaL_Buffer *buffer, lua_Integer index) {
  lua_geti(L, 1, index);
  if (!lua_isstring(L, -1))
    luaL_error(L, "invalid value (%s) at index %I in table for 'concat'", luaL_typename(L, -1),
               (LUAI_UACINT)index);
  clua_charge(L, 4 + lua_rawlen(L, -1) / 16);
  luaL_addvalue(buffer);
}

static int table_concat(lua_State *L) {
  lua_Integer last = checked_length(L, 1, CAN_READ);
  size_t separator_length;
  const char *separator = luaL_optlstring(L, 2, "", &separator_length);
  lua_Integer index = luaL_optinteger(L, 3, 1);
  last = luaL_optinteger(L, 4, last);
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  for (; index < last; index++) {
    add_element(L, &buffer, index);
    luaL_addlstring(&buffer, separator, separator_length);
  }
  if (index == last) add_element(L, &buffer, index);
  luaL_pushresult(&buffer);
  return 1;
}

// MARK: sort

// Upvalue: the comparison, or nil for `<`.
static int compare_charged(lua_State *L) {
  clua_charge(L, 16);
  if (lua_isnil(L, lua_upvalueindex(1))) {
    lua_pushboolean(L, lua_compare(L, 1, 2, LUA_OPLT));
    return 1;
  }
  lua_settop(L, 2);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, 2, 1);
  return 1;
}

enum { SHORT_SORT = 2048 };

// The stock sort. A Lua comparison is checked like all Lua code; without one, or with a C function,
// only short work runs unchecked. Upvalue: the stock function.
static int table_sort(lua_State *L) {
  lua_settop(L, 2);
  bool unchecked = lua_isnoneornil(L, 2) || lua_iscfunction(L, 2);
  bool is_short = lua_istable(L, 1) && !lua_getmetatable(L, 1) && lua_rawlen(L, 1) <= SHORT_SORT;
  lua_settop(L, 2);
  if (unchecked && !is_short) {
    lua_pushcclosure(L, compare_charged, 1);
    lua_settop(L, 2);
  }
  return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

void clua_open_tables(lua_State *L) {
  static const luaL_Reg functions[] = {{"insert", table_insert}, {"remove", table_remove},
                                       {"move", table_move},     {"concat", table_concat},
                                       {NULL, NULL}};
  lua_getglobal(L, LUA_TABLIBNAME);
  luaL_setfuncs(L, functions, 0);
  lua_getfield(L, -1, "sort");
  lua_pushcclosure(L, table_sort, 1);
  lua_setfield(L, -2, "sort");
  lua_pop(L, 1);
}

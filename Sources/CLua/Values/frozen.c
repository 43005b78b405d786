// Read-only views of tables: the form in which rules get their arguments.
//
// A view is an empty table whose metatable leads to the table behind it. Reading, `#`, `pairs`,
// `ipairs`, `next`, `rawget` and `rawlen` work as on that table; a write raises an error at its
// line. Inner tables are views as well, made when they are first read. Host functions get the table
// behind the view (host.c).
#include "clua_internal.h"

// Their addresses are the keys of a view's metatable: the table behind it, and the views of its
// tables.
static const char behind_key, inner_key;

bool clua_push_behind(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TTABLE || !lua_getmetatable(L, index)) return false;
  if (lua_rawgetp(L, -1, &behind_key) == LUA_TTABLE) {
    lua_remove(L, -2);
    return true;
  }
  lua_pop(L, 2);
  return false;
}

bool clua_thaw(lua_State *L, int index) {
  if (!clua_push_behind(L, index)) return false;
  lua_replace(L, index);
  return true;
}

// Implements clua_thaw_inside; `left` counts the values that may still be visited, because tables
// that contain one another many times would take forever.
static bool thaw_inside(lua_State *L, int index, int depth, size_t *left) {
  if (clua_thaw(L, index) || lua_type(L, index) != LUA_TTABLE) return true;
  if (depth == 0 || !lua_checkstack(L, 6)) return false;
  lua_pushnil(L);
  while (lua_next(L, index)) {
    int value = lua_gettop(L);
    bool whole = (*left)-- > 0;
    if (whole && clua_push_behind(L, value)) {
      // An existing key may be set during a walk over the table.
      lua_pushvalue(L, value - 1);
      lua_insert(L, -2);
      lua_rawset(L, index);
    } else if (whole) {
      whole = thaw_inside(L, value, depth - 1, left);
    }
    lua_settop(L, whole ? value - 1 : value - 2);
    if (!whole) return false;
  }
  return true;
}

bool clua_thaw_inside(lua_State *L, int index, int depth) {
  size_t left = 4000000;
  return thaw_inside(L, index, depth, &left);
}

// Pushes the nearest Lua code up the stack, as `file:line: `.
static void push_position(lua_State *L) {
  lua_Debug frame;
  for (int level = 1; lua_getstack(L, level, &frame); level++) {
    lua_getinfo(L, "Sl", &frame);
    if (frame.currentline > 0) {
      lua_pushfstring(L, "%s:%d: ", frame.short_src, frame.currentline);
      return;
    }
  }
  lua_pushliteral(L, "");
}

// Pushes the path of a key of the view at 1: `candidate.title`, `candidate.artists[1]`.
static void push_path(lua_State *L, int key) {
  luaL_getmetafield(L, 1, "__name");
  if (lua_type(L, key) == LUA_TSTRING)
    lua_pushfstring(L, "%s.%s", lua_tostring(L, -1), lua_tostring(L, key));
  else if (lua_isinteger(L, key))
    lua_pushfstring(L, "%s[%I]", lua_tostring(L, -1), lua_tointeger(L, key));
  else
    lua_pushfstring(L, "%s[a %s]", lua_tostring(L, -1), luaL_typename(L, key));
  lua_remove(L, -2);
}

static int refuse_change(lua_State *L) {
  push_position(L);
  push_path(L, 2);
  lua_pushfstring(L, "%s%s cannot be changed: a rule only reads its arguments",
                  lua_tostring(L, -2), lua_tostring(L, -1));
  return lua_error(L);
}

// Replaces the table on top, the value of the key at 2 of the view at 1, by its view.
static void freeze_top(lua_State *L) {
  if (lua_type(L, -1) != LUA_TTABLE) return;
  lua_getmetatable(L, 1);
  if (lua_rawgetp(L, -1, &inner_key) != LUA_TTABLE) {
    lua_pop(L, 1);
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, -3, &inner_key);
  }
  lua_remove(L, -2);
  lua_pushvalue(L, -2);
  if (lua_rawget(L, -2) != LUA_TTABLE) {
    lua_pop(L, 1);
    push_path(L, 2);
    clua_push_frozen(L, -3, lua_tostring(L, -1));
    lua_remove(L, -2);
    lua_pushvalue(L, -3);
    lua_pushvalue(L, -2);
    lua_rawset(L, -4);
  }
  lua_replace(L, -3);
  lua_pop(L, 1);
}

static int frozen_index(lua_State *L) {
  lua_settop(L, 2);
  clua_push_behind(L, 1);
  lua_pushvalue(L, 2);
  lua_gettable(L, -2);
  freeze_top(L);
  return 1;
}

static int frozen_length(lua_State *L) {
  clua_push_behind(L, 1);
  lua_pushinteger(L, luaL_len(L, -1));
  return 1;
}

// `next`: for a view, iterates over the table behind it.
static int raw_next(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  bool frozen = clua_push_behind(L, 1);
  lua_pushvalue(L, 2);
  if (!lua_next(L, frozen ? 3 : 1)) {
    lua_pushnil(L);
    return 1;
  }
  if (!frozen) return 2;
  lua_pushvalue(L, -2);
  lua_replace(L, 2);  // the key that names an inner table
  freeze_top(L);
  return 2;
}

static int frozen_pairs(lua_State *L) {
  lua_pushcfunction(L, raw_next);
  lua_pushvalue(L, 1);
  lua_pushnil(L);
  return 3;
}

static int raw_get(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_checkany(L, 2);
  lua_settop(L, 2);
  bool frozen = clua_push_behind(L, 1);
  lua_pushvalue(L, 2);
  lua_rawget(L, frozen ? 3 : 1);
  if (frozen) freeze_top(L);
  return 1;
}

static int raw_set(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_checkany(L, 2);
  luaL_checkany(L, 3);
  lua_settop(L, 3);
  if (clua_push_behind(L, 1)) return refuse_change(L);
  if (clua_is_sealed(L, 1)) {
    luaL_getmetafield(L, 1, "__name");
    return luaL_error(L, "%s is read-only", lua_tostring(L, -1));
  }
  lua_rawset(L, 1);
  lua_settop(L, 1);
  return 1;
}

static int raw_len(lua_State *L) {
  luaL_argexpected(L, lua_istable(L, 1) || lua_isstring(L, 1), 1, "table or string");
  bool frozen = clua_push_behind(L, 1);
  lua_pushinteger(L, (lua_Integer)lua_rawlen(L, frozen ? -1 : 1));
  return 1;
}

void clua_open_raw_functions(lua_State *L) {
  static const luaL_Reg functions[] = {{"next", raw_next},
                                       {"rawget", raw_get},
                                       {"rawset", raw_set},
                                       {"rawlen", raw_len},
                                       {NULL, NULL}};
  lua_pushglobaltable(L);
  luaL_setfuncs(L, functions, 0);
  lua_pop(L, 1);
}

// Whether a value of the table is a table.
static bool holds_tables(lua_State *L, int index) {
  lua_pushnil(L);
  while (lua_next(L, index)) {
    bool table = lua_type(L, -1) == LUA_TTABLE;
    lua_pop(L, table ? 2 : 1);
    if (table) return true;
  }
  return false;
}

void clua_push_frozen(lua_State *L, int index, const char *name) {
  index = lua_absindex(L, index);
  clua_vm_of(L)->has_views = true;
  lua_newtable(L);
  lua_createtable(L, 0, 8);
  // Without inner tables, and without a metatable that could produce some, Lua reads the table
  // directly.
  if (lua_getmetatable(L, index)) {
    lua_pop(L, 1);
    lua_pushcfunction(L, frozen_index);
  } else if (holds_tables(L, index)) {
    lua_pushcfunction(L, frozen_index);
  } else {
    lua_pushvalue(L, index);
  }
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, refuse_change);
  lua_setfield(L, -2, "__newindex");
  lua_pushcfunction(L, frozen_length);
  lua_setfield(L, -2, "__len");
  lua_pushcfunction(L, frozen_pairs);
  lua_setfield(L, -2, "__pairs");
  lua_pushstring(L, name);
  lua_setfield(L, -2, "__name");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pushvalue(L, index);
  lua_rawsetp(L, -2, &behind_key);
  lua_setmetatable(L, -2);
}

int clua_function_line(lua_State *L, int index) {
  lua_Debug info;
  lua_pushvalue(L, index);
  lua_getinfo(L, ">S", &info);
  return info.linedefined;
}

// Makes lists of numbers.
#include "clua_internal.h"

// The longest list that is made from the stack.
enum { AT_ONCE = 4096 };

// Pushes the function that makes a list of its arguments. A constructor takes half the time of one
// lua_rawseti for each element.
static bool push_constructor(lua_State *L) {
  static const char key = 0;
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &key) == LUA_TFUNCTION) return true;
  lua_pop(L, 1);
  if (luaL_loadbufferx(L, "return {...}", 12, "=mix.numbers", "t") != LUA_OK) {
    lua_pop(L, 1);
    return false;
  }
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &key);
  return true;
}

// Returns false and pushes nothing when a limit stopped the constructor; the script's next
// instruction meets that limit again.
static bool push_at_once(lua_State *L, const double *numbers, size_t count) {
  if (!lua_checkstack(L, (int)count + 3) || !push_constructor(L)) return false;
  for (size_t i = 0; i < count; i++) lua_pushnumber(L, numbers[i]);
  if (lua_pcall(L, (int)count, 1, 0) == LUA_OK) return true;
  lua_pop(L, 1);
  return false;
}

void clua_push_numbers(lua_State *L, const double *numbers, size_t count) {
  if (count <= AT_ONCE && push_at_once(L, numbers, count)) return;
  lua_createtable(L, count < INT_MAX ? (int)count : INT_MAX, 0);
  for (size_t i = 0; i < count; i++) {
    lua_pushnumber(L, numbers[i]);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
}

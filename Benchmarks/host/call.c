// The limit: what the functions of Sources/main.swift do, in Lua's C API. Prints the same lines.
#include <lua5.4/lauxlib.h>
#include <lua5.4/lualib.h>
#include <stdio.h>
#include <stdlib.h>

static int text(lua_State *L) {
  lua_Integer number = luaL_checkinteger(L, 1);
  size_t length;
  luaL_checklstring(L, 2, &length);
  lua_pushinteger(L, number + (lua_Integer)length);
  return 1;
}

// After the wait: the driver has pushed the result.
static int resumed(lua_State *L, int status, lua_KContext context) {
  (void)L;
  (void)status;
  (void)context;
  return 1;
}

static int wait(lua_State *L) {
  lua_Integer number = luaL_checkinteger(L, 1);
  lua_settop(L, 0);
  lua_pushinteger(L, number);
  return lua_yieldk(L, 1, 0, resumed);
}

static double measure(lua_State *L, lua_CFunction function, int times, const char *argument) {
  lua_State *co = lua_newthread(L);
  const char *source =
      "local f, times, text = ... local sum, start = 0, os.clock()\n"
      "for i = 1, times do sum = f(i, text) end\n"
      "return os.clock() - start";
  if (luaL_loadstring(co, source) != LUA_OK) exit(1);
  lua_pushcfunction(co, function);
  lua_pushinteger(co, times);
  lua_pushstring(co, argument);
  int results, status, arguments = 3;
  while ((status = lua_resume(co, NULL, arguments, &results)) == LUA_YIELD) arguments = results;
  if (status != LUA_OK) exit(1);
  double seconds = lua_tonumber(co, -1);
  lua_pop(L, 1);
  return seconds * 1e9 / times;
}

int main(void) {
  lua_State *L = luaL_newstate();
  luaL_openlibs(L);
  printf("bytes %f\n", measure(L, text, 5000000, "Blinding Lights"));
  printf("text %f\n", measure(L, text, 5000000, "Blinding Lights"));
  printf("long-text %f\n", measure(L, text, 5000000, "Blinding Lights (feat. Somebody) [Remix]"));
  printf("wait %f\n", measure(L, wait, 1000000, ""));
  lua_close(L);
}

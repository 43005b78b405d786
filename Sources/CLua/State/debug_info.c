// `debug.getinfo`, limited to descriptions. It returns no function (`func`), because the functions
// on a stack are not all the script's.
#include "clua_internal.h"

#include <string.h>

static void set_line(lua_State *L, const char *name, int line) {
  lua_pushinteger(L, line);
  lua_setfield(L, -2, name);
}

static void set_text(lua_State *L, const char *name, const char *text) {
  lua_pushstring(L, text);
  lua_setfield(L, -2, name);
}

static void set_flag(lua_State *L, const char *name, bool flag) {
  lua_pushboolean(L, flag);
  lua_setfield(L, -2, name);
}

// Pushes the result of `debug.getinfo`.
static void push_info(lua_State *L, const char *what, const lua_Debug *info) {
  lua_newtable(L);
  if (strchr(what, 'S') != NULL) {
    lua_pushlstring(L, info->source, info->srclen);
    lua_setfield(L, -2, "source");
    set_text(L, "short_src", info->short_src);
    set_text(L, "what", info->what);
    set_line(L, "linedefined", info->linedefined);
    set_line(L, "lastlinedefined", info->lastlinedefined);
  }
  if (strchr(what, 'l') != NULL) set_line(L, "currentline", info->currentline);
  if (strchr(what, 'n') != NULL) {
    set_text(L, "name", info->name);
    set_text(L, "namewhat", info->namewhat);
  }
  if (strchr(what, 'u') != NULL) {
    set_line(L, "nups", info->nups);
    set_line(L, "nparams", info->nparams);
    set_flag(L, "isvararg", info->isvararg);
  }
  if (strchr(what, 't') != NULL) set_flag(L, "istailcall", info->istailcall);
  if (strchr(what, 'r') != NULL) {
    set_line(L, "ftransfer", info->ftransfer);
    set_line(L, "ntransfer", info->ntransfer);
  }
}

// `debug.getinfo([thread,] function or level [, what])`; `f` and `L` in `what` are ignored.
static int get_info(lua_State *L) {
  bool other = lua_isthread(L, 1);
  lua_State *L1 = other ? lua_tothread(L, 1) : L;
  int argument = other ? 2 : 1;
  const char *wanted = luaL_optstring(L, argument + 1, "Slnutr");
  luaL_argcheck(L, strspn(wanted, "SlnutrfL") == strlen(wanted), argument + 1, "invalid option");
  char what[8] = ">";
  for (const char *option = "Slnutr"; *option != '\0'; option++)
    if (strchr(wanted, *option) != NULL) strncat(what, option, 1);
  lua_Debug info;
  if (lua_isfunction(L, argument)) {
    lua_pushvalue(L, argument);
    lua_getinfo(L, what, &info);
  } else {
    lua_Integer level = luaL_checkinteger(L, argument);
    if (level < 0 || level > INT32_MAX || !lua_getstack(L1, (int)level, &info)) {
      luaL_pushfail(L);
      return 1;
    }
    lua_getinfo(L1, what + 1, &info);
  }
  push_info(L, what, &info);
  return 1;
}

void clua_open_debug_info(lua_State *L) {
  lua_getglobal(L, LUA_DBLIBNAME);
  lua_pushcfunction(L, get_info);
  lua_setfield(L, -2, "getinfo");
  lua_pop(L, 1);
}

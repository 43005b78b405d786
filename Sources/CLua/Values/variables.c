// Reads a running function's variables by name, for messages.
#include "clua_internal.h"

#include <string.h>

// Pushes the local variable `name` of the frame; of several the innermost.
static bool push_local(lua_State *L, lua_Debug *info, const char *name) {
  int found = 0;
  const char *local;
  for (int index = 1; (local = lua_getlocal(L, info, index)) != NULL; index++) {
    if (strcmp(local, name) == 0) found = index;
    lua_pop(L, 1);
  }
  return found > 0 && lua_getlocal(L, info, found) != NULL;
}

// Pushes the variable `name` that the frame's function shares with enclosing functions.
static bool push_shared(lua_State *L, lua_Debug *info, const char *name) {
  lua_getinfo(L, "f", info);
  const char *shared;
  for (int index = 1; (shared = lua_getupvalue(L, -1, index)) != NULL; index++) {
    if (strcmp(shared, name) == 0) {
      lua_remove(L, -2);
      return true;
    }
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  return false;
}

bool clua_push_variable(lua_State *L, int level, const char *name) {
  lua_Debug info;
  if (!lua_getstack(L, level, &info) || !lua_checkstack(L, 6)) return false;
  if (push_local(L, &info, name) || push_shared(L, &info, name)) return true;
  lua_pushglobaltable(L);
  lua_pushstring(L, name);
  lua_rawget(L, -2);
  lua_remove(L, -2);
  return true;
}

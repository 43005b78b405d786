// Reading a call stack, level by level.
#include "clua_internal.h"

#include <string.h>

// `package.loaded`-style names for library functions: `table.sort`, found among the globals.
static bool library_name(lua_State *L, char *out, size_t size) {
  // The function is on top of the stack.
  bool found = false;
  int function = lua_gettop(L);
  if (!lua_checkstack(L, 6)) return false;
  lua_getfield(L, LUA_REGISTRYINDEX, "mix.libraries");
  if (lua_type(L, -1) == LUA_TTABLE) {
    lua_pushvalue(L, function);
    if (lua_rawget(L, -2) == LUA_TSTRING) {
      snprintf(out, size, "%s", lua_tostring(L, -1));
      found = true;
    }
  }
  lua_settop(L, function);
  return found;
}

bool clua_get_frame(lua_State *L, int level, clua_frame *frame) {
  lua_Debug info;
  memset(frame, 0, sizeof *frame);
  if (!lua_getstack(L, level, &info) || !lua_checkstack(L, 4)) return false;
  lua_getinfo(L, "Slnf", &info);
  frame->line = info.currentline;
  frame->what = info.what[0] == 'm' ? 'm' : info.what[0] == 'C' ? 'C' : 'L';
  snprintf(frame->source, sizeof frame->source, "%s", info.short_src);
  if (info.name != NULL) snprintf(frame->name, sizeof frame->name, "%s", info.name);
  if (frame->what == 'C') {
    frame->box = clua_host_box(L, -1);
    if (frame->box == NULL) library_name(L, frame->name, sizeof frame->name);
  }
  lua_pop(L, 1);
  return true;
}

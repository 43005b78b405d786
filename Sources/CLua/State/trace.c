// Reads a call stack, level by level.
#include "clua_internal.h"

#include <string.h>

// Finds the name of the library function on top of the stack, such as `table.sort`.
static void library_name(lua_State *L, char *out, size_t size) {
  clua_vm *vm = clua_vm_of(L);
  lua_CFunction function = lua_tocfunction(L, -1);
  for (int index = 0; index < vm->name_count; index++) {
    if (vm->names[index].function != function) continue;
    snprintf(out, size, "%s", vm->names[index].text);
    return;
  }
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

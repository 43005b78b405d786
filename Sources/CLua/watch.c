// Stops a script that computes without end.
//
// A count hook on every state, inherited by every coroutine: it fires each CLUA_HOOK_COUNT virtual
// instructions and asks whether an interrupt, the instruction budget or the slice's deadline is due.
#include "clua_internal.h"

enum { CLUA_HOOK_COUNT = 1000 };

static void check(lua_State *L, lua_Debug *event) {
  (void)event;
  clua_vm *vm = clua_vm_of(L);
  if (vm->counting) vm->instructions -= CLUA_HOOK_COUNT;
  int fatal = clua_due(vm);
  if (fatal != CLUA_FATAL_NONE) clua_raise_fatal(L, fatal);
}

void clua_arm(clua_vm *vm) { lua_sethook(vm->main, check, LUA_MASKCOUNT, CLUA_HOOK_COUNT); }

void clua_disarm(clua_vm *vm) { lua_sethook(vm->main, NULL, 0, 0); }

void clua_check_work(lua_State *L, clua_vm *vm) {
  // A step is about as long as a virtual instruction.
  if (vm->counting) vm->instructions -= (int64_t)vm->work;
  vm->work = 0;
  int fatal = clua_due(vm);
  if (fatal != CLUA_FATAL_NONE) clua_raise_fatal(L, fatal);
}

// Opens, interrupts and closes a state.
#include "clua_internal.h"

#include <stdlib.h>
#include <string.h>

static int panic(lua_State *L) {
  // Unreachable, because everything runs in a protected call or a resume.
  const char *message = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "unknown error";
  fprintf(stderr, "mixhost: internal error outside a protected call: %s\n", message);
  abort();
}

clua_vm *clua_open(clua_ledger *ledger, void *owner, clua_dispatch dispatch, clua_release release,
                   clua_note note, clua_expired expired) {
  static _Atomic uint64_t last_id;
  // Rounded up, because `aligned_alloc` accepts multiples only.
  size_t size = (sizeof(clua_vm) + CLUA_VM_ALIGNMENT - 1) & ~(size_t)(CLUA_VM_ALIGNMENT - 1);
  clua_vm *vm = aligned_alloc(CLUA_VM_ALIGNMENT, size);
  if (vm == NULL) return NULL;
  memset(vm, 0, size);
  vm->id = atomic_fetch_add(&last_id, 1) + 1;
  vm->ledger = ledger;
  vm->owner = owner;
  vm->dispatch = dispatch;
  vm->release = release;
  vm->note = note;
  vm->expired = expired;
  vm->host_depth = 1;
  clua_keep_reserve();
  lua_State *L = lua_newstate(clua_allocate, vm);
  if (L == NULL) {
    clua_unmap_chunks(vm);
    free(vm);
    return NULL;
  }
  vm->main = L;
  vm->limit = ledger->limit;
  *(uintptr_t *)lua_getextraspace(L) = (uintptr_t)vm;
  lua_atpanic(L, panic);
  // Nothing is garbage before the first script; open_globals starts the collector.
  lua_gc(L, LUA_GCSTOP);
  return vm;
}

void clua_close(clua_vm *vm) {
  vm->host_depth = 1;
  vm->limit = 0;
  vm->kept_most = SIZE_MAX;  // chunks are all returned together
  lua_close(vm->main);
  clua_unmap_chunks(vm);
  free(vm->names);
  free(vm);
}

void clua_interrupt(clua_vm *vm, int fatal) {
  atomic_store(&vm->interrupt, fatal);
}

// Instructions of all `<close>` handlers together after an end: a few milliseconds.
enum { GRACE = 1000000 };

void clua_mark_fatal(lua_State *L, int fatal) {
  clua_vm *vm = clua_vm_of(L);
  if (vm->fatal == CLUA_FATAL_NONE) vm->grace = GRACE;
  clua_mark_further(L, fatal);
}

void clua_mark_further(lua_State *L, int fatal) {
  clua_vm_of(L)->fatal = fatal;
  clua_watch_unwinding(L);
}

int clua_raise_fatal(lua_State *L, int fatal) {
  clua_mark_fatal(L, fatal);
  // The value is for handlers that read it; the driver uses `fatal`.
  lua_pushliteral(L, "stopped");
  return lua_error(L);
}

// The ledger of a state's memory: Lua's blocks and the host's memory for scripts, under one limit.
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "clua_internal.h"

clua_ledger *clua_ledger_new(size_t limit) {
  clua_ledger *ledger = calloc(1, sizeof *ledger);
  if (ledger != NULL) ledger->limit = limit;
  return ledger;
}

void clua_ledger_free(clua_ledger *ledger) { free(ledger); }

bool clua_ledger_take(clua_ledger *ledger, size_t bytes) {
  // Added before the check, so that of two threads that want the last bytes at most one gets them.
  clua_ledger_add(ledger, bytes);
  if (ledger->limit == 0 ||
      (bytes <= ledger->limit && clua_ledger_total(ledger) <= ledger->limit))
    return true;
  clua_ledger_remove(ledger, bytes);
  return false;
}

bool clua_is_full(const clua_vm *vm) {
  return vm->limit != 0 && clua_ledger_total(vm->ledger) > vm->limit;
}

void clua_hold(clua_vm *vm, size_t bytes) {
  clua_ledger_add(vm->ledger, bytes);
  if (clua_is_full(vm)) vm->over = true;
}

void clua_pace(lua_State *L, size_t bytes) {
  enum { PACE = 65536 };
  clua_vm *vm = clua_vm_of(L);
  vm->unpaced += bytes;
  if (vm->unpaced < PACE) return;
  size_t kilobytes = vm->unpaced / 1024;
  vm->unpaced = 0;
  lua_gc(L, LUA_GCSTEP, kilobytes > INT32_MAX ? INT32_MAX : (int)kilobytes);
}

bool clua_settle_memory(lua_State *L) {
  clua_vm *vm = clua_vm_of(L);
  if (!vm->over) return true;
  vm->over = false;
  if (clua_is_full(vm)) clua_collect(L);
  return !clua_is_full(vm);
}

bool clua_has_room(lua_State *L, size_t bytes) {
  clua_vm *vm = clua_vm_of(L);
  if (vm->limit == 0) return true;
  for (int attempt = 0; attempt < 2; attempt++) {
    size_t total = clua_ledger_total(vm->ledger);
    if (total <= vm->limit && bytes <= vm->limit - total) return true;
    if (attempt == 0) clua_collect(L);
  }
  return false;
}

// Twice, because objects release Lua values when the first collection finalizes them.
void clua_collect(lua_State *L) {
  lua_gc(L, LUA_GCCOLLECT);
  lua_gc(L, LUA_GCCOLLECT);
}

int clua_copy_due(lua_State *L) {
  clua_vm *vm = clua_vm_of(L);
  int due = clua_due(vm);
  if (due != CLUA_FATAL_NONE) return due;
  return clua_has_room(L, vm->copied) ? CLUA_FATAL_NONE : CLUA_FATAL_MEMORY;
}

bool clua_stops_walk(lua_State *L) {
  clua_vm *vm = clua_vm_of(L);
  if (clua_due(vm) != CLUA_FATAL_NONE) return true;
  if (clua_settle_memory(L)) return false;
  // Once the walk's own values are freed, nothing would report the limit.
  vm->fatal = CLUA_FATAL_MEMORY;
  return true;
}

// Reserved address space for the host's last messages: without it the first Swift allocation after
// Lua has used everything would end the process by a signal. It is never touched, so it costs no
// memory.
enum { RESERVE = 8 << 20 };
static _Atomic(void *) reserve;

void clua_keep_reserve(void) {
  if (atomic_load_explicit(&reserve, memory_order_relaxed) != NULL) return;
  void *place = mmap(NULL, RESERVE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (place == MAP_FAILED) return;
  void *none = NULL;
  if (!atomic_compare_exchange_strong(&reserve, &none, place)) munmap(place, RESERVE);
}

void clua_release_reserve(void) {
  void *place = atomic_exchange(&reserve, NULL);
  if (place != NULL) munmap(place, RESERVE);
}

_Noreturn void clua_end_starved(size_t bytes) {
  clua_try_flush_output();
  char message[160];
  int length = snprintf(message, sizeof message,
                        "mixhost: out of memory: the system refused %zu bytes; lower --max-memory, "
                        "or give the process more\n",
                        bytes);
  ssize_t written = write(STDERR_FILENO, message, (size_t)length);
  (void)written;  // there is no other way to report
  _exit(1);
}

// A state and its ledger of memory; included at the end of clua.h.
#ifndef CLUA_MEMORY_H
#define CLUA_MEMORY_H

#include "clua.h"

/// Bytes of Lua's blocks. Only the state's thread writes them, so a load and a store suffice.
static inline size_t clua_used(const clua_vm *vm) {
  return atomic_load_explicit(&vm->ledger->used, memory_order_relaxed);
}

/// Bytes that the state has from the system: used blocks, freed blocks, and the rest of the last
/// chunk.
static inline size_t clua_held(const clua_vm *vm) {
  return clua_used(vm) + vm->kept + (size_t)(vm->cut_end - vm->cut);
}

/// Counts bytes that the host copies out of Lua. Returns true for each 64 KB, when `clua_copy_due`
/// has to be called.
static inline bool clua_note_copy(lua_State *L, size_t bytes) {
  clua_vm *vm = clua_vm_of(L);
  size_t before = vm->copied;
  vm->copied = before + bytes;
  return ((before ^ vm->copied) >> 16) != 0;
}

/// The fatal code that ends a copy: that of `clua_due`, or CLUA_FATAL_MEMORY when the copied bytes
/// do not fit the limit, even after a collection.
int clua_copy_due(lua_State *L);

/// Whether a number of bytes fits the present limit, if need be after a collection.
bool clua_has_room(lua_State *L, size_t bytes);

/// Charges bytes that the host holds from now on, on the state's thread; `clua_settle_memory`
/// reports an exceeded limit.
void clua_hold(clua_vm *vm, size_t bytes);

/// False when allocations while Swift was on the stack exceed the limit, even after a collection.
bool clua_settle_memory(lua_State *L);

/// Collects all garbage; finalizers release the host's objects behind it. On the state's thread.
void clua_collect(lua_State *L);

#endif

// A state and its ledger of memory; included by clua.h, at its end.
#ifndef CLUA_MEMORY_H
#define CLUA_MEMORY_H

#include "clua.h"

/// Bytes of Lua's blocks. Only the state's thread writes them, so that a load and a store do.
static inline size_t clua_used(const clua_vm *vm) {
  return atomic_load_explicit(&vm->ledger->used, memory_order_relaxed);
}

/// Bytes that the state has of the system: those in use, freed blocks, and what blocks are cut from.
static inline size_t clua_held(const clua_vm *vm) {
  return clua_used(vm) + vm->kept + (size_t)(vm->cut_end - vm->cut);
}

/// Counts bytes that the host copies out of Lua. True for each 64 KB: time to ask `clua_copy_due`.
static inline bool clua_note_copy(lua_State *L, size_t bytes) {
  clua_vm *vm = clua_vm_of(L);
  size_t before = vm->copied;
  vm->copied = before + bytes;
  return ((before ^ vm->copied) >> 16) != 0;
}

/// The fatal code that ends a copy: what `clua_due` says, or CLUA_FATAL_MEMORY when what was copied does
/// not fit beside what is held. Collects before it says so.
int clua_copy_due(lua_State *L);

/// Whether that number of bytes fits into the limit in force. Collects before it says no.
bool clua_has_room(lua_State *L, size_t bytes);

/// Charges bytes that the host holds from now on, on the state's thread; past the limit,
/// `clua_settle_memory` finds it.
void clua_hold(clua_vm *vm, size_t bytes);

/// False when what was let through while Swift was on the stack is more than the limit, even after a
/// collection.
bool clua_settle_memory(lua_State *L);

/// Collects all garbage; finalizers release what the host holds for it. On the state's thread.
void clua_collect(lua_State *L);

#endif

// Shared by the C files of this target only.
#ifndef CLUA_INTERNAL_H
#define CLUA_INTERNAL_H

#include <stdio.h>

#include "clua.h"

/// Marks the state with a fatal code and raises.
int clua_raise_fatal(lua_State *L, int fatal);

/// The fatal code that is due now (interrupt, budget, deadline), or CLUA_FATAL_NONE.
int clua_due(clua_vm *vm);

/// Starts and ends the checks during a run of Lua code (watch.c).
void clua_arm(clua_vm *vm);
void clua_disarm(clua_vm *vm);

/// Charges work that a C function does without running Lua code, in steps of a few nanoseconds; raises
/// when the running time, the budget of instructions or the patience of the user is used up (watch.c).
void clua_check_work(lua_State *L, clua_vm *vm);

enum { CLUA_WORK_STEP = 16384 };

static inline void clua_charge(lua_State *L, size_t steps) {
  clua_vm *vm = clua_vm_of(L);
  vm->work += steps;
  if (vm->work >= CLUA_WORK_STEP) clua_check_work(L, vm);
}

/// Parts of the library, opened by libraries.c in a protected call.
void clua_open_protected(lua_State *L);
void clua_open_io(lua_State *L);
void clua_open_coroutines(lua_State *L);
void clua_open_patterns(lua_State *L);
void clua_open_tables(lua_State *L);
void clua_open_charged_strings(lua_State *L);

/// Sets the fatal code when the error on top came of a refused allocation.
void clua_note_memory(lua_State *L, int status);

/// Raises on when a fatal error passes a function that catches errors.
void clua_pass_fatal(lua_State *L, int status);

#endif

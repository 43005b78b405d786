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

/// Parts of the library, opened by libraries.c in a protected call.
void clua_open_protected(lua_State *L);
void clua_open_io(lua_State *L);
void clua_open_coroutines(lua_State *L);

/// Pushes the table behind a read-only view at `index`; false, and nothing pushed, for other values.
bool clua_push_behind(lua_State *L, int index);

/// Sets the globals `next`, `rawget`, `rawset` and `rawlen`, which know read-only views.
void clua_open_raw_functions(lua_State *L);

/// Sets the fatal code when the error on top came of a refused allocation.
void clua_note_memory(lua_State *L, int status);

/// Raises on when a fatal error passes a function that catches errors.
void clua_pass_fatal(lua_State *L, int status);

#endif

// Shared by the C files of this target only.
#ifndef CLUA_INTERNAL_H
#define CLUA_INTERNAL_H

#include <stdio.h>
#include <time.h>

#include "clua.h"

/// Marks the state with a fatal code and raises.
int clua_raise_fatal(lua_State *L, int fatal);
/// Sets the hook for code that a fatal error's unwinding runs (watch.c).
void clua_watch_unwinding(lua_State *L);

// Counts the thread's nested calls of pcall and xpcall: see `clua_vm_of`.
enum { CLUA_NESTING_STEP = 2, CLUA_NESTING_MASK = 255 * CLUA_NESTING_STEP };

static inline int clua_nesting(lua_State *L) {
  return (int)(*(uintptr_t *)lua_getextraspace(L) & CLUA_NESTING_MASK) / CLUA_NESTING_STEP;
}
/// Counts calls that begin (1) or end (-1); at most 200 are nested, which the bits hold.
static inline void clua_nest(lua_State *L, int calls) {
  *(uintptr_t *)lua_getextraspace(L) += (uintptr_t)(intptr_t)(calls * CLUA_NESTING_STEP);
}
static inline void clua_set_nesting(lua_State *L, int count) {
  uintptr_t *extra = lua_getextraspace(L);
  *extra = (*extra & ~(uintptr_t)CLUA_NESTING_MASK) | (uintptr_t)(count * CLUA_NESTING_STEP);
}

/// Lua's allocator (blocks.c); `vm` is the state's data. Returns NULL when memory is used up or at
/// its limit; for a smaller size only when the system refuses the block.
void *clua_allocate(void *vm, void *block, size_t old_size, size_t new_size);
/// Returns chunks without a used block to the system.
void clua_free_chunks(clua_vm *vm);
/// Returns all chunks, after Lua has freed its blocks.
void clua_unmap_chunks(clua_vm *vm);

/// Saves the libraries for rules, and hides the metatable of strings (rule_environment.c); once,
/// before any script.
void clua_open_rule_environment(lua_State *L);

/// Whether the table at `index` is `mix` or one of its modules, which are read-only (globals.c).
bool clua_is_sealed(lua_State *L, int index);

// MARK: Memory (memory.c)

/// Sets the number of bytes in Lua's blocks.
static inline void clua_set_used(clua_vm *vm, size_t bytes) {
  atomic_store_explicit(&vm->ledger->used, bytes, memory_order_relaxed);
}

/// Whether Lua and the host together exceed the present limit.
bool clua_is_full(const clua_vm *vm);

/// Lets the collector work as if Lua had allocated bytes that objects hold elsewhere, which it
/// cannot see. It must happen early, because Lua runs no finalizers once memory is used up.
void clua_pace(lua_State *L, size_t bytes);

/// Whether a C function that walks over values for the host must stop: something is due, or memory
/// is used up, which `clua_vm.fatal` then states.
bool clua_stops_walk(lua_State *L);

/// Reserves address space for the host's work after the system has refused a block; once in a
/// process.
void clua_keep_reserve(void);
/// Releases the reserved address space to the host.
void clua_release_reserve(void);

/// Ends the process with a message and exit code 1: the system refused a block where nothing can be
/// raised.
_Noreturn void clua_end_starved(size_t bytes);

// MARK: Watching running code (watch.c)

/// How a thread's Lua code is stopped: undecided, by ticks, or by a hook that is always on (where
/// the system has no timer).
enum { CLUA_WATCH_NONE, CLUA_WATCH_TICKS, CLUA_WATCH_STEADY };

/// The state of a thread that runs Lua, for its signal handler.
typedef struct clua_thread_state {
  lua_State *volatile running;  // the state whose code runs now, or NULL
  volatile uint64_t cpu_ns;     // the thread's CPU clock at its last tick
  volatile bool missed;         // a tick met no running state
  uint64_t duty;                // the clua_vm.id whose Lua code ran last
  timer_t timer;                // with CLUA_WATCH_TICKS
  int watch;
} clua_thread_state;

// A signal handler reads it, so access must not allocate.
#define CLUA_THREAD_LOCAL __attribute__((tls_model("initial-exec")))
extern _Thread_local clua_thread_state clua_thread CLUA_THREAD_LOCAL;

/// The slow path of `clua_enter`: starts the thread's ticks, sets the hook that is always on, or
/// makes up for a tick that met no running state.
void clua_watch(lua_State *L);

/// Notes that Swift runs Lua code of `vm` on this thread, whose CPU time counts for it from now on.
void clua_take_duty(clua_vm *vm);

/// Notes that `L` runs from now on; returns the state that ran before, for `clua_leave`.
static inline lua_State *clua_enter(lua_State *L) {
  lua_State *before = clua_thread.running;
  clua_thread.running = L;
  if (clua_thread.watch != CLUA_WATCH_TICKS || clua_thread.missed) clua_watch(L);
  return before;
}

/// Notes that the state before `clua_enter` runs again.
static inline void clua_leave(lua_State *before) { clua_thread.running = before; }

/// Removes the hook that has counted the instructions of a rule.
void clua_unhook(lua_State *L);

/// Whether something is due; called for each value that the host reads or writes, it checks every
/// 4,096th. The host then fails, and the due event ends the script once it is back in Lua.
static inline bool clua_due_at(lua_State *L, unsigned *values) {
  return (++*values & 4095) == 0 && clua_stops_walk(L);
}

/// Charges work that a C function does without running Lua code, in steps of a few nanoseconds;
/// raises when the running time or the budget of instructions is used up, or the user interrupts
/// (watch.c).
void clua_check_work(lua_State *L, clua_vm *vm);

enum { CLUA_WORK_STEP = 16384 };

static inline void clua_charge(lua_State *L, size_t steps) {
  clua_vm *vm = clua_vm_of(L);
  vm->work += steps;
  if (vm->work >= CLUA_WORK_STEP) clua_check_work(L, vm);
}

// MARK: Parts of the library, opened by libraries.c in a protected call

void clua_open_protected(lua_State *L);
void clua_open_debug_info(lua_State *L);
void clua_open_output(lua_State *L);
void clua_open_coroutines(lua_State *L);
void clua_open_patterns(lua_State *L);
void clua_open_tables(lua_State *L);
void clua_open_charged_strings(lua_State *L);
void clua_open_long_strings(lua_State *L);
void clua_open_load(lua_State *L);

// MARK: Uncatchable errors (protected.c)

/// Pushes the table behind a read-only view at `index`; returns false and pushes nothing for other
/// values.
bool clua_push_behind(lua_State *L, int index);

/// Sets the globals `next`, `rawget`, `rawset` and `rawlen`, which support read-only views.
void clua_open_raw_functions(lua_State *L);

/// Sets the fatal code when a refused allocation caused the error on top.
void clua_note_memory(lua_State *L, int status);

/// Raises a fatal error again when it passes a function that catches errors.
void clua_pass_fatal(lua_State *L, int status);

#endif

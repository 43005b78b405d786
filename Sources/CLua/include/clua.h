// Lua 5.4 for Swift: a safe form of the parts that Swift cannot import (macros, longjmp,
// variadics).
//
// Contract: Swift frames are never jumped over. A host function is called through one C trampoline
// (host.c); Swift *returns* a code, and C raises or yields after the Swift frame has returned.
// While Swift runs, `host_depth` is above zero and the allocator refuses nothing (blocks.c), so no
// `lua_push*` made by Swift can raise; C raises an exceeded limit on return.
#ifndef CLUA_H
#define CLUA_H

#if __has_include(<lua5.4/lua.h>)
#include <lua5.4/lauxlib.h>
#include <lua5.4/lua.h>
#include <lua5.4/lualib.h>
#else
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#endif

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "clua_json.h"
#include "clua_ledger.h"

/// Why a script was stopped in a way that `pcall` cannot catch.
enum {
  CLUA_FATAL_NONE = 0,
  CLUA_FATAL_CANCELLED = 1,
  CLUA_FATAL_TIME = 2,
  CLUA_FATAL_MEMORY = 3,
  CLUA_FATAL_INSTRUCTIONS = 4,
  CLUA_FATAL_OUTPUT = 5,
  CLUA_FATAL_EXIT = 6,
};

/// A host function's result besides a number of results.
enum {
  /// The error object is on top of the stack.
  CLUA_RAISE = -1,
  /// The call waits: the driver resumes with `true, results…` or `false, error`.
  CLUA_YIELD = -2,
  /// Like CLUA_RAISE, after `clua_mark_fatal`.
  CLUA_RAISE_FATAL = -3,
};

typedef struct clua_vm clua_vm;

/// A freed block that its state keeps, and the chunks that blocks are cut from (blocks.c).
typedef struct clua_block clua_block;
typedef struct clua_chunk clua_chunk;
enum { CLUA_BLOCK_SIZES = 88 };

/// A library function and its name in tracebacks.
struct clua_name {
  lua_CFunction function;
  char text[24];
};

/// Swift's entry: runs the host function `box`; returns a number of results or a CLUA_ code above.
typedef int (*clua_dispatch)(lua_State *L, void *box);

/// Swift's entry for a collected userdata: releases the object.
typedef void (*clua_release)(void *object);

/// Swift's entry when an error leaves a task: reads the stack of `L`, with the error value on top.
typedef void (*clua_note)(lua_State *L);

/// Swift's entry while Lua computes within a time-out: whether the time of the running task is
/// over. It may read the clock and note the end; it does not touch Lua's stack.
typedef bool (*clua_expired)(clua_vm *vm);

/// The data of one script state; every coroutine leads to it by `lua_getextraspace`.
struct clua_vm {
  lua_State *main;
  bool has_views;           // a read-only view was made
  unsigned view_arguments;  // bit n-1: argument n of the running host function was a view
  void *owner;              // the Swift object that owns this state, unretained
  clua_dispatch dispatch;
  clua_release release;
  clua_note note;
  clua_expired expired;

  clua_ledger *ledger;      // kept alive by the owner
  size_t limit;             // bytes that the ledger may hold now, less in a rule; 0: none
  size_t unpaced;           // bytes that the collector does not know yet (clua_pace)
  size_t copied;            // bytes that the running host function has copied out of Lua
  size_t kept;              // bytes of the freed blocks below
  size_t kept_most;         // bytes that are kept before free chunks are searched
  clua_block *blocks[CLUA_BLOCK_SIZES];
  clua_chunk *chunks;       // all chunks
  char *cut, *cut_end;      // the rest of the chunk that blocks are cut from
  int host_depth;           // above 0: Swift is on the C stack, nothing is refused
  bool refused;             // an allocation was refused since the last error
  bool over;                // an allocation above the limit succeeded
  bool starved;             // the system has refused a block since the last one it gave
  bool denied;              // the system has refused a block before

  uint64_t id;              // unique among the states of the process
  uint64_t slice_ns;        // the length of a slice; 0: no limit
  uint64_t slice_used_ns;   // CPU time of the running slice, up to the mark
  uint64_t slice_mark_ns;   // on the CPU clock of `thread`
  const void *thread;       // the thread that the mark belongs to
  bool timed;               // the running task is within a time-out
  size_t work;              // steps of C functions since the last check
  bool counting;            // a rule runs
  bool hooked;              // the rule's instructions are counted from now on
  int64_t instructions;     // left in the rule's budget; below 0: used up
  uint64_t rule_ns;         // nanoseconds that the rule may run
  uint64_t rule_end_ns;     // on the thread's CPU clock; 0: not checked yet
  _Atomic int interrupt;    // a CLUA_FATAL_ code requested by another thread

  int fatal;                // the CLUA_FATAL_ code being raised; cleared by the driver
  int64_t grace;            // instructions left to `<close>` handlers while it is raised
  struct clua_name *names;  // names of library functions, for tracebacks; `name_count` of them
  int name_count;
  bool failed;              // the last resumed task ended with an error, which is on top
  bool pending;             // a host call waits and its token is on the way to the driver
  int unyieldable;          // script coroutines resumed where nothing may yield
  lua_State *blocker;       // the coroutine that made the last of those resumes
  lua_State *task;          // the driver's coroutine that is running
};

// A thread's extra space holds the address of its state's data, a multiple of 512. Bit 0 is set
// while only the driver may resume the thread; bits 1 to 8 count its nested calls of pcall and
// xpcall. New threads start with a copy of the main thread's.
enum { CLUA_VM_ALIGNMENT = 512 };

/// The data of the state that `L` belongs to.
static inline clua_vm *clua_vm_of(lua_State *L) {
  return (clua_vm *)(*(uintptr_t *)lua_getextraspace(L) & ~(uintptr_t)(CLUA_VM_ALIGNMENT - 1));
}

/// Whether only the driver may resume `L`: a task, or a coroutine that waits for the host.
static inline bool clua_guarded(lua_State *L) { return *(uintptr_t *)lua_getextraspace(L) & 1; }

/// Sets whether only the driver may resume `L`, which is not the main thread.
static inline void clua_set_guarded(lua_State *L, bool on) {
  uintptr_t *extra = lua_getextraspace(L);
  *extra = (*extra & ~(uintptr_t)1) | on;
}

// MARK: Opening and closing (vm.c)

/// Makes a state without libraries, within the limit of `ledger`. NULL when out of memory.
clua_vm *clua_open(clua_ledger *ledger, void *owner, clua_dispatch dispatch, clua_release release,
                   clua_note note, clua_expired expired);

/// Closes the state and releases every userdata. The pointer is invalid afterwards.
void clua_close(clua_vm *vm);

/// Opens the safe part of the standard library (libraries.c). Protected: returns 0, or leaves an
/// error on top.
int clua_open_libraries(clua_vm *vm);

/// The chunk name of host code, which no traceback shows.
#define CLUA_HIDDEN_SOURCE "=[mixhost]"

/// Pushes the function that adds `mix`, `require`, `os.getenv` and `os.exit` (globals.c).
/// Arguments: the host's module loader, module finder, begin and end of a module's load, raiser for
/// unknown globals, getenv, exit, and whether globals are strict. It also starts garbage
/// collection, which is off in a new state.
void clua_push_open_globals(lua_State *L);

/// Stops the running script, and every later one of this state, with a CLUA_FATAL_ code;
/// CLUA_FATAL_NONE undoes that. Any thread.
void clua_interrupt(clua_vm *vm, int fatal);

/// The fatal code that is due now (interrupt, budget, time), or CLUA_FATAL_NONE. Only on the
/// state's thread.
int clua_due(clua_vm *vm);

/// Whether an interrupt is in force.
static inline bool clua_interrupted(clua_vm *vm) {
  return atomic_load_explicit(&vm->interrupt, memory_order_relaxed) != CLUA_FATAL_NONE;
}

/// Marks the state with a fatal code, which the caller raises. From the first mark until the code
/// is cleared, `<close>` handlers have a short time.
void clua_mark_fatal(lua_State *L, int fatal);

/// `clua_mark_fatal` for another task of an ended run: its handlers have the rest of that time.
void clua_mark_further(lua_State *L, int fatal);

/// Begins a slice: the running time starts from zero. Only on the thread that runs the state.
void clua_begin_slice(clua_vm *vm);

/// The running time of the slice so far, in nanoseconds of processor time.
uint64_t clua_slice_used(clua_vm *vm);

// MARK: Running (host.c)

/// Resumes `co` with `nargs` values on its stack, within the running slice. Returns LUA_OK,
/// LUA_YIELD or an error status; `*nresults` values are on top.
int clua_resume(clua_vm *vm, lua_State *co, int nargs, int *nresults);

/// Pushes the first function of a task's thread; the task's function and its arguments follow. A
/// task that fails ends with LUA_OK, `clua_vm.failed` set and the error value on top.
void clua_push_task_main(lua_State *L);

/// Calls a function from Swift under protection; it may not wait. After an error the value stays on
/// top unchanged.
int clua_pcall(lua_State *L, int nargs, int nresults);

/// `clua_pcall` for the host's own code while a state is set up, on any thread, without a time
/// limit.
int clua_pcall_trusted(lua_State *L, int nargs, int nresults);

/// `clua_pcall` for a rule: with at most `instructions`, `nanoseconds`, and `bytes` beyond those in
/// use. Time and instructions count from the first tick on (watch.c), so a short call costs
/// nothing. A rule called by a rule shares the time and the instructions of the outer one. When a
/// limit stops the rule, `*stopped` is the CLUA_FATAL_ code and `clua_vm.fatal` stays clear.
int clua_pcall_rule(lua_State *L, int nargs, int nresults, int64_t instructions,
                    uint64_t nanoseconds, size_t bytes, int *stopped);

/// Whether a hook that is always on slows Lua code on this thread, which must have run some: under
/// the thread sanitizer, and where the system has no timer.
bool clua_always_hooked(void);

/// Pushes a new environment of pure functions (rule_environment.c): copies of the libraries as they
/// were at the start.
void clua_push_pure_environment(lua_State *L);

/// Lets rules find `text` and `random` among the globals of their `environment`, as older files do,
/// from the rules' `mix`. Pops the host function that reports such a use: it gets the name, the
/// chunk's name and the line.
void clua_set_older_globals(lua_State *L, int environment, int mix);

/// Replaces a module on top by a stand-in for older rule files, which pass `text` or `random` to
/// the module and its functions.
void clua_push_older_module(lua_State *L, int mix);

/// Replaces a table and a key on top by the table's value for it, including metamethods, protected
/// like `clua_pcall`.
int clua_index_table(lua_State *L);

/// Replaces the host function on top, which makes modules, by a read-only table of modules for
/// rules, like `mix` for programs (globals.c).
void clua_push_rule_modules(lua_State *L);

/// Pushes a C closure that runs the host function `box`, which the caller keeps alive.
void clua_push_host_function(lua_State *L, void *box);

/// The box of a host function at `index`, or NULL.
void *clua_host_box(lua_State *L, int index);

/// Whether a host call may wait here; if not, `*reason` names the C function that forbids it.
bool clua_may_wait(lua_State *L, char *reason, size_t size);

/// Pushes a list of numbers. Needs 3 free stack slots; raises when memory is used up, like
/// lua_createtable.
void clua_push_numbers(lua_State *L, const double *numbers, size_t count);

// MARK: Userdata (userdata.c)

/// Pushes a userdata that owns `object` (a retained Swift reference) with the metatable at the
/// registry key `type`. It is charged 1 KB plus the bytes that the running host function has
/// copied.
void clua_push_object(lua_State *L, void *object, const void *type);

/// Raises the charge of an object at `index` to the bytes that the running host function has
/// copied, because a method may keep its arguments in place of earlier ones. Ignores other values.
/// Needs 2 free stack slots.
void clua_charge_object(lua_State *L, int index);

/// The object of a userdata whose metatable is the one at registry key `type`; NULL otherwise.
void *clua_object(lua_State *L, int index, const void *type);

/// Makes the metatable for objects of `type` at its registry key, with `__gc`, `__close`, `__name`,
/// `__metatable`; leaves it on the stack. Returns false when it existed.
bool clua_new_object_type(lua_State *L, const void *type);
/// Pushes the metatable at registry key `type`; an empty one is made where there is none. Returns
/// whether it is new.
bool clua_push_table_type(lua_State *L, const void *type);

// MARK: Read-only views (frozen.c)

/// Pushes a read-only view of the table at `index`, which messages call `name`. Raises nothing.
void clua_push_frozen(lua_State *L, int index, const char *name);

/// Replaces a view at `index` (not relative to the top) by the table behind it; ignores other
/// values. Returns whether it was a view.
bool clua_thaw(lua_State *L, int index);

/// Like clua_thaw; for a plain table it also replaces the views inside, `depth` levels deep.
/// Returns false when the table nests deeper or holds more than 4 million values.
bool clua_thaw_inside(lua_State *L, int index, int depth);

/// Whether argument `index` of the running host function was passed as a view; valid until the
/// function calls into Lua.
bool clua_was_view(lua_State *L, int index);

/// The line on which the Lua function at `index` begins; -1 for a C function.
int clua_function_line(lua_State *L, int index);

// MARK: Frames (trace.c)

/// A level of a call stack.
typedef struct clua_frame {
  char source[128];   // short source: `scripts/refresh.lua`
  char name[96];      // function name, or ""
  char what;          // 'L' Lua, 'm' main chunk, 'C' C function, 't' tail call
  int line;           // current line, or -1
  void *box;          // a host function's box, or NULL
} clua_frame;

/// Fills `frame` for `level` of `L` (0: the running function). False past the end.
bool clua_get_frame(lua_State *L, int level, clua_frame *frame);

/// Pushes the value of the variable `name` in the function at `level` of `L`: a local variable, one
/// of an enclosing function, or a global, read without metamethods (variables.c). False past the
/// end.
bool clua_push_variable(lua_State *L, int level, const char *name);

// MARK: Values (values.c)

/// Pushes the string form of the value at `index`, including `__tostring`, under protection. When a
/// fatal error stops that, `clua_vm.fatal` stays set, and the caller passes it on or drops it.
void clua_tostring_safe(lua_State *L, int index);

/// Pushes a script's stream object, a userdata without methods, and above it the table for its
/// methods.
void clua_push_stream(lua_State *L);

/// Prints `text` to standard output; false when the output is closed.
bool clua_write_output(const char *text, size_t length);

/// Sets a function that is called before each write to the standard streams; NULL for none. Any
/// thread.
void clua_before_output(void (*function)(void));

/// Whether the last output to a standard stream ended a line.
bool clua_output_is_at_line_start(void);

/// Calls the function of `clua_before_output` for text that will be written.
void clua_note_output(const char *text, size_t length);

/// Compiles text (never a binary chunk) and pushes it as a function; `name` is in Lua's form.
/// Respects the running script's limits and reports them by `clua_vm.fatal`. Returns LUA_OK, or
/// leaves an error on top (load.c).
int clua_load_text(lua_State *L, const char *text, size_t length, const char *name);

/// Writes the buffered standard output.
void clua_flush_output(void);

/// `clua_flush_output`, unless that would block: the reader does not read, or a write is under way.
/// Any thread.
void clua_try_flush_output(void);

/// The errno of the first failed write to standard output; 0 when none failed.
int clua_output_error(void);

// MARK: Lists (values.c)

/// The bytes of a string in Lua's memory.
typedef struct {
  const uint8_t *start;
  size_t length;
} clua_text;

/// Finds consecutive strings from `first` in the table at `index`, without metamethods, and returns
/// their number, at most `count`. They stay valid while the table holds them. Needs 16 free stack
/// slots.
size_t clua_list_texts(lua_State *L, int index, lua_Integer first, size_t count, clua_text *texts);

// MARK: Macros, which Swift does not import

static inline void clua_pop(lua_State *L, int n) { lua_settop(L, -n - 1); }
static inline int clua_registryindex(void) { return LUA_REGISTRYINDEX; }
static inline const char *clua_type_name(lua_State *L, int index) { return luaL_typename(L, index); }
static inline void clua_insert(lua_State *L, int index) { lua_insert(L, index); }
static inline void clua_remove(lua_State *L, int index) { lua_remove(L, index); }
static inline void clua_replace(lua_State *L, int index) { lua_replace(L, index); }
static inline void clua_newtable(lua_State *L) { lua_newtable(L); }
static inline void clua_push_globals(lua_State *L) { lua_pushglobaltable(L); }
static inline const char *clua_tolstring_raw(lua_State *L, int index, size_t *length) {
  // Never converts numbers in place, because a key must not change during a traversal.
  return lua_type(L, index) == LUA_TSTRING ? lua_tolstring(L, index, length) : NULL;
}

#include "clua_memory.h"

#endif

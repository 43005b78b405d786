// Base functions that replace the stock ones: functions that catch errors pass fatal ones on, and
// functions that would escape the script's limits are restricted.
#include "clua_internal.h"

#include <string.h>

void clua_note_memory(lua_State *L, int status) {
  clua_vm *vm = clua_vm_of(L);
  bool refused = vm->refused;
  vm->refused = false;
  if (vm->fatal != CLUA_FATAL_NONE) return;
  // Buffers of the auxiliary library raise a plain string where the core raises LUA_ERRMEM.
  bool memory = status == LUA_ERRMEM ||
                (refused && lua_type(L, -1) == LUA_TSTRING &&
                 strcmp(lua_tostring(L, -1), "not enough memory") == 0);
  if (memory) clua_mark_fatal(L, CLUA_FATAL_MEMORY);
}

void clua_pass_fatal(lua_State *L, int status) {
  clua_note_memory(L, status);
  if (clua_vm_of(L)->fatal != CLUA_FATAL_NONE) lua_error(L);
}

static bool failed(int status) { return status != LUA_OK && status != LUA_YIELD; }

// Lua's limit of 200 nested C calls does not cover protected calls: after an error was caught, the
// outer ones are no longer on the C stack. A loop that calls itself by pcall could nest hundreds of
// thousands of them, and because Lua walks every frame below whenever one catches an error, the end
// of the script would take minutes.
enum { MOST_NESTED = 200 };

static void begin_protected(lua_State *L) {
  if (clua_nesting(L) >= MOST_NESTED)
    luaL_error(L, "stack overflow (more than %d nested pcalls)", MOST_NESTED);
  clua_nest(L, 1);
}

static void end_protected(lua_State *L) { clua_nest(L, -1); }

// MARK: pcall

static int finish_pcall(lua_State *L, int status, lua_KContext context) {
  (void)context;
  end_protected(L);
  if (!failed(status)) return lua_gettop(L);
  clua_pass_fatal(L, status);
  lua_pushboolean(L, 0);
  lua_insert(L, -2);
  return 2;
}

static int base_pcall(lua_State *L) {
  luaL_checkany(L, 1);
  begin_protected(L);
  lua_pushboolean(L, 1);
  lua_insert(L, 1);
  int status = lua_pcallk(L, lua_gettop(L) - 2, LUA_MULTRET, 0, 0, finish_pcall);
  return finish_pcall(L, status, 0);
}

// MARK: xpcall
//
// The handler runs after the unwinding, as an ordinary protected call: Lua re-enters a handler that
// raises, with hooks off, so a handler that loops would hang the host. A C handler keeps the
// traceback at the moment of the error, for `debug.traceback` in the script's handler.

// Pops a value and keeps it as the traceback of `L`, because other coroutines run while a handler
// waits.
static void set_traceback(lua_State *L) {
  lua_getfield(L, LUA_REGISTRYINDEX, "mix.tracebacks");
  lua_insert(L, -2);
  lua_pushthread(L);
  lua_insert(L, -2);
  lua_rawset(L, -3);
  lua_pop(L, 1);
}

static void forget_traceback(lua_State *L) {
  lua_pushnil(L);
  set_traceback(L);
}

// Pushes the kept traceback; returns false and pushes nothing when there is none.
static bool push_traceback(lua_State *L) {
  lua_getfield(L, LUA_REGISTRYINDEX, "mix.tracebacks");
  lua_pushthread(L);
  bool found = lua_rawget(L, -2) == LUA_TSTRING;
  lua_remove(L, -2);
  if (!found) lua_pop(L, 1);
  return found;
}

static int keep_traceback(lua_State *L) {
  if (clua_vm_of(L)->fatal == CLUA_FATAL_NONE) {
    luaL_traceback(L, L, NULL, 1);
    set_traceback(L);
  }
  lua_settop(L, 1);
  return 1;
}

// Lua stops calling a handler that keeps failing when its C stack is full, after about as many
// calls, and at once when the handler overflows Lua's stack.
enum { MOST_HANDLER_CALLS = 215 };

static bool overflowed(lua_State *L) {
  return lua_type(L, -1) == LUA_TSTRING && strstr(lua_tostring(L, -1), "stack overflow") != NULL;
}

static int finish_handler(lua_State *L, int status, lua_KContext calls);

// Calls the handler (at 1) with the error on top.
static int call_handler(lua_State *L, lua_KContext calls) {
  lua_pushvalue(L, 1);
  lua_insert(L, -2);
  return finish_handler(L, lua_pcallk(L, 1, 1, 0, calls, finish_handler), calls);
}

// Stack: handler, …, and the handler's result or error on top. The handler handles its own errors.
static int finish_handler(lua_State *L, int status, lua_KContext calls) {
  if (failed(status)) {
    clua_note_memory(L, status);
    if (clua_vm_of(L)->fatal == CLUA_FATAL_NONE && calls < MOST_HANDLER_CALLS && !overflowed(L))
      return call_handler(L, calls + 1);
  }
  forget_traceback(L);
  end_protected(L);
  if (clua_vm_of(L)->fatal != CLUA_FATAL_NONE) return lua_error(L);
  if (failed(status)) lua_pushliteral(L, "error in error handling");
  lua_pushboolean(L, 0);
  lua_insert(L, -2);
  return 2;
}

// Stack: handler, keep_traceback, true, then results or the error.
static int finish_xpcall(lua_State *L, int status, lua_KContext context) {
  (void)context;
  if (!failed(status)) {
    end_protected(L);
    return lua_gettop(L) - 2;
  }
  clua_note_memory(L, status);
  if (clua_vm_of(L)->fatal != CLUA_FATAL_NONE) {
    forget_traceback(L);
    end_protected(L);
    return lua_error(L);
  }
  return call_handler(L, 1);
}

static int base_xpcall(lua_State *L) {
  luaL_checktype(L, 2, LUA_TFUNCTION);
  begin_protected(L);
  int arguments = lua_gettop(L) - 2;
  // f, handler, args… → handler, keep, true, f, args…
  lua_pushboolean(L, 1);
  lua_insert(L, 3);
  lua_pushvalue(L, 1);
  lua_insert(L, 4);
  lua_pushvalue(L, 2);
  lua_replace(L, 1);
  lua_pushcfunction(L, keep_traceback);
  lua_replace(L, 2);
  int status = lua_pcallk(L, arguments, LUA_MULTRET, 2, 0, finish_xpcall);
  return finish_xpcall(L, status, 0);
}

static int debug_traceback(lua_State *L) {
  bool other = lua_isthread(L, 1);
  lua_State *L1 = other ? lua_tothread(L, 1) : L;
  int argument = other ? 1 : 0;
  const char *message = lua_tostring(L, argument + 1);
  if (message == NULL && !lua_isnoneornil(L, argument + 1)) {
    lua_pushvalue(L, argument + 1);  // not a string: returned unchanged
    return 1;
  }
  if (!other && push_traceback(L)) {
    if (message == NULL) return 1;
    lua_pushfstring(L, "%s\n%s", message, lua_tostring(L, -1));
    return 1;
  }
  int level = (int)luaL_optinteger(L, argument + 2, other ? 0 : 1);
  luaL_traceback(L, L1, message, level);
  return 1;
}

// MARK: setmetatable, collectgarbage

// Whether the table at 1 has one of the host's marks, which a script may replace by its own
// metatable.
static bool has_mark(lua_State *L) {
  if (!lua_getmetatable(L, 1)) return false;
  lua_getfield(L, LUA_REGISTRYINDEX, "mix.json.array");
  lua_getfield(L, LUA_REGISTRYINDEX, "mix.json.object");
  bool mark = lua_rawequal(L, -3, -2) || lua_rawequal(L, -3, -1);
  lua_pop(L, 3);
  return mark;
}

static int base_setmetatable(lua_State *L) {
  int type = lua_type(L, 2);
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_argexpected(L, type == LUA_TNIL || type == LUA_TTABLE, 2, "nil or table");
  if (!has_mark(L) && luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL)
    return luaL_error(L, "cannot change a protected metatable");
  if (type == LUA_TTABLE) {
    lua_pushliteral(L, "__gc");
    // No limit applies to finalizers; `<close>` variables do the same job visibly.
    if (lua_rawget(L, 2) != LUA_TNIL)
      return luaL_error(L, "__gc is not available to scripts: use a <close> variable");
    lua_pop(L, 1);
  }
  lua_settop(L, 2);
  lua_setmetatable(L, 1);
  return 1;
}

// Largest state that a script may collect, which takes a few milliseconds.
enum { MOST_COLLECTED = 8 << 20, STEPS_PER_OBJECT_BYTES = 16 };

// The host controls the collector: a script could spend its time in full cycles, where no limit
// applies. A small state is still collected, for scripts that inspect weak tables.
static int base_collectgarbage(lua_State *L) {
  static const char *const options[] = {"count", "collect", "step", "stop", "restart", "incremental",
                                        "generational", "isrunning", "setpause", "setstepmul", NULL};
  enum { COUNT, COLLECT, STEP, STOP, RESTART, INCREMENTAL, GENERATIONAL, IS_RUNNING };
  clua_vm *vm = clua_vm_of(L);
  int option = luaL_checkoption(L, 1, "collect", options);
  switch (option) {
    case COUNT:
      lua_pushnumber(L, (lua_Number)clua_ledger_total(vm->ledger) / 1024.0);
      return 1;
    case COLLECT:
    case STEP:
      if (clua_used(vm) <= MOST_COLLECTED) {
        clua_charge(L, clua_used(vm) / STEPS_PER_OBJECT_BYTES);
        lua_gc(L, LUA_GCCOLLECT);
      }
      if (option == COLLECT) break;
      lua_pushboolean(L, 1);
      return 1;
    case IS_RUNNING:
      lua_pushboolean(L, 1);
      return 1;
    case INCREMENTAL:
    case GENERATIONAL:
      lua_pushliteral(L, "incremental");
      return 1;
    default:
      break;
  }
  lua_pushinteger(L, 0);
  return 1;
}

void clua_open_protected(lua_State *L) {
  lua_pushcfunction(L, base_pcall);
  lua_setglobal(L, "pcall");
  lua_pushcfunction(L, base_xpcall);
  lua_setglobal(L, "xpcall");
  lua_pushcfunction(L, base_setmetatable);
  lua_setglobal(L, "setmetatable");
  lua_pushcfunction(L, base_collectgarbage);
  lua_setglobal(L, "collectgarbage");
  lua_newtable(L);
  lua_pushcfunction(L, debug_traceback);
  lua_setfield(L, -2, "traceback");
  lua_setglobal(L, "debug");
  // Weak keys: a kept traceback is released with its coroutine.
  lua_newtable(L);
  lua_newtable(L);
  lua_pushliteral(L, "k");
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
  lua_setfield(L, LUA_REGISTRYINDEX, "mix.tracebacks");
}

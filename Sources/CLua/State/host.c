// The trampoline between Lua and Swift, and the two ways Swift runs Lua.
#include "clua_internal.h"

#include <string.h>

// Continues after a wait: the driver pushed `true, results…` or `false, error` and resumed.
static int after_wait(lua_State *L, int status, lua_KContext base) {
  (void)status;
  clua_vm *vm = clua_vm_of(L);
  int first = (int)base + 1;
  if (vm->fatal != CLUA_FATAL_NONE) return lua_error(L);
  if (!clua_settle_memory(L)) return clua_raise_fatal(L, CLUA_FATAL_MEMORY);
  if (!lua_toboolean(L, first)) return lua_error(L);
  return lua_gettop(L) - first;
}

static int finish_host_call(lua_State *L, clua_vm *vm, int code) {
  if (!clua_settle_memory(L)) return clua_raise_fatal(L, CLUA_FATAL_MEMORY);
  switch (code) {
    case CLUA_RAISE:
    case CLUA_RAISE_FATAL:
      return lua_error(L);
    case CLUA_YIELD:
      vm->pending = true;
      return lua_yieldk(L, 0, (lua_KContext)lua_gettop(L), after_wait);
    default:
      return code;
  }
}

static int host_call(lua_State *L) {
  clua_vm *vm = clua_vm_of(L);
  // Swift reads tables raw; for a rule's read-only argument it must get the table behind the view.
  if (vm->has_views) {
    vm->view_arguments = 0;
    for (int index = lua_gettop(L); index > 0; index--)
      if (clua_thaw(L, index) && index <= 32) vm->view_arguments |= 1u << (index - 1);
  }
  vm->host_depth++;
  int code = vm->dispatch(L, lua_touserdata(L, lua_upvalueindex(1)));
  vm->host_depth--;
  if (code >= 0 && !vm->over) return code;
  return finish_host_call(L, vm, code);
}

bool clua_was_view(lua_State *L, int index) {
  return index <= 32 && (clua_vm_of(L)->view_arguments >> (index - 1) & 1u);
}

void clua_push_host_function(lua_State *L, void *box) {
  lua_pushlightuserdata(L, box);
  lua_pushcclosure(L, host_call, 1);
}

void *clua_host_box(lua_State *L, int index) {
  if (lua_tocfunction(L, index) != host_call) return NULL;
  if (lua_getupvalue(L, index, 1) == NULL) return NULL;
  void *box = lua_touserdata(L, -1);
  lua_pop(L, 1);
  return box;
}

// Stack: note_error, then the function's results or its error. The error must not leave the
// coroutine: a hook that raises leaves hooks switched off in a thread that dies of it, but the
// thread is reused.
static int finish_task(lua_State *L, int status, lua_KContext context) {
  (void)context;
  if (status == LUA_OK || status == LUA_YIELD) return lua_gettop(L) - 1;
  clua_vm *vm = clua_vm_of(L);
  clua_note_memory(L, status);
  vm->failed = true;
  return 1;
}

// Called when an uncaught error is raised, before the stack unwinds.
static int note_error(lua_State *L) {
  clua_vm *vm = clua_vm_of(L);
  // Of the ends, those by a limit need their place.
  if (vm->fatal != CLUA_FATAL_NONE && vm->fatal != CLUA_FATAL_TIME && vm->fatal != CLUA_FATAL_MEMORY)
    return 1;
  vm->host_depth++;
  vm->note(L);
  vm->host_depth--;
  return 1;
}

static int task_main(lua_State *L) {
  // Counts the host's allocations since Lua ran last: the called function may run no other host
  // call.
  if (!clua_settle_memory(L)) return clua_raise_fatal(L, CLUA_FATAL_MEMORY);
  lua_pushcfunction(L, note_error);
  lua_insert(L, 1);
  int status = lua_pcallk(L, lua_gettop(L) - 2, LUA_MULTRET, 1, 0, finish_task);
  return finish_task(L, status, 0);
}

void clua_push_task_main(lua_State *L) {
  clua_set_nesting(L, 0);
  lua_pushcfunction(L, task_main);
}

int clua_resume(clua_vm *vm, lua_State *co, int nargs, int *nresults) {
  int depth = vm->host_depth;
  lua_State *task = vm->task;
  vm->host_depth = 0;
  vm->pending = false;
  vm->failed = false;
  vm->task = co;
  lua_State *before = clua_enter(co);
  clua_take_duty(vm);
  int status = lua_resume(co, NULL, nargs, nresults);
  clua_leave(before);
  // A refused allocation ends in LUA_ERRMEM; every other fatal error has set the code.
  if (status == LUA_ERRMEM && vm->fatal == CLUA_FATAL_NONE) vm->fatal = CLUA_FATAL_MEMORY;
  vm->task = task;
  vm->host_depth = depth;
  return status;
}

int clua_pcall_trusted(lua_State *L, int nargs, int nresults) {
  clua_vm *vm = clua_vm_of(L);
  int depth = vm->host_depth;
  vm->host_depth = 0;
  int status = lua_pcall(L, nargs, nresults, 0);
  if (status != LUA_OK) clua_note_memory(L, status);
  vm->host_depth = depth;
  return status;
}

int clua_pcall(lua_State *L, int nargs, int nresults) {
  clua_vm *vm = clua_vm_of(L);
  lua_State *before = clua_enter(L);
  clua_take_duty(vm);
  int status = clua_pcall_trusted(L, nargs, nresults);
  clua_leave(before);
  return status;
}

int clua_pcall_rule(lua_State *L, int nargs, int nresults, int64_t instructions,
                    uint64_t nanoseconds, size_t bytes, int *stopped) {
  clua_vm *vm = clua_vm_of(L);
  bool within = vm->counting;
  int64_t left = vm->instructions;
  size_t limit = vm->limit;
  if (!within) {
    vm->counting = true;
    vm->rule_ns = nanoseconds;
    vm->rule_end_ns = 0;
  }
  int64_t granted = within && left < instructions ? left : instructions;
  vm->instructions = granted;
  size_t held = clua_ledger_total(vm->ledger);
  if (limit == 0 || (held < limit && limit - held > bytes)) vm->limit = held + bytes;
  int status = clua_pcall(L, nargs, nresults);
  vm->limit = limit;
  vm->instructions = left - (granted - vm->instructions);
  vm->counting = within;
  if (vm->hooked && !within) clua_unhook(L);
  *stopped = vm->fatal;
  // The script's own deadline and interrupts stay fatal; a used up budget is the rule's error.
  if (vm->fatal != CLUA_FATAL_NONE && clua_due(vm) == CLUA_FATAL_NONE &&
      (vm->fatal == CLUA_FATAL_TIME || vm->fatal == CLUA_FATAL_MEMORY ||
       vm->fatal == CLUA_FATAL_INSTRUCTIONS))
    vm->fatal = CLUA_FATAL_NONE;
  return status;
}

bool clua_may_wait(lua_State *L, char *reason, size_t size) {
  clua_vm *vm = clua_vm_of(L);
  bool here = !lua_isyieldable(L);
  if (!here && vm->unyieldable == 0) return true;
  clua_frame frame;
  snprintf(reason, size, "a function that cannot be interrupted");
  // The first C function up the stack that is neither the host's nor a resume forbids the wait.
  lua_State *blocked = here ? L : vm->blocker;
  for (int level = 0; clua_get_frame(blocked, level, &frame); level++) {
    bool passes = strncmp(frame.name, "coroutine.", 10) == 0 || strstr(frame.name, "pcall") != NULL;
    if (frame.what == 'C' && frame.box == NULL && frame.name[0] != '\0' && !passes) {
      snprintf(reason, size, "%s", frame.name);
      break;
    }
  }
  return false;
}

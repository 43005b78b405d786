// A script's own coroutines. A host call that waits inside one yields a token, which `resume` and
// `wrap` pass outwards to the driver; the driver's answer travels back the same way.
#include "clua_internal.h"

enum { MAX_NESTED_CLOSES = 100 };

// The result of a resume besides a number of values moved to the resumer.
enum { RESUME_FAILED = -1, RESUME_WAITS = -2 };

static lua_State *checked_coroutine(lua_State *L) {
  lua_State *co = lua_tothread(L, 1);
  luaL_argexpected(L, co != NULL, 1, "coroutine");
  return co;
}

// Resumes `co` with the `count` values on top of `L`.
static int resume(lua_State *L, lua_State *co, int count) {
  clua_vm *vm = clua_vm_of(L);
  if (!lua_checkstack(co, count)) {
    lua_pushliteral(L, "too many arguments to resume");
    return RESUME_FAILED;
  }
  lua_xmove(L, co, count);
  bool blocked = !lua_isyieldable(L);
  int results;
  lua_State *blocker = vm->blocker;
  if (blocked) vm->blocker = L;
  vm->unyieldable += blocked;
  lua_State *before = clua_enter(co);
  int status = lua_resume(co, L, count, &results);
  clua_leave(before);
  vm->unyieldable -= blocked;
  vm->blocker = blocker;
  if (status == LUA_YIELD && vm->pending) return RESUME_WAITS;
  if (status == LUA_OK || status == LUA_YIELD) {
    if (!lua_checkstack(L, results + 1)) {
      lua_pop(co, results);
      lua_pushliteral(L, "too many results to resume");
      return RESUME_FAILED;
    }
    lua_xmove(co, L, results);
    return results;
  }
  lua_xmove(co, L, 1);
  clua_pass_fatal(L, status);
  return RESUME_FAILED;
}

static int resume_guarded(lua_State *L, lua_State *co, int count) {
  if (lua_status(co) == LUA_YIELD && clua_guarded(co)) {
    lua_pop(L, count);
    lua_pushliteral(L, "cannot resume a coroutine that waits for the host");
    return RESUME_FAILED;
  }
  return resume(L, co, count);
}

// Closes `co` and its `<close>` variables under the usual limits; an error is left on top.
static int close_coroutine(lua_State *L, lua_State *co) {
  lua_State *before = clua_enter(co);
#if LUA_VERSION_RELEASE_NUM >= 50406
  // lua_resetthread counts the calls of C from none again, so that closes within closes would not end.
  int status = lua_closethread(co, L);
#else
  (void)L;
  int status = lua_resetthread(co);
#endif
  clua_leave(before);
  return status;
}

// MARK: coroutine.resume

static int finish_resume(lua_State *L, int count);

static int resume_after_wait(lua_State *L, int status, lua_KContext context) {
  (void)status;
  (void)context;
  lua_State *co = lua_tothread(L, 1);
  clua_set_guarded(co, false);
  return finish_resume(L, resume(L, co, lua_gettop(L) - 1));
}

static int finish_resume(lua_State *L, int count) {
  if (count == RESUME_WAITS) {
    clua_set_guarded(lua_tothread(L, 1), true);
    lua_settop(L, 1);
    return lua_yieldk(L, 0, 0, resume_after_wait);
  }
  lua_pushboolean(L, count != RESUME_FAILED);
  if (count == RESUME_FAILED) {
    lua_insert(L, -2);
    return 2;
  }
  lua_insert(L, -(count + 1));
  return count + 1;
}

static int co_resume(lua_State *L) {
  lua_State *co = checked_coroutine(L);
  return finish_resume(L, resume_guarded(L, co, lua_gettop(L) - 1));
}

// MARK: coroutine.wrap

static int finish_wrap(lua_State *L, lua_State *co, int count);

static int wrap_after_wait(lua_State *L, int status, lua_KContext context) {
  (void)status;
  (void)context;
  lua_State *co = lua_tothread(L, lua_upvalueindex(1));
  clua_set_guarded(co, false);
  return finish_wrap(L, co, resume(L, co, lua_gettop(L)));
}

static int finish_wrap(lua_State *L, lua_State *co, int count) {
  if (count == RESUME_WAITS) {
    clua_set_guarded(co, true);
    lua_settop(L, 0);
    return lua_yieldk(L, 0, 0, wrap_after_wait);
  }
  if (count != RESUME_FAILED) return count;
  int status = lua_status(co);
  if (status != LUA_OK && status != LUA_YIELD) {
    status = close_coroutine(L, co);
    lua_xmove(co, L, 1);
    if (clua_vm_of(L)->fatal != CLUA_FATAL_NONE) return lua_error(L);
  }
  if (status != LUA_ERRMEM && lua_type(L, -1) == LUA_TSTRING) {
    luaL_where(L, 1);
    lua_insert(L, -2);
    lua_concat(L, 2);
  }
  return lua_error(L);
}

static int wrapped(lua_State *L) {
  lua_State *co = lua_tothread(L, lua_upvalueindex(1));
  return finish_wrap(L, co, resume_guarded(L, co, lua_gettop(L)));
}

static int co_create(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_State *co = lua_newthread(L);
  clua_set_nesting(co, 0);
  lua_pushvalue(L, 1);
  lua_xmove(L, co, 1);
  return 1;
}

static int co_wrap(lua_State *L) {
  co_create(L);
  lua_pushcclosure(L, wrapped, 1);
  return 1;
}

// MARK: yield and close

static int co_yield(lua_State *L) {
  if (clua_vm_of(L)->task == L) return luaL_error(L, "attempt to yield from outside a coroutine");
  return lua_yield(L, lua_gettop(L));
}

static int co_isyieldable(lua_State *L) {
  lua_State *co = lua_isthread(L, 1) ? lua_tothread(L, 1) : L;
  lua_pushboolean(L, lua_isyieldable(co) && clua_vm_of(L)->task != co);
  return 1;
}

static int co_close(lua_State *L) {
  static _Thread_local int nested;
  lua_State *co = checked_coroutine(L);
  int status = lua_status(co);
  lua_Debug info;
  bool suspended = status == LUA_YIELD || (status == LUA_OK && !lua_getstack(co, 0, &info));
  bool dead = status != LUA_YIELD && status != LUA_OK;
  if (!suspended && !dead)
    return luaL_error(L, "cannot close a %s coroutine", co == L ? "running" : "normal");
  if (clua_guarded(co)) return luaL_error(L, "cannot close a coroutine that waits for the host");
  // Hooks are off in a thread that a hook stopped, so nothing would stop its `<close>` handlers.
  if (clua_vm_of(L)->fatal != CLUA_FATAL_NONE) return luaL_error(L, "stopped");
  // Each level uses the C stack: Debian's 5.4.4 crashes on long chains.
  if (nested >= MAX_NESTED_CLOSES) return luaL_error(L, "too many nested coroutine.close calls");
  nested++;
  status = close_coroutine(L, co);
  nested--;
  if (clua_vm_of(L)->fatal != CLUA_FATAL_NONE) {
    lua_pushliteral(L, "stopped");
    return lua_error(L);
  }
  lua_pushboolean(L, status == LUA_OK);
  if (status == LUA_OK) return 1;
  lua_xmove(co, L, 1);
  return 2;
}

// To a script's own coroutines a task looks like the main thread.
static int co_running(lua_State *L) {
  bool main = lua_pushthread(L) || clua_vm_of(L)->task == L;
  lua_pushboolean(L, main);
  return 2;
}

static const luaL_Reg functions[] = {
    {"create", co_create}, {"resume", co_resume},           {"wrap", co_wrap},
    {"yield", co_yield},   {"isyieldable", co_isyieldable}, {"close", co_close},
    {"running", co_running}, {NULL, NULL},
};

void clua_open_coroutines(lua_State *L) {
  lua_getglobal(L, LUA_COLIBNAME);
  luaL_setfuncs(L, functions, 0);
  lua_pop(L, 1);
}

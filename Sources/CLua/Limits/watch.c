// Stops a script that computes endlessly, at no cost while it runs.
//
// A hook slows down every virtual instruction, so none is set while Lua runs. Each thread that runs
// Lua has a timer on its own CPU clock, which ticks every few milliseconds of work and never while
// the thread sleeps. A tick is a signal to that thread; its handler sets a hook on the running
// state, as the stock `lua` does for Ctrl-C (lua_sethook is designed for that). At the next
// instruction the hook checks whether anything is due, and removes itself. In a rule call it stays
// and counts instructions; each further tick makes it check at the next one.
//
// A tick may get lost: in a state that is being left, or with a hook that is being removed. The
// next tick makes up for it, and a hook left on a state removes itself when that state runs again.
// A tick that interrupts Swift code is made up for when Lua runs next.
//
// Running time is the thread's CPU time, read by ticks only. It counts for the state whose Lua code
// ran last, because host functions compute for that state.
// ran last: host functions compute for it.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // gettid
#endif
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "clua_internal.h"

// Instructions between two checks of a rule call; the tick in nanoseconds of CPU time, which the
// kernel rounds up to its own (4 ms at 250 Hz).
enum { COUNT = 1000, TICK_NS = 2000000 };

#ifdef __has_feature
#if __has_feature(thread_sanitizer)
#define CLUA_WITHOUT_SIGNALS
#endif
#elif defined(__SANITIZE_THREAD__)
#define CLUA_WITHOUT_SIGNALS
#endif

_Thread_local clua_thread_state clua_thread CLUA_THREAD_LOCAL;

// MARK: Due work

static uint64_t now_ns(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

// A time limit starts at its first check, so that short runs read no clock.
static bool passed(uint64_t now, uint64_t length, uint64_t *end) {
  if (*end == 0) *end = now + length;
  return now > *end;
}

// The thread's CPU time as last read.
static uint64_t cpu_ns(void) {
  return clua_thread.watch == CLUA_WATCH_TICKS ? clua_thread.cpu_ns
                                               : now_ns(CLOCK_THREAD_CPUTIME_ID);
}

static bool on_duty(const clua_vm *vm) {
  return clua_thread.duty == vm->id && vm->thread == &clua_thread;
}

void clua_take_duty(clua_vm *vm) {
  if (on_duty(vm)) return;
  clua_thread.duty = vm->id;
  vm->thread = &clua_thread;
  vm->slice_mark_ns = cpu_ns();
}

void clua_begin_slice(clua_vm *vm) {
  vm->slice_used_ns = 0;
  if (on_duty(vm)) vm->slice_mark_ns = cpu_ns();
}

uint64_t clua_slice_used(clua_vm *vm) {
  if (on_duty(vm)) {
    uint64_t now = cpu_ns();
    vm->slice_used_ns += now - vm->slice_mark_ns;
    vm->slice_mark_ns = now;
  }
  return vm->slice_used_ns;
}

static bool slice_is_over(clua_vm *vm) {
  return vm->slice_ns != 0 && clua_slice_used(vm) > vm->slice_ns;
}

int clua_due(clua_vm *vm) {
  int asked = atomic_load_explicit(&vm->interrupt, memory_order_relaxed);
  if (asked != CLUA_FATAL_NONE) return asked;
  if (vm->counting && vm->instructions < 0) return CLUA_FATAL_INSTRUCTIONS;
  bool slice = slice_is_over(vm);
  if (!slice && vm->timed && vm->expired(vm)) return CLUA_FATAL_CANCELLED;
  // A rule never waits, so its time is the thread's own: a busy machine stops no correct rule.
  bool rule = vm->counting && passed(cpu_ns(), vm->rule_ns, &vm->rule_end_ns);
  return slice || rule ? CLUA_FATAL_TIME : CLUA_FATAL_NONE;
}

// MARK: The hook

// A `<close>` handler runs while an end unwinds the stack. The handlers share a short time; after
// it each one ends at its first instruction.
static void check_unwinding(lua_State *L, clua_vm *vm) {
  vm->grace -= COUNT;
  // Tasks that are cancelled one after another have that time each, within the running time of all
  // of them.
  if (vm->fatal == CLUA_FATAL_CANCELLED && slice_is_over(vm)) clua_raise_fatal(L, CLUA_FATAL_TIME);
  clua_watch_unwinding(L);
  if (vm->grace <= 0) clua_raise_fatal(L, vm->fatal);
}

static void check(lua_State *L, lua_Debug *event) {
  (void)event;
  clua_vm *vm = clua_vm_of(L);
  bool steady = clua_thread.watch == CLUA_WATCH_STEADY;
  // A tick interrupts the counting, on average after half of it.
  bool ticked = lua_gethookcount(L) != COUNT;
  if (vm->counting && (steady || vm->hooked)) vm->instructions -= ticked ? COUNT / 2 : COUNT;
  if (vm->fatal != CLUA_FATAL_NONE) return check_unwinding(L, vm);
  int fatal = clua_due(vm);
  if (!steady) {
    if (!vm->counting && fatal == CLUA_FATAL_NONE)
      lua_sethook(L, NULL, 0, 0);
    else if (ticked || !vm->hooked)
      lua_sethook(L, check, LUA_MASKCOUNT, COUNT);
    vm->hooked = vm->counting;
  }
  if (fatal != CLUA_FATAL_NONE) clua_raise_fatal(L, fatal);
}

void clua_watch_unwinding(lua_State *L) {
  int count = clua_vm_of(L)->grace > 0 ? COUNT : 1;
  if (lua_gethook(L) != check || lua_gethookcount(L) != count)
    lua_sethook(L, check, LUA_MASKCOUNT, count);
}

bool clua_always_hooked(void) { return clua_thread.watch == CLUA_WATCH_STEADY; }

void clua_check_work(lua_State *L, clua_vm *vm) {
  // A step takes about as long as a virtual instruction.
  if (vm->counting) vm->instructions -= (int64_t)vm->work;
  vm->work = 0;
  int fatal = vm->fatal != CLUA_FATAL_NONE && vm->grace <= 0 ? vm->fatal : clua_due(vm);
  if (fatal != CLUA_FATAL_NONE) clua_raise_fatal(L, fatal);
}

void clua_unhook(lua_State *L) {
  clua_vm_of(L)->hooked = false;
  if (clua_thread.watch == CLUA_WATCH_TICKS) lua_sethook(L, NULL, 0, 0);
}

// MARK: The ticks of a thread

#ifdef CLUA_WITHOUT_SIGNALS

// The thread sanitizer delays signals until the program makes a system call, which a loop in Lua
// never does; therefore the hook is always on.
static bool start_ticks(void) { return false; }

#else

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t timers;
static int tick_signal;  // 0: none is free

// The signal handler, which runs between any two machine instructions of the thread that runs Lua.
static void tick(int number) {
  (void)number;
  clua_thread.cpu_ns = now_ns(CLOCK_THREAD_CPUTIME_ID);
  lua_State *L = clua_thread.running;
  if (L == NULL) {
    clua_thread.missed = true;
    return;
  }
  // Also while a rule is being counted: a thousand calls of slow functions would take seconds.
  if (lua_gethookmask(L) != 0 && lua_gethookcount(L) == 1) return;
  lua_sethook(L, check, LUA_MASKCOUNT, 1);
}

static void end_ticks(void *thread) {
  timer_delete(((clua_thread_state *)thread)->timer);
}

// Takes the first real-time signal without another handler.
static void choose_signal(void) {
  if (pthread_key_create(&timers, end_ticks) != 0) return;
  for (int number = SIGRTMIN; number <= SIGRTMAX; number++) {
    struct sigaction action;
    if (sigaction(number, NULL, &action) != 0 || action.sa_handler != SIG_DFL) continue;
    action = (struct sigaction){.sa_handler = tick, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    if (sigaction(number, &action, NULL) == 0) tick_signal = number;
    return;
  }
}

static bool start_ticks(void) {
  pthread_once(&once, choose_signal);
  if (tick_signal == 0) return false;
  struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = tick_signal};
  event.sigev_notify_thread_id = gettid();
  if (timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &clua_thread.timer) != 0) return false;
  struct timespec interval = {.tv_nsec = TICK_NS};
  struct itimerspec every = {.it_interval = interval, .it_value = interval};
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, tick_signal);
  if (pthread_setspecific(timers, &clua_thread) == 0 &&
      pthread_sigmask(SIG_UNBLOCK, &set, NULL) == 0 &&
      timer_settime(clua_thread.timer, 0, &every, NULL) == 0)
    return true;
  pthread_setspecific(timers, NULL);
  timer_delete(clua_thread.timer);
  return false;
}

#endif

void clua_watch(lua_State *L) {
  if (clua_thread.watch == CLUA_WATCH_NONE) {
    clua_thread.cpu_ns = now_ns(CLOCK_THREAD_CPUTIME_ID);
    clua_thread.watch = start_ticks() ? CLUA_WATCH_TICKS : CLUA_WATCH_STEADY;
  }
  if (clua_thread.missed) {
    clua_thread.missed = false;
    lua_sethook(L, check, LUA_MASKCOUNT, 1);
  }
  // Setting it again would restart its count: a coroutine that is resumed often would never be
  // checked.
  if (clua_thread.watch == CLUA_WATCH_STEADY && lua_gethook(L) != check)
    lua_sethook(L, check, LUA_MASKCOUNT, COUNT);
}

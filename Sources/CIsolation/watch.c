// The parent's side: reads signs of life, passes on signals, kills the child.
#define _GNU_SOURCE  // prlimit
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cisolation.h"

enum { GRACE_MS = 2000, LONGEST_WAIT_MS = 200 };

static double seconds_of(clockid_t clock) {
  struct timespec now;
  return clock_gettime(clock, &now) == 0 ? (double)now.tv_sec + (double)now.tv_nsec * 1e-9 : 0;
}

// Sets the kernel's limit on CPU time, in case this process is stopped: whole seconds, so a little
// later than the watch. It moves with each sign of life.
static void move_cpu_limit(pid_t child, double used, double seconds) {
  struct rlimit limit;
  if (prlimit(child, RLIMIT_CPU, NULL, &limit) != 0) return;
  rlim_t soft = (rlim_t)(used + seconds) + 2;
  if (limit.rlim_max != RLIM_INFINITY && soft > limit.rlim_max) soft = limit.rlim_max;
  limit.rlim_cur = soft;
  prlimit(child, RLIMIT_CPU, &limit, NULL);
}

// Passes on a signal that was sent to this process alone; returns whether the child was asked to
// end.
static int take_signal(int signals, pid_t child) {
  struct signalfd_siginfo info;
  if (read(signals, &info, sizeof info) != sizeof info) return 0;
  if (info.ssi_signo == SIGCHLD) return 0;
  if (info.ssi_code <= 0) kill(child, (int)info.ssi_signo);  // SI_USER and its like
  return 1;
}

// Opens a signalfd for the relevant signals; `before` is the mask to restore.
static int open_signals(sigset_t *before) {
  sigset_t set;
  sigemptyset(&set);
  static const int taken[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCHLD};
  for (size_t index = 0; index < sizeof taken / sizeof *taken; index++) sigaddset(&set, taken[index]);
  pthread_sigmask(SIG_BLOCK, &set, before);
  return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

static int ended(pid_t child, cisolation_end *end) {
  int status;
  pid_t found = waitpid(child, &status, WNOHANG);
  if (found == 0 || (found < 0 && errno == EINTR)) return 0;
  if (found < 0) {
    end->code = 1;
    return 1;
  }
  end->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  end->code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  return 1;
}

cisolation_end cisolation_watch(pid_t child, int beat, const cisolation_limits *limits) {
  cisolation_end end = {0, 0, 0};
  clockid_t cpu;
  if (clock_getcpuclockid(child, &cpu) != 0) cpu = CLOCK_MONOTONIC;
  sigset_t before;
  int signals = open_signals(&before);
  double last = 0, asked = 0;
  move_cpu_limit(child, 0, limits->seconds);
  while (!ended(child, &end)) {
    double used = seconds_of(cpu), now = seconds_of(CLOCK_MONOTONIC);
    if (used - last > limits->seconds || (asked != 0 && now - asked > GRACE_MS * 1e-3)) {
      end.killed = 1;
      kill(child, SIGKILL);
    }
    // CPU time on Lua's single thread passes no faster than real time.
    double left = (limits->seconds - (used - last)) * 1e3 + 1;
    int wait = left < 1 ? 1 : left > LONGEST_WAIT_MS ? LONGEST_WAIT_MS : (int)left;
    struct pollfd events[] = {{.fd = beat, .events = POLLIN}, {.fd = signals, .events = POLLIN}};
    if (poll(events, 2, wait) <= 0) continue;
    char bytes[256];
    if (events[0].revents != 0 && read(beat, bytes, sizeof bytes) <= 0) {
      beat = -1;  // closed: the child is about to end
    } else if (events[0].revents != 0) {
      last = seconds_of(cpu);
      move_cpu_limit(child, last, limits->seconds);
    }
    if (events[1].revents != 0 && take_signal(signals, child) && asked == 0) asked = now;
  }
  close(signals);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return end;
}

// The child's side: sets limits between fork and exec. Only async-signal-safe calls are allowed
// there.
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cisolation.h"

static int set_limit(int what, rlim_t most) {
  struct rlimit now;
  if (getrlimit(what, &now) != 0) return -1;
  // A limit that is already tighter stays.
  if (now.rlim_max != RLIM_INFINITY && now.rlim_max < most) most = now.rlim_max;
  struct rlimit limit = {.rlim_cur = most, .rlim_max = most};
  return setrlimit(what, &limit);
}

static int confine(pid_t parent, const cisolation_limits *limits) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0) return -1;
  if (getppid() != parent) return -1;  // the parent died before this line
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  if (set_limit(RLIMIT_CORE, 0) != 0 || set_limit(RLIMIT_NOFILE, limits->files) != 0) return -1;
  return set_limit(RLIMIT_AS, limits->address_bytes);
}

pid_t cisolation_start(const char *program, char *const arguments[], int beat_in, int beat_out,
                       const cisolation_limits *limits) {
  pid_t parent = getpid();
  pid_t child = fork();
  if (child != 0) return child;
  close(beat_in);
  int failed = confine(parent, limits) != 0 || fcntl(beat_out, F_SETFD, 0) != 0;
  // Signals that the starting thread had blocked must reach the child.
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  if (!failed) execv(program, arguments);
  static const char message[] = "mixhost: cannot start the isolated process\n";
  if (write(STDERR_FILENO, message, sizeof message - 1) < 0) _exit(1);
  _exit(1);
}

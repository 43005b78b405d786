// A child process with limits of the kernel, and its parent's watch over it: fork, setrlimit, prctl
// and signalfd, which Swift cannot call or must not between fork and exec.
#ifndef CISOLATION_H
#define CISOLATION_H

#include <stdint.h>
#include <sys/types.h>

/// The arguments that this program was started with, its name first, NULL at the end. Unlike Swift's
/// CommandLine they are there without /proc.
char *const *cisolation_arguments(void);

/// Limits that the kernel holds the child to.
typedef struct cisolation_limits {
  uint64_t address_bytes;  // RLIMIT_AS
  uint64_t files;          // RLIMIT_NOFILE
  double seconds;          // CPU time between two signs of life
} cisolation_limits;

/// How the child ended.
typedef struct cisolation_end {
  int code;    // its exit code, when `signal` is 0
  int signal;  // what killed it, or 0
  int killed;  // 1: by this process, because it gave no sign of life
} cisolation_end;

/// Starts `program` with `arguments` (NULL at the end) and the limits: no core file, no new
/// privileges, killed when this process dies. The child writes to `beat_out`, kept open for it; this
/// process reads `beat_in`. Returns the child, or -1 (errno).
pid_t cisolation_start(const char *program, char *const arguments[], int beat_in, int beat_out,
                       const cisolation_limits *limits);

/// Waits for the child's end. Passes on signals that were sent to this process alone; those of the
/// terminal the child gets itself. Kills the child when it has used more CPU time than
/// `limits->seconds` since its last sign of life, or does not end 2 s after a signal that asks it to.
cisolation_end cisolation_watch(pid_t child, int beat, const cisolation_limits *limits);

#endif

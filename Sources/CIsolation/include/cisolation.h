// Starts a child process with limits of the kernel and watches it: fork, setrlimit, prctl and
// signalfd, which Swift cannot call, or must not between fork and exec. Also prints where a crash
// happened, with functions that are safe in a signal handler.
#ifndef CISOLATION_H
#define CISOLATION_H

#include <stddef.h>
#include <stdint.h>

/// The arguments of this program, its name first, NULL at the end. Unlike Swift's CommandLine they
/// need no /proc.
char *const *cisolation_arguments(void);

/// Limits of the child that the kernel enforces.
typedef struct cisolation_limits {
  uint64_t address_bytes;  // RLIMIT_AS
  uint64_t files;          // RLIMIT_NOFILE
  double seconds;          // CPU time between two signs of life
} cisolation_limits;

/// How the child ended.
typedef struct cisolation_end {
  int code;    // its exit code, when `signal` is 0
  int signal;  // the signal that killed it, or 0
  int killed;  // 1: killed by this process, because it gave no sign of life
} cisolation_end;

/// Starts `program` with `arguments` (NULL at the end) and the limits: no core file, no new
/// privileges, killed when this process dies. The child writes signs of life to `beat_out`, which
/// stays open for it; this process reads `beat_in`. Returns the child's id, or -1 with errno.
int cisolation_start(const char *program, char *const arguments[], int beat_in, int beat_out,
                       const cisolation_limits *limits);

/// Waits for the child's end. Passes on signals that were sent to this process alone; signals of
/// the terminal reach the child directly. Kills the child when it has used more CPU time than
/// `limits->seconds` since its last sign of life, or does not end within 2 s of a signal that asks
/// it to.
cisolation_end cisolation_watch(int child, int beat, const cisolation_limits *limits);

/// How long a build's identity may be, in bytes.
#define CISOLATION_BUILD_BYTES 32

/// Writes the identity that the linker gave this program (its build-id) in hexadecimal digits; empty when it has none.
void cisolation_build(char text[2 * CISOLATION_BUILD_BYTES + 1]);

/// Lets a crash print the version, the build, the signal and where each frame of its stack is, on standard
/// error. Call it once, from the main thread.
void cisolation_report_crashes(const char *version);

/// Swift's runtime: a symbol as people read it, NULL if it is none of Swift's. The caller frees it.
char *swift_demangle(const char *symbol, size_t length, char *output, size_t *size, uint32_t flags);

#endif

// `launch FILE PROGRAM ARGS…`: runs the program once and writes wall seconds, CPU seconds and peak KB of it to FILE.
// A small launcher, because a child's peak memory counts what its parent held at the fork.
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double seconds(struct timeval t) { return (double)t.tv_sec + (double)t.tv_usec * 1e-6; }

int main(int count, char **arguments) {
  if (count < 3) return 2;
  double start = now();
  pid_t child = fork();
  if (child == 0) {
    execvp(arguments[2], arguments + 2);
    _exit(127);
  }
  int status;
  struct rusage usage;
  if (child < 0 || wait4(child, &status, 0, &usage) != child) return 1;
  double wall = now() - start;
  FILE *file = fopen(arguments[1], "w");
  if (file == NULL) return 1;
  fprintf(file, "%.6f %.6f %ld\n", wall, seconds(usage.ru_utime) + seconds(usage.ru_stime), usage.ru_maxrss);
  fclose(file);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

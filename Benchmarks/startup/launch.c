// `launch PROGRAM ARGS…`: runs the program once with its output dropped and prints wall ms and peak
// KB. A small launcher, because a child's peak memory counts what its parent held at the fork.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

int main(int count, char **arguments) {
  if (count < 2) return 2;
  int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
  double start = now_ms();
  pid_t child = fork();
  if (child == 0) {
    dup2(null, STDOUT_FILENO);
    execvp(arguments[1], arguments + 1);
    _exit(127);
  }
  int status;
  struct rusage usage;
  if (child < 0 || wait4(child, &status, 0, &usage) != child) return 1;
  double wall = now_ms() - start;
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    fprintf(stderr, "launch: %s failed (status %d)\n", arguments[1], status);
    return 1;
  }
  printf("%.4f %ld\n", wall, usage.ru_maxrss);
}

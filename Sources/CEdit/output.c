// Output while a line is being typed goes above that line.
//
// Any thread may write: a task that was left running prints. The text waits under a mutex, and a pipe
// wakes the thread that reads the keyboard, which alone touches the screen.
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "cedit_internal.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static cedit_text waiting;      // under the lock
static bool reading;            // under the lock
static int wake_pipe[2] = {-1, -1};
static volatile sig_atomic_t resized;

static void wake(void) {
  // A full pipe wakes as well.
  ssize_t count = write(wake_pipe[1], "", 1);
  (void)count;
}

static void on_resize(int number) {
  (void)number;
  resized = 1;
  wake();
}

bool cedit_open_output(void) {
  if (pipe2(wake_pipe, O_CLOEXEC | O_NONBLOCK) != 0) return false;
  struct sigaction action = {.sa_handler = on_resize, .sa_flags = SA_RESTART};
  return sigaction(SIGWINCH, &action, NULL) == 0;
}

int cedit_wake_descriptor(void) { return wake_pipe[0]; }

static void write_waiting(void) {
  cedit_write(waiting.start, waiting.length);
  if (reading && waiting.length > 0 && waiting.start[waiting.length - 1] != '\n') cedit_write("\n", 1);
  waiting.length = 0;
}

void cedit_take_wake(void) {
  char drain[64];
  while (read(wake_pipe[0], drain, sizeof drain) > 0) continue;
  cedit_erase_line();
  if (resized) {
    resized = 0;
    el_resize(cedit.editor);
  }
  pthread_mutex_lock(&lock);
  write_waiting();
  pthread_mutex_unlock(&lock);
  el_set(cedit.editor, EL_REFRESH);
}

void cedit_set_reading(bool now) {
  pthread_mutex_lock(&lock);
  reading = now;
  write_waiting();
  pthread_mutex_unlock(&lock);
}

bool cedit_reading(void) {
  pthread_mutex_lock(&lock);
  bool result = reading;
  pthread_mutex_unlock(&lock);
  return result;
}

void cedit_show(const char *text, size_t length) {
  pthread_mutex_lock(&lock);
  bool kept = reading && cedit_append(&waiting, text, length);
  if (!kept) cedit_write(text, length);
  pthread_mutex_unlock(&lock);
  if (kept) wake();
}

static ssize_t write_stream(void *cookie, const char *text, size_t length) {
  (void)cookie;
  cedit_show(text, length);
  return (ssize_t)length;
}

void cedit_divert_output(void) {
  fflush(stdout);
  FILE *stream = fopencookie(NULL, "w", (cookie_io_functions_t){.write = write_stream});
  if (!stream) return;  // output then goes where the cursor stands
  setvbuf(stream, NULL, _IOLBF, BUFSIZ);
  stdout = stream;
}

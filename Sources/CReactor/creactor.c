#define _GNU_SOURCE
#include "creactor.h"

#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static _Thread_local void *thread_mark;

int creactor_eventfd_open(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

void creactor_eventfd_signal(int fd) {
  uint64_t one = 1;
  // A full counter (EAGAIN) is a wake-up already pending: nothing to do.
  ssize_t written = write(fd, &one, sizeof one);
  (void)written;
}

void creactor_eventfd_wait(int fd, int milliseconds) {
  struct pollfd entry = {.fd = fd, .events = POLLIN, .revents = 0};
  if (poll(&entry, 1, milliseconds) > 0) {
    uint64_t count;
    ssize_t got = read(fd, &count, sizeof count);
    (void)got;
  }
}

void creactor_eventfd_close(int fd) { close(fd); }

void *creactor_thread_mark(void) { return thread_mark; }

void creactor_set_thread_mark(void *mark) { thread_mark = mark; }

uint64_t creactor_monotonic_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

double creactor_wall_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

void creactor_tune_allocator(void) {
  // One arena: nearly everything lives on the reactor's thread, and a second arena costs its mappings
  // at every start.
  mallopt(M_ARENA_MAX, 1);
  // The heap gives memory back at once when its top is free, and takes it again for the next response
  // body: with 2 KB bodies that is a system call every dozen requests. Keep some megabytes.
  mallopt(M_TRIM_THRESHOLD, 4 << 20);
  mallopt(M_TOP_PAD, 256 << 10);
}

int creactor_thread_start(uint64_t *thread, const char *name, uint64_t stack_bytes,
                          void *(*body)(void *), void *context) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, (size_t)stack_bytes);
  sigset_t all, previous;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &previous);
  pthread_t id;
  int result = pthread_create(&id, &attributes, body, context);
  pthread_sigmask(SIG_SETMASK, &previous, NULL);
  pthread_attr_destroy(&attributes);
  if (result == 0) {
    char shortened[16] = {0};
    for (int i = 0; i < 15 && name[i]; i++) shortened[i] = name[i];
    pthread_setname_np(id, shortened);
    *thread = (uint64_t)id;
  }
  return result;
}

void creactor_thread_join(uint64_t thread) { pthread_join((pthread_t)thread, NULL); }

void creactor_thread_detach(uint64_t thread) { pthread_detach((pthread_t)thread); }

uint64_t creactor_main_stack_bytes(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return 0;
  return (uint64_t)limit.rlim_cur;
}

// MARK: Continuing after a stop

static atomic_uint_fast64_t continued;
static atomic_int continuing_is_noted, continued_is_asked;

static void on_continue(int number) {
  (void)number;
  atomic_fetch_add(&continued, 1);
}

void creactor_continuing_is_noted(void) { atomic_store(&continuing_is_noted, 1); }

void creactor_note_continued(void) {
  if (atomic_load(&continued_is_asked)) atomic_fetch_add(&continued, 1);
}

uint64_t creactor_continued(void) {
  if (!atomic_exchange(&continued_is_asked, 1) && !atomic_load(&continuing_is_noted)) {
    struct sigaction action = {.sa_handler = on_continue, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGCONT, &action, NULL);
    // The program that started this one may have blocked it.
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGCONT);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  }
  return atomic_load(&continued);
}

// Calls to Linux that the reactor needs and the Glibc module lacks.
#ifndef CREACTOR_H
#define CREACTOR_H

#include <stdint.h>

/// Opens a non-blocking, close-on-exec eventfd. Returns the descriptor, or -1 (see errno).
int creactor_eventfd_open(void);

/// Adds one to the counter, which wakes a thread that waits in `creactor_eventfd_wait`.
void creactor_eventfd_signal(int fd);

/// Waits until the counter is signalled or `milliseconds` passed (-1: no limit), then resets it.
void creactor_eventfd_wait(int fd, int milliseconds);

/// Closes the descriptor.
void creactor_eventfd_close(int fd);

/// The pointer that this thread was marked with, or NULL. One thread-local read.
void *creactor_thread_mark(void);

/// Marks this thread.
void creactor_set_thread_mark(void *mark);

/// Nanoseconds of CLOCK_MONOTONIC.
uint64_t creactor_monotonic_ns(void);

/// Seconds since 1970 of CLOCK_REALTIME.
double creactor_wall_seconds(void);

/// Sets up malloc for a program whose work is done by one reactor: a single arena that keeps some
/// megabytes. Process-wide, so it is the program's choice and not the library's.
void creactor_tune_allocator(void);

/// Starts a thread named `name` (at most 15 bytes are kept) with `stack_bytes` of stack that runs
/// `body(context)`; every signal is blocked in it, so that the main thread takes them.
/// Returns 0, or an errno value. The thread is joined with `creactor_thread_join`,
/// or given up with `creactor_thread_detach`.
int creactor_thread_start(uint64_t *thread, const char *name, uint64_t stack_bytes,
                          void *(*body)(void *), void *context);

/// The size of the main thread's stack in bytes; 0 when it has no limit.
uint64_t creactor_main_stack_bytes(void);

/// Waits for a thread to end.
void creactor_thread_join(uint64_t thread);

/// Lets a thread free its stack when it ends; it cannot be joined after that.
void creactor_thread_detach(uint64_t thread);

/// How often this process has continued after a stop (SIGCONT) since the first call, which begins to
/// count. Any thread.
uint64_t creactor_continued(void);

/// Says that the caller waits for SIGCONT and notes each, so that no handler is to be set.
void creactor_continuing_is_noted(void);

/// Counts one for `creactor_continued`.
void creactor_note_continued(void);

#endif

// The multi handle driven by its socket interface over epoll: a turn costs what the ready sockets
// cost, where curl_multi_perform asks every running transfer and curl_multi_poll lists them anew.
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "library.h"
#include "multi.h"

enum { EVENTS_PER_TURN = 128, NO_TIMER = -1 };

/// What is watched for on one descriptor.
typedef struct watch {
  /// The epoll events that libcurl waits for; 0 for none.
  uint32_t wanted;
  /// Those that epoll reports.
  uint32_t registered;
  /// Whether `ccurl_multi_closing` announces its end.
  int announced;
} watch;

struct ccurl_multi {
  CURLM *curl;
  int epoll, wake;
  /// When libcurl wants to be called, in nanoseconds of the monotonic clock; or NO_TIMER.
  int64_t due;
  /// Transfers that were added and have not been taken off.
  int added;
  /// By descriptor.
  watch *watches;
  int watch_count;
};

static int64_t now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

// MARK: watches

// The descriptor's watch, or NULL when memory is out.
static watch *watch_of(ccurl_multi *multi, int descriptor) {
  if (descriptor >= multi->watch_count) {
    int count = descriptor * 2 + 64;
    watch *bigger = realloc(multi->watches, (size_t)count * sizeof *bigger);
    if (!bigger) return NULL;
    memset(bigger + multi->watch_count, 0, (size_t)(count - multi->watch_count) * sizeof *bigger);
    multi->watches = bigger;
    multi->watch_count = count;
  }
  return &multi->watches[descriptor];
}

static int set_registered(ccurl_multi *multi, int descriptor, watch *entry, uint32_t events) {
  if (entry->registered == events) return 0;
  int operation = !events ? EPOLL_CTL_DEL : entry->registered ? EPOLL_CTL_MOD : EPOLL_CTL_ADD;
  struct epoll_event event = {.events = events, .data.fd = descriptor};
  entry->registered = events;
  int result = epoll_ctl(multi->epoll, operation, descriptor, &event);
  if (!events) return 0;
  // A descriptor of libcurl's own may have been closed, and its number used again, unannounced.
  if (result < 0 && operation == EPOLL_CTL_MOD && errno == ENOENT) {
    result = epoll_ctl(multi->epoll, EPOLL_CTL_ADD, descriptor, &event);
  }
  return result;
}

// libcurl's order to watch a socket, or no longer to.
static int on_socket(CURL *easy, curl_socket_t descriptor, int what, void *context, void *own) {
  ccurl_multi *multi = context;
  (void)easy;
  (void)own;
  watch *entry = watch_of(multi, descriptor);
  if (!entry) return -1;
  entry->wanted = (what & CURL_POLL_REMOVE) == CURL_POLL_REMOVE ? 0
                  : (what & CURL_POLL_IN ? EPOLLIN : 0) | (what & CURL_POLL_OUT ? EPOLLOUT : 0);
  // A kept connection goes to and fro between "read" and "nothing" with every request: it stays
  // registered, and only an event that nobody waits for takes it off.
  if (!entry->wanted && entry->announced) return 0;
  return set_registered(multi, descriptor, entry, entry->wanted);
}

void ccurl_multi_opened(ccurl_multi *multi, int descriptor) {
  watch *entry = watch_of(multi, descriptor);
  if (entry) *entry = (watch){.announced = 1};
}

int ccurl_multi_closing(void *context, curl_socket_t descriptor) {
  ccurl_multi *multi = context;
  if (descriptor < multi->watch_count) {
    // A forked child may still share the socket, and with it epoll's entry.
    set_registered(multi, descriptor, &multi->watches[descriptor], 0);
    multi->watches[descriptor] = (watch){0};
  }
  return close(descriptor);
}

static int on_timer(CURLM *curl_multi, long milliseconds, void *context) {
  ccurl_multi *multi = context;
  (void)curl_multi;
  // 0 is most frequent, with every new transfer: "at once" needs no clock.
  multi->due = milliseconds < 0    ? NO_TIMER
               : milliseconds == 0 ? 0
                                   : now_ns() + milliseconds * 1000000;
  return 0;
}

// MARK: life

static ccurl_multi *open_parts(ccurl_multi *multi, long connections) {
  struct epoll_event event = {.events = EPOLLIN, .data.fd = multi->wake};
  if (multi->epoll < 0 || multi->wake < 0 || !multi->curl ||
      epoll_ctl(multi->epoll, EPOLL_CTL_ADD, multi->wake, &event) < 0) {
    return NULL;
  }
  curl->curl_multi_setopt(multi->curl, CURLMOPT_MAXCONNECTS, connections);
  curl->curl_multi_setopt(multi->curl, CURLMOPT_PIPELINING, (long)CURLPIPE_MULTIPLEX);
  curl->curl_multi_setopt(multi->curl, CURLMOPT_SOCKETFUNCTION, on_socket);
  curl->curl_multi_setopt(multi->curl, CURLMOPT_SOCKETDATA, multi);
  curl->curl_multi_setopt(multi->curl, CURLMOPT_TIMERFUNCTION, on_timer);
  curl->curl_multi_setopt(multi->curl, CURLMOPT_TIMERDATA, multi);
  return multi;
}

ccurl_multi *ccurl_multi_new(long connections) {
  ccurl_multi *multi = calloc(1, sizeof *multi);
  if (!multi) return NULL;
  multi->due = NO_TIMER;
  multi->epoll = epoll_create1(EPOLL_CLOEXEC);
  multi->wake = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  multi->curl = curl->curl_multi_init();
  if (open_parts(multi, connections)) return multi;
  ccurl_multi_free(multi);
  return NULL;
}

void ccurl_multi_free(ccurl_multi *multi) {
  // Closes the kept connections, which calls back.
  if (multi->curl) curl->curl_multi_cleanup(multi->curl);
  if (multi->epoll >= 0) close(multi->epoll);
  if (multi->wake >= 0) close(multi->wake);
  free(multi->watches);
  free(multi);
}

// MARK: turns

void ccurl_multi_wake(ccurl_multi *multi) {
  uint64_t one = 1;
  // A full counter (EAGAIN) is a wake-up already pending: nothing to do.
  ssize_t written = write(multi->wake, &one, sizeof one);
  (void)written;
}

// Lets libcurl handle one thing. Returns how many transfers still run.
static int act(ccurl_multi *multi, curl_socket_t descriptor, int ready) {
  int running = 0;
  curl->curl_multi_socket_action(multi->curl, descriptor, ready, &running);
  return running;
}

static void handle(ccurl_multi *multi, const struct epoll_event *event) {
  int descriptor = event->data.fd;
  if (descriptor == multi->wake) {
    uint64_t count;
    ssize_t got = read(descriptor, &count, sizeof count);
    (void)got;
    return;
  }
  watch *entry = &multi->watches[descriptor];
  if (!entry->wanted) {
    // An idle connection that its server closes: libcurl sees that when it would use it.
    set_registered(multi, descriptor, entry, 0);
    return;
  }
  // An error shows in the call that libcurl waits to make.
  uint32_t events = event->events & (EPOLLERR | EPOLLHUP) ? entry->wanted : event->events;
  act(multi, descriptor,
      (events & EPOLLIN ? CURL_CSELECT_IN : 0) | (events & EPOLLOUT ? CURL_CSELECT_OUT : 0));
}

// Runs libcurl's timer if it is due, which is also how new transfers start. Returns the longest
// that may be waited now, at most `milliseconds`.
static int run_timer(ccurl_multi *multi, int milliseconds) {
  int64_t now = multi->due > 0 ? now_ns() : 0;
  if (multi->due != NO_TIMER && multi->due <= now) {
    multi->due = NO_TIMER;
    // One that ended at once waits to be taken off.
    if (act(multi, CURL_SOCKET_TIMEOUT, 0) < multi->added) return 0;
    if (multi->due > 0) now = now_ns();
  }
  if (multi->due == NO_TIMER) return milliseconds;
  int64_t left = multi->due <= now ? 0 : (multi->due - now + 999999) / 1000000;
  return milliseconds < 0 || left < milliseconds ? (int)left : milliseconds;
}

void ccurl_multi_turn(ccurl_multi *multi, int milliseconds) {
  struct epoll_event events[EVENTS_PER_TURN];
  int ready = epoll_wait(multi->epoll, events, EVENTS_PER_TURN, run_timer(multi, milliseconds));
  for (int i = 0; i < ready; i++) handle(multi, &events[i]);
}

// MARK: transfers

int ccurl_multi_add(ccurl_multi *multi, CURL *easy) {
  CURLMcode code = curl->curl_multi_add_handle(multi->curl, easy);
  if (code == CURLM_OK) multi->added++;
  return (int)code;
}

void ccurl_multi_remove(ccurl_multi *multi, CURL *easy) {
  curl->curl_multi_remove_handle(multi->curl, easy);
  multi->added--;
}

ccurl_transfer *ccurl_multi_next_done(ccurl_multi *multi, CURLcode *result) {
  int left;
  CURLMsg *message;
  while ((message = curl->curl_multi_info_read(multi->curl, &left))) {
    if (message->msg != CURLMSG_DONE) continue;
    *result = message->data.result;
    CURL *easy = message->easy_handle;
    ccurl_transfer *transfer = NULL;
    curl->curl_easy_getinfo(easy, CURLINFO_PRIVATE, (char **)&transfer);
    ccurl_multi_remove(multi, easy);
    return transfer;
  }
  return NULL;
}

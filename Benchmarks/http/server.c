// A loopback HTTP/1.1 server for benchmarks: epoll, keep-alive, pipelining, one fixed JSON answer of
// 2 KB, or that of a file, nothing else. `server [DELAY_MS [FILE]]` prints its port, serves until standard input ends.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { BODY = 2048, LARGEST_BODY = 65536, MAX_FD = 4096, REQUEST_ROOM = 4096, EVENTS = 256 };

typedef struct connection {
  size_t used;
  char request[REQUEST_ROOM];
} connection;

// An answer that is due later; all delays are equal, so the queue is in order.
typedef struct answer {
  double due;
  int fd;
} answer;

static connection *connections[MAX_FD];
static char response[LARGEST_BODY + 256];
static size_t response_length;
static double delay;
static answer queue[MAX_FD];
static unsigned queue_head, queue_tail;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void die(const char *what) {
  perror(what);
  exit(1);
}

static size_t read_body(char *body, const char *path) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) die(path);
  size_t length = fread(body, 1, LARGEST_BODY, file);
  fclose(file);
  return length;
}

static size_t make_body(char *body) {
  int n = snprintf(body, BODY, "{\"resultCount\":1,\"results\":[{\"trackName\":\"");
  memset(body + n, 'a', (size_t)(BODY - n - 4));
  memcpy(body + BODY - 4, "\"}]}", 4);
  return BODY;
}

static void make_response(const char *path) {
  static char body[LARGEST_BODY];
  size_t length = path != NULL ? read_body(body, path) : make_body(body);
  int head = snprintf(
      response, sizeof response,
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n", length);
  memcpy(response + head, body, length);
  response_length = (size_t)head + length;
}

static void drop(int fd) {
  free(connections[fd]);
  connections[fd] = NULL;
  close(fd);
}

static bool respond(int fd) {
  // An answer always fits an idle loopback socket's buffer.
  return send(fd, response, response_length, MSG_NOSIGNAL) == (ssize_t)response_length;
}

static void accept_all(int poll, int listener) {
  for (;;) {
    int fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd < 0) return;
    int on = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    struct epoll_event event = {.events = EPOLLIN, .data.fd = fd};
    connection *c = fd < MAX_FD ? calloc(1, sizeof *c) : NULL;
    if (c == NULL || epoll_ctl(poll, EPOLL_CTL_ADD, fd, &event) < 0) {
      free(c);
      close(fd);
      continue;
    }
    connections[fd] = c;
  }
}

// Answers every whole request head in the buffer (GET has no body).
static bool serve(int fd, connection *c) {
  ssize_t n = recv(fd, c->request + c->used, REQUEST_ROOM - c->used, 0);
  if (n < 0) return errno == EAGAIN;
  if (n == 0) return false;
  c->used += (size_t)n;
  char *end;
  while ((end = memmem(c->request, c->used, "\r\n\r\n", 4)) != NULL) {
    size_t head = (size_t)(end + 4 - c->request);
    c->used -= head;
    memmove(c->request, c->request + head, c->used);
    if (delay > 0)
      queue[queue_tail++ % MAX_FD] = (answer){now() + delay, fd};
    else if (!respond(fd))
      return false;
  }
  return c->used < REQUEST_ROOM;
}

static int answer_due(void) {
  while (queue_head != queue_tail) {
    answer next = queue[queue_head % MAX_FD];
    double left = next.due - now();
    if (left > 0) return (int)(left * 1e3) + 1;
    queue_head++;
    if (connections[next.fd] != NULL && !respond(next.fd)) drop(next.fd);
  }
  return -1;
}

int main(int count, char **arguments) {
  delay = count > 1 ? atof(arguments[1]) * 1e-3 : 0;
  make_response(count > 2 ? arguments[2] : NULL);
  signal(SIGPIPE, SIG_IGN);
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof address;
  if (listener < 0 || bind(listener, (struct sockaddr *)&address, length) < 0 ||
      listen(listener, 1024) < 0 || getsockname(listener, (struct sockaddr *)&address, &length) < 0)
    die("listen");
  int poll = epoll_create1(EPOLL_CLOEXEC);
  struct epoll_event event = {.events = EPOLLIN, .data.fd = listener};
  if (poll < 0 || epoll_ctl(poll, EPOLL_CTL_ADD, listener, &event) < 0) die("epoll");
  event.data.fd = STDIN_FILENO;
  if (epoll_ctl(poll, EPOLL_CTL_ADD, STDIN_FILENO, &event) < 0) die("standard input");
  printf("%d\n", ntohs(address.sin_port));
  fflush(stdout);

  for (;;) {
    struct epoll_event events[EVENTS];
    int ready = epoll_wait(poll, events, EVENTS, answer_due());
    for (int i = 0; i < ready; i++) {
      int fd = events[i].data.fd;
      if (fd == STDIN_FILENO) return 0;
      if (fd == listener)
        accept_all(poll, listener);
      else if (connections[fd] != NULL && !serve(fd, connections[fd]))
        drop(fd);
    }
  }
}

// The calls that wait: connecting, statements, notifications.
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>

#include "library.h"

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/// Waits for events of a socket, and for `wake` where that is not -1. Returns 0 when the time is over.
static int wait_for(int socket, short events, int wake, int64_t deadline) {
  struct pollfd entries[2] = {{.fd = socket, .events = events}, {.fd = wake, .events = POLLIN}};
  while (1) {
    int64_t left = deadline - now();
    if (left <= 0) return 0;
    int count = poll(entries, wake < 0 ? 1 : 2, left > INT32_MAX ? INT32_MAX : (int)left);
    if (count > 0) return 1;
    if (count < 0 && errno != EINTR) return 1;
  }
}

// Notices of the server are for its own log; libpq would print them. Only that there was a warning is kept.
static void take_notice(void *context, const PGresult *result) {
  const char *state = pq->PQresultErrorField(result, PG_DIAG_SQLSTATE);
  if (state && !strcmp(state, "01000")) *(int *)context = 1;
}

struct pg_conn *cpostgres_connect(const char *const *keys, const char *const *values,
                                  int milliseconds, int *warned, cpostgres_end *end) {
  int64_t deadline = now() + milliseconds;
  *end = CPOSTGRES_LOST;
  PGconn *connection = pq->PQconnectStartParams(keys, values, 0);
  if (!connection) return NULL;
  pq->PQsetNoticeReceiver(connection, take_notice, warned);
  // With the code of each failure, which does not depend on the server's language.
  pq->PQsetErrorVerbosity(connection, PQERRORS_VERBOSE);
  if (pq->PQstatus(connection) == CONNECTION_BAD) return connection;
  PostgresPollingStatusType state = PGRES_POLLING_WRITING;
  while (state != PGRES_POLLING_OK) {
    if (state == PGRES_POLLING_FAILED) return connection;
    short events = state == PGRES_POLLING_READING ? POLLIN : POLLOUT;
    if (!wait_for(pq->PQsocket(connection), events, -1, deadline)) {
      *end = CPOSTGRES_TIMED_OUT;
      return connection;
    }
    state = pq->PQconnectPoll(connection);
  }
  pq->PQsetnonblocking(connection, 1);
  *end = CPOSTGRES_DONE;
  return connection;
}

void cpostgres_close(struct pg_conn *connection) { pq->PQfinish(connection); }

const char *cpostgres_message(const struct pg_conn *connection) {
  return pq->PQerrorMessage(connection);
}

int cpostgres_is_connected(const struct pg_conn *connection) {
  return pq->PQstatus(connection) == CONNECTION_OK;
}

int cpostgres_has_failed(const struct pg_conn *connection) {
  return pq->PQtransactionStatus(connection) == PQTRANS_INERROR;
}

int cpostgres_backend(const struct pg_conn *connection) { return pq->PQbackendPID(connection); }

int cpostgres_server_version(const struct pg_conn *connection) {
  return pq->PQserverVersion(connection);
}

/// Sends what waits and reads until a result is complete.
static cpostgres_end await_result(PGconn *connection, int64_t deadline) {
  while (1) {
    int left = pq->PQflush(connection);
    if (left < 0) return CPOSTGRES_LOST;
    if (!left && !pq->PQisBusy(connection)) return CPOSTGRES_DONE;
    short events = left ? POLLIN | POLLOUT : POLLIN;
    if (!wait_for(pq->PQsocket(connection), events, -1, deadline)) return CPOSTGRES_TIMED_OUT;
    if (!pq->PQconsumeInput(connection)) return CPOSTGRES_LOST;
  }
}

static int is_failure(const PGresult *result) {
  ExecStatusType status = pq->PQresultStatus(result);
  return status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK && status != PGRES_EMPTY_QUERY;
}

/// All results of what was sent: the first failure, or the last one.
static struct pg_result *collect(PGconn *connection, int was_sent, int milliseconds,
                                 cpostgres_end *end) {
  int64_t deadline = now() + milliseconds;
  PGresult *kept = NULL;
  *end = CPOSTGRES_LOST;
  if (!was_sent) return NULL;
  while (1) {
    *end = await_result(connection, deadline);
    if (*end == CPOSTGRES_TIMED_OUT) break;
    // After a loss this hands out what had come, then a result that says so.
    PGresult *next = pq->PQgetResult(connection);
    if (!next) break;
    if (kept && is_failure(kept)) {
      pq->PQclear(next);
    } else {
      pq->PQclear(kept);
      kept = next;
    }
    if (*end == CPOSTGRES_LOST && pq->PQstatus(connection) == CONNECTION_BAD) break;
  }
  if (*end == CPOSTGRES_DONE && pq->PQstatus(connection) == CONNECTION_BAD) *end = CPOSTGRES_LOST;
  return kept;
}

/// Takes the answer to what ``cpostgres_post`` has sent. Returns 0 when it did not come.
static int take_posted(PGconn *connection, int milliseconds, cpostgres_end *end) {
  *end = CPOSTGRES_DONE;
  if (pq->PQtransactionStatus(connection) != PQTRANS_ACTIVE) return 1;
  pq->PQclear(collect(connection, 1, milliseconds, end));
  return *end == CPOSTGRES_DONE;
}

int cpostgres_post(struct pg_conn *connection, const char *sql) {
  return pq->PQsendQuery(connection, sql) && pq->PQflush(connection) >= 0;
}

struct pg_result *cpostgres_run_script(struct pg_conn *connection, const char *sql,
                                       int milliseconds, cpostgres_end *end) {
  if (!take_posted(connection, milliseconds, end)) return NULL;
  return collect(connection, pq->PQsendQuery(connection, sql), milliseconds, end);
}

struct pg_result *cpostgres_prepare(struct pg_conn *connection, const char *name, const char *sql,
                                    const cpostgres_values *values, int milliseconds,
                                    cpostgres_end *end) {
  if (!take_posted(connection, milliseconds, end)) return NULL;
  int was_sent = pq->PQsendPrepare(connection, name, sql, values->count, values->types);
  return collect(connection, was_sent, milliseconds, end);
}

struct pg_result *cpostgres_run(struct pg_conn *connection, const char *name,
                                const cpostgres_values *values, int milliseconds,
                                cpostgres_end *end) {
  if (!take_posted(connection, milliseconds, end)) return NULL;
  int was_sent = pq->PQsendQueryPrepared(connection, name, values->count, values->values,
                                         values->lengths, values->formats, 1);
  return collect(connection, was_sent, milliseconds, end);
}

int cpostgres_bell(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void cpostgres_ring(int bell) { eventfd_write(bell, 1); }

void cpostgres_drain(int bell) {
  eventfd_t count;
  eventfd_read(bell, &count);
}

void cpostgres_sleep(int bell, int milliseconds) {
  wait_for(bell, POLLIN, -1, now() + milliseconds);
}

cpostgres_end cpostgres_wait(struct pg_conn *connection, int wake, int milliseconds) {
  int socket = pq->PQsocket(connection);
  if (socket < 0) return CPOSTGRES_LOST;
  if (!wait_for(socket, POLLIN, wake, now() + milliseconds)) return CPOSTGRES_TIMED_OUT;
  return pq->PQconsumeInput(connection) ? CPOSTGRES_DONE : CPOSTGRES_LOST;
}

int cpostgres_next_notification(struct pg_conn *connection, char *text, size_t capacity) {
  PGnotify *notification = pq->PQnotifies(connection);
  if (!notification) return 0;
  int backend = notification->be_pid;
  snprintf(text, capacity, "%s", notification->extra);
  pq->PQfreemem(notification);
  return backend;
}

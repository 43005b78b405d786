// libpq for Swift: loaded when first needed, its calls driven with time-outs.
//
// A connection belongs to one thread at a time. Nothing here blocks longer than its caller says, but for the
// look-up of a host's name.
#ifndef CPOSTGRES_H
#define CPOSTGRES_H

#include <stddef.h>
#include <stdint.h>

struct pg_conn;
struct pg_result;

/// Loads libpq by its file name (kept for the process; a second call is free).
/// Returns NULL, or what went wrong (valid until the next call on this thread).
const char *cpostgres_load(const char *file_name);

/// Reads an address (postgres://… or key=value pairs) and calls `each` with every value it sets.
/// Returns 0, or -1 with libpq's words in `error`, which may quote the address.
int cpostgres_parse(const char *address, void *context,
                    void (*each)(void *context, const char *key, const char *value), char *error,
                    size_t capacity);

/// How a wait ended.
typedef enum cpostgres_end {
  CPOSTGRES_DONE = 0,
  CPOSTGRES_TIMED_OUT,
  /// The connection is gone.
  CPOSTGRES_LOST,
} cpostgres_end;

/// Connects; both lists end with NULL. Returns NULL only when memory is out; whether the connection
/// stands is in `end`, and why not in `cpostgres_message`. `warned` becomes 1 at each warning without a code
/// of its own (01000), and must live as long as the connection.
struct pg_conn *cpostgres_connect(const char *const *keys, const char *const *values,
                                  int milliseconds, int *warned, cpostgres_end *end);
void cpostgres_close(struct pg_conn *connection);

/// libpq's words for the last failure.
const char *cpostgres_message(const struct pg_conn *connection);
/// Whether it still stands, as far as is known.
int cpostgres_is_connected(const struct pg_conn *connection);
/// Whether its transaction has failed, so that it can only be undone.
int cpostgres_has_failed(const struct pg_conn *connection);
int cpostgres_backend(const struct pg_conn *connection);
int cpostgres_server_version(const struct pg_conn *connection);

/// The values of a statement, in binary form where `formats` has 1. A NULL value is null.
typedef struct cpostgres_values {
  int count;
  const uint32_t *types;
  const char *const *values;
  const int *lengths;
  const int *formats;
} cpostgres_values;

/// Runs statements without values, as the simple protocol does: several are separated by semicolons.
/// Returns the last result, or the first failure; NULL when none came.
struct pg_result *cpostgres_run_script(struct pg_conn *connection, const char *sql,
                                       int milliseconds, cpostgres_end *end);
/// Sends statements whose answer is of no interest and is not waited for: the next call of this connection
/// takes it. Returns 0 when they could not be sent.
int cpostgres_post(struct pg_conn *connection, const char *sql);
/// Prepares a statement under a name.
struct pg_result *cpostgres_prepare(struct pg_conn *connection, const char *name, const char *sql,
                                    const cpostgres_values *values, int milliseconds,
                                    cpostgres_end *end);
/// Runs a prepared statement; its rows come in binary form.
struct pg_result *cpostgres_run(struct pg_conn *connection, const char *name,
                                const cpostgres_values *values, int milliseconds,
                                cpostgres_end *end);

/// Whether a result is rows or a success.
int cpostgres_succeeded(const struct pg_result *result);
/// A field of a failure by its letter (PG_DIAG_…), or NULL.
const char *cpostgres_failure(const struct pg_result *result, int field);
int cpostgres_row_count(const struct pg_result *result);
/// How many rows the statement changed.
int64_t cpostgres_changed(struct pg_result *result);
uint32_t cpostgres_column_type(const struct pg_result *result, int column);
/// The bytes of a value, NULL for null.
const uint8_t *cpostgres_value(const struct pg_result *result, int row, int column, int *length);
void cpostgres_free(struct pg_result *result);

/// A descriptor that ends a wait, or -1; `cpostgres_ring` makes it readable, from any thread, and
/// `cpostgres_drain` takes that back. To be closed with close(2).
int cpostgres_bell(void);
void cpostgres_ring(int bell);
void cpostgres_drain(int bell);
/// Waits for the bell.
void cpostgres_sleep(int bell, int milliseconds);

/// Waits for notifications until one came, `wake` can be read, or the time is over.
cpostgres_end cpostgres_wait(struct pg_conn *connection, int wake, int milliseconds);
/// Copies the text of the next notification. Returns the sender's backend, 0 when there is none.
int cpostgres_next_notification(struct pg_conn *connection, char *text, size_t capacity);

#endif

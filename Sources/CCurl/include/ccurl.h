// libcurl for Swift: loaded when first needed, its variadic calls wrapped, its callbacks in C.
//
// A transfer collects header and body in its own buffers and stops at their limits while the bytes
// stream in, so that Swift is called once per transfer and not once per piece.
#ifndef CCURL_H
#define CCURL_H

#include <curl/curl.h>
#include <stddef.h>
#include <stdint.h>

/// Why a callback of ours ended a transfer.
typedef enum ccurl_stop {
  CCURL_STOP_NONE = 0,
  CCURL_STOP_BODY_LIMIT,
  CCURL_STOP_HEADER_LIMIT,
  CCURL_STOP_MEMORY,
  CCURL_STOP_ADDRESS,
  CCURL_STOP_ROOM,
  // A coded stream ended early, cannot be read, or came in codings that are not undone.
  CCURL_STOP_CUT,
  CCURL_STOP_DAMAGED,
  CCURL_STOP_CODINGS,
  // The answer names several lengths, or one beyond 64 bits.
  CCURL_STOP_LENGTHS,
} ccurl_stop;

/// Says whether a transfer may talk to an address: `bytes` are 4 (IPv4) or 16 (IPv6), in network
/// order. Returns non-zero for yes.
typedef int (*ccurl_address_check)(void *context, const uint8_t *bytes, int count);

/// Says whether the body's buffer may take `bytes` in all. Returns non-zero for yes.
typedef int (*ccurl_room_check)(void *owner, size_t bytes);

/// A body's buffer up to this size stays with its transfer and is not asked for.
enum { CCURL_KEPT_BODY = 262144 };

/// The most header lines of an answer: libcurl's walk over them takes the square of their number.
enum { CCURL_MOST_HEADER_LINES = 1000 };

/// One easy handle with its buffers. Confined to the thread of its multi handle.
typedef struct ccurl_transfer {
  CURL *easy;
  /// The caller's own pointer, returned by `ccurl_multi_next_done`.
  void *owner;

  uint8_t *body;
  size_t body_length, body_capacity, body_limit;
  /// NULL: every size within the limit is allowed.
  ccurl_room_check room_check;

  /// All header bytes and lines of the transfer, those of interim answers and trailers too.
  size_t header_limit, header_total, header_lines;
  int header_complete;
  /// The Content-Length of the answer; -1 before one has come.
  int64_t declared_length;
  /// The undoing of the answer's codings; NULL without any.
  struct ccurl_decoder *decoder;
  /// Whether the body is passed as it came: one of its codings is unknown, or it is a part (206).
  int keeps_coding;
  /// The coding whose stream was cut or damaged.
  const char *coding;
  int is_head;

  /// Set once the connection stands and the request is about to be sent.
  int request_started;
  /// Grows with every byte that arrives: what an idle time-out watches.
  uint64_t received;

  /// Whether the body of a success is handed on in pieces, and whether this answer is one (-1: not known).
  int streams, streams_body;
  /// Bytes of it that were taken.
  uint64_t streamed;
  /// Bytes to send, as `ccurl_transfer_supply` brought them.
  uint8_t *upload;
  size_t upload_length, upload_position, upload_capacity;
  int upload_ended;
  /// Whether libcurl waits for a piece to be taken, or for one to send. `on_wait` reports it, and `on_rewind` a
  /// body that is to be sent from its beginning again; both get `owner`.
  int receiving_waits, sending_waits;
  void (*on_wait)(void *owner);
  void (*on_rewind)(void *owner);

  ccurl_stop stop;
  /// NULL: every address is allowed.
  ccurl_address_check address_check;
  void *address_context;
  char refused_address[64];
  char error[CURL_ERROR_SIZE];
} ccurl_transfer;

/// The options that all transfers of a client share. Strings may be NULL.
typedef struct ccurl_settings {
  const char *ca_file;
  /// Header fields of a proxy's CONNECT; requests have theirs among their headers.
  const char *user_agent;
  /// Entries "host:port:address" that come before the resolver's, or NULL.
  struct curl_slist *resolve;
} ccurl_settings;

/// The request of one transfer. Everything is copied, but `headers` must outlive the transfer.
typedef struct ccurl_request {
  const char *url;
  /// NULL for none, whatever the environment says.
  const char *proxy;
  /// The client's certificate and its key, PEM files; NULL for none. A NULL key is in the first file.
  const char *certificate, *key;
  /// NULL for GET.
  const char *method;
  const uint8_t *body;
  size_t body_length;
  /// Whether `body_length` bytes come by `ccurl_transfer_supply` instead of `body`.
  int uploads;
  /// Whether the answer's body is handed on in pieces.
  int streams;
  /// Whether it ends once the connection stands, TLS included: nothing is asked.
  int connects_only;
  // Whether it must not go over a connection that may have ended meanwhile: libcurl would send it twice.
  int is_single;
  struct curl_slist *headers;
  long connect_ms, total_ms;
  size_t body_limit, header_limit;
} ccurl_request;

/// Loads libcurl by its file name (kept for the process; a second call is free) and initialises it.
/// Returns NULL, or what went wrong (valid until the next call on this thread).
const char *ccurl_load(const char *file_name);

/// libcurl's own words for a result.
const char *ccurl_describe(CURLcode code);

struct curl_slist *ccurl_list_append(struct curl_slist *list, const char *line);
/// Adds an Accept-Encoding with every coding that can be undone.
struct curl_slist *ccurl_list_append_encodings(struct curl_slist *list);
void ccurl_list_free(struct curl_slist *list);

/// Writes the ASCII form of a host's name in UTF-8 (IDNA 2008, UTS 46). Returns NULL, or what is wrong.
const char *ccurl_ascii_host(const char *name, char *ascii, size_t capacity);

/// Whether anybody may have names below a domain (in ASCII, lower case), by the public suffix list of
/// libpsl. Returns 1, 0, or -1 where that is not installed.
int ccurl_is_public_suffix(const char *domain);

/// A new multi handle that keeps up to `connections` idle connections, or NULL.
CURLM *ccurl_multi_new(long connections);
void ccurl_multi_free(CURLM *multi);
/// Waits for a socket, a timer of curl's or `ccurl_multi_wake`, at most `milliseconds`.
void ccurl_multi_wait(CURLM *multi, int milliseconds);
/// Ends a wait; the only call that any thread may make.
void ccurl_multi_wake(CURLM *multi);
/// Reads and writes what is ready. Returns how many transfers still run.
int ccurl_multi_perform(CURLM *multi);
/// Takes a finished transfer off the handle, or returns NULL.
ccurl_transfer *ccurl_multi_next_done(CURLM *multi, CURLcode *result);

/// A new transfer, or NULL when memory is out.
ccurl_transfer *ccurl_transfer_new(void);
void ccurl_transfer_free(ccurl_transfer *transfer);
/// Sets the options and adds the transfer to the multi handle. Returns 0 or a CURLMcode/CURLcode.
int ccurl_transfer_start(CURLM *multi, ccurl_transfer *transfer, const ccurl_settings *settings,
                         const ccurl_request *request);
/// Lets a transfer that still waits for another's connection make one of its own.
void ccurl_transfer_connect_alone(ccurl_transfer *transfer);
/// Gives a transfer that waits for it the next bytes to send; `ended` with the last ones. Returns 0 when
/// memory is out.
int ccurl_transfer_supply(ccurl_transfer *transfer, const void *bytes, size_t length, int ended);
/// Marks the collected piece as taken.
void ccurl_transfer_piece_taken(ccurl_transfer *transfer);
/// Lets a transfer continue that waited for either.
void ccurl_transfer_resume(ccurl_transfer *transfer);
/// Frees the buffer of a big body, so that a pooled transfer does not hold on to it.
void ccurl_transfer_shrink(ccurl_transfer *transfer);
/// Takes a running transfer off; its connection is closed if the answer was on its way.
void ccurl_transfer_abort(CURLM *multi, ccurl_transfer *transfer);
/// The status with which a proxy answered CONNECT, 0 without one.
long ccurl_transfer_connect_status(ccurl_transfer *transfer);
/// The header field of the answer after `previous`, the first one after NULL; NULL after the last.
struct curl_header *ccurl_transfer_next_header(ccurl_transfer *transfer,
                                               struct curl_header *previous);
/// The status of the answer, 0 before one came.
long ccurl_transfer_status(ccurl_transfer *transfer);
/// A message to send by SMTP.
typedef struct ccurl_mail {
  /// `smtp://host:port`, where STARTTLS is demanded, or `smtps://host:port`.
  const char *url;
  /// NULL: without a log-in.
  const char *user, *password;
  /// In angle brackets, as all of `to`.
  const char *from;
  struct curl_slist *to;
  const char *text;
  size_t length;
  long connect_ms, total_ms;
} ccurl_mail;

/// The result of sending a message.
typedef struct ccurl_mail_result {
  CURLcode code;
  /// The last reply of the server, 0 without one.
  long status;
  /// Whether all of the text was handed over: the server may have accepted it, whatever the code.
  int is_handed_over;
  char error[CURL_ERROR_SIZE];
  /// The last line of the last reply, without its end; cut.
  char reply[256];
} ccurl_mail_result;

/// Sends a message. Blocks until the server has accepted or refused it.
ccurl_mail_result ccurl_mail_send(const ccurl_settings *settings, const ccurl_mail *mail);

/// Bytes of the request's body sent so far.
uint64_t ccurl_transfer_uploaded(ccurl_transfer *transfer);

#endif

// Callbacks while a transfer runs: for the pieces of an answer, and for the addresses that it
// is to come from.
#define _GNU_SOURCE
#include "callbacks.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "decoding.h"

// The size that a buffer grows to for `length` bytes.
static size_t next_capacity(size_t capacity, size_t length) {
  size_t wanted = capacity ? capacity * 2 : 8192;
  while (wanted < length) wanted *= 2;
  return wanted;
}

int ccurl_reserve(void **buffer, size_t *capacity, size_t length, size_t count) {
  if (length + count <= *capacity) return 1;
  size_t wanted = next_capacity(*capacity, length + count);
  void *bigger = realloc(*buffer, wanted);
  if (!bigger) return 0;
  *buffer = bigger;
  *capacity = wanted;
  return 1;
}

static size_t stop(ccurl_transfer *transfer, ccurl_stop reason) {
  transfer->stop = reason;
  return 0;
}

static int has_room(ccurl_transfer *transfer, size_t length) {
  if (length <= transfer->body_capacity || length <= CCURL_KEPT_BODY / 2) return 1;
  size_t wanted = next_capacity(transfer->body_capacity, length);
  if (wanted <= CCURL_KEPT_BODY || !transfer->room_check) return 1;
  return transfer->room_check(transfer->owner, wanted);
}

int ccurl_take(ccurl_transfer *transfer, const void *bytes, size_t length) {
  size_t taken = transfer->streams_body > 0 ? transfer->streamed : 0;
  if (length > transfer->body_limit || taken + transfer->body_length > transfer->body_limit - length) {
    transfer->stop = CCURL_STOP_BODY_LIMIT;
  } else if (transfer->streams_body <= 0 && !has_room(transfer, transfer->body_length + length)) {
    transfer->stop = CCURL_STOP_ROOM;
  } else if (!ccurl_reserve((void **)&transfer->body, &transfer->body_capacity,
                            transfer->body_length, length)) {
    transfer->stop = CCURL_STOP_MEMORY;
  }
  if (transfer->stop != CCURL_STOP_NONE) return 0;
  memcpy(transfer->body + transfer->body_length, bytes, length);
  transfer->body_length += length;
  return 1;
}

size_t ccurl_on_body(char *bytes, size_t size, size_t count, void *context) {
  ccurl_transfer *transfer = context;
  size_t length = size * count;
  if (transfer->streams && transfer->streams_body < 0) {
    long status = ccurl_transfer_status(transfer);
    transfer->streams_body = status == 200 || status == 206;
    // Other answers are collected: a page that says what was wrong.
    if (!transfer->streams_body && transfer->body_limit > 2000000) transfer->body_limit = 2000000;
  }
  if (transfer->decoder && !transfer->keeps_coding) return ccurl_decode(transfer, bytes, length);
  if (ccurl_must_wait(transfer, length)) return CURL_WRITEFUNC_PAUSE;
  transfer->received += length;
  return ccurl_take(transfer, bytes, length) ? length : 0;
}

// The next name of a list field, without blanks; NULL after the last.
static const char *next_name(const char **list, const char *end, size_t *length) {
  while (*list < end && strchr(" \t\r\n,", **list)) (*list)++;
  const char *name = *list;
  const char *comma = memchr(name, ',', (size_t)(end - name));
  const char *last = comma ? comma : end;
  *list = last;
  while (last > name && strchr(" \t\r\n", last[-1])) last--;
  *length = (size_t)(last - name);
  return *length > 0 ? name : NULL;
}

static int is_name(const char *name, size_t length, const char *other) {
  return strlen(other) == length && strncasecmp(name, other, length) == 0;
}

// Reads the codings of a Content-Encoding field. As browsers do, a body is passed as it is when one of
// them is unknown. Returns 0 when there are too many.
static int read_codings(ccurl_transfer *transfer, const char *list, const char *end) {
  size_t length;
  const char *name;
  while ((name = next_name(&list, end, &length))) {
    if (is_name(name, length, "identity") || is_name(name, length, "none")) continue;
    const ccurl_coding *coding = ccurl_coding_named(name, length);
    if (!coding) {
      transfer->keeps_coding = 1;
    } else if (!ccurl_decoder_add(transfer, coding)) {
      return 0;
    }
  }
  return 1;
}

// Whether an answer has no transfer coding that was not asked for: libcurl would undo it, and take a stream
// that ends early for whole.
static int is_plain_transfer(const char *list, const char *end) {
  size_t length;
  const char *name;
  while ((name = next_name(&list, end, &length))) {
    if (!is_name(name, length, "chunked") && !is_name(name, length, "identity")) return 0;
  }
  return 1;
}

// Whether the lengths of a Content-Length field are one, within 64 bits (RFC 9110, 8.6): libcurl takes the last
// of several, none where it is too long, and the digits in front of other text, so that an answer that was cut
// would count as whole.
static int is_one_length(ccurl_transfer *transfer, const char *list, const char *end) {
  size_t length;
  const char *digits;
  while ((digits = next_name(&list, end, &length))) {
    int64_t number = 0;
    for (size_t place = 0; place < length; place++) {
      if (digits[place] < '0' || digits[place] > '9' ||
          __builtin_mul_overflow(number, 10, &number) ||
          __builtin_add_overflow(number, digits[place] - '0', &number)) {
        return 0;
      }
    }
    if (transfer->declared_length >= 0 && transfer->declared_length != number) return 0;
    transfer->declared_length = number;
  }
  return 1;
}

// The value of a field of that name ("name:"); NULL for another field.
static const char *value_of(const char *field, size_t length, const char *name) {
  size_t count = strlen(name);
  return length >= count && strncasecmp(field, name, count) == 0 ? field + count : NULL;
}

size_t ccurl_on_header(char *bytes, size_t size, size_t count, void *context) {
  ccurl_transfer *transfer = context;
  size_t length = size * count;
  const char *end = bytes + length, *value;
  transfer->received += length;
  transfer->header_total += length;
  if (transfer->header_total > transfer->header_limit ||
      ++transfer->header_lines > CCURL_MOST_HEADER_LINES) {
    return stop(transfer, CCURL_STOP_HEADER_LIMIT);
  }
  if (length >= 5 && memcmp(bytes, "HTTP/", 5) == 0) {
    // A status line: an interim answer (1xx) came before this one.
    ccurl_decoder_free(transfer);
    transfer->header_complete = 0;
    transfer->declared_length = -1;
    // A part of something coded cannot be decoded (Fetch, 4.6).
    const char *blank = memchr(bytes, ' ', length);
    transfer->keeps_coding = blank && end - blank > 4 && memcmp(blank, " 206", 4) == 0;
    return length;
  }
  if (transfer->header_complete) return length;  // a trailer
  if (length <= 2) {
    transfer->header_complete = 1;
    return length;
  }
  if ((value = value_of(bytes, length, "content-encoding:")) &&
      !read_codings(transfer, value, end)) {
    return stop(transfer, CCURL_STOP_CODINGS);
  }
  if ((value = value_of(bytes, length, "transfer-encoding:")) && !is_plain_transfer(value, end)) {
    return stop(transfer, CCURL_STOP_CODINGS);
  }
  if ((value = value_of(bytes, length, "content-length:")) && !is_one_length(transfer, value, end)) {
    return stop(transfer, CCURL_STOP_LENGTHS);
  }
  return length;
}

static int address_allowed(ccurl_transfer *transfer, int family, const void *bytes) {
  if (!transfer->address_check) return 1;
  int count = family == AF_INET ? 4 : 16;
  if (transfer->address_check(transfer->address_context, bytes, count)) return 1;
  inet_ntop(family, bytes, transfer->refused_address, sizeof transfer->refused_address);
  transfer->stop = CCURL_STOP_ADDRESS;
  return 0;
}

curl_socket_t ccurl_on_open_socket(void *context, curlsocktype purpose,
                                    struct curl_sockaddr *address) {
  ccurl_transfer *transfer = context;
  (void)purpose;
  const void *bytes = NULL;
  if (address->family == AF_INET) {
    bytes = &((struct sockaddr_in *)(void *)&address->addr)->sin_addr;
  } else if (address->family == AF_INET6) {
    bytes = &((struct sockaddr_in6 *)(void *)&address->addr)->sin6_addr;
  }
  if (!bytes || !address_allowed(transfer, address->family, bytes)) return CURL_SOCKET_BAD;
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

int ccurl_on_request(void *context, char *peer, char *local, int peer_port, int local_port) {
  ccurl_transfer *transfer = context;
  (void)local;
  (void)peer_port;
  (void)local_port;
  transfer->request_started = 1;
  if (!transfer->address_check) return CURL_PREREQFUNC_OK;
  uint8_t bytes[16];
  int family = strchr(peer, ':') ? AF_INET6 : AF_INET;
  if (inet_pton(family, peer, bytes) != 1) return CURL_PREREQFUNC_ABORT;
  if (!address_allowed(transfer, family, bytes)) return CURL_PREREQFUNC_ABORT;
  return CURL_PREREQFUNC_OK;
}

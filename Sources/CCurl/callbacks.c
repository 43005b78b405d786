// Callbacks while a transfer runs: for the pieces of an answer, and for the addresses that it
// is to come from.
#define _GNU_SOURCE
#include "callbacks.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

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

size_t ccurl_on_body(char *bytes, size_t size, size_t count, void *context) {
  ccurl_transfer *transfer = context;
  size_t length = size * count;
  if (transfer->streams && transfer->streams_body < 0) {
    long status = ccurl_transfer_status(transfer);
    transfer->streams_body = status == 200 || status == 206;
    // Other answers are collected: a page that says what was wrong.
    if (!transfer->streams_body && transfer->body_limit > 2000000) transfer->body_limit = 2000000;
  }
  if (transfer->streams && transfer->streams_body) {
    return ccurl_on_piece(transfer, bytes, length);
  }
  transfer->received += length;
  if (length > transfer->body_limit - transfer->body_length) {
    return stop(transfer, CCURL_STOP_BODY_LIMIT);
  }
  if (!has_room(transfer, transfer->body_length + length)) return stop(transfer, CCURL_STOP_ROOM);
  if (!ccurl_reserve((void **)&transfer->body, &transfer->body_capacity, transfer->body_length,
                     length)) {
    return stop(transfer, CCURL_STOP_MEMORY);
  }
  memcpy(transfer->body + transfer->body_length, bytes, length);
  transfer->body_length += length;
  return length;
}

// Whether libcurl undoes a coding (curl's names; RFC 9110, 8.4.1).
static int decodes(const char *name, size_t length) {
  const struct {
    const char *name;
    int feature;
  } known[] = {
      {"identity", 0}, {"none", 0}, {"gzip", CURL_VERSION_LIBZ}, {"x-gzip", CURL_VERSION_LIBZ},
      {"deflate", CURL_VERSION_LIBZ}, {"br", CURL_VERSION_BROTLI}, {"zstd", CURL_VERSION_ZSTD}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    if (strlen(known[i].name) == length && strncasecmp(known[i].name, name, length) == 0) {
      return !known[i].feature || (ccurl_features() & known[i].feature);
    }
  }
  return 0;
}

// Reads the codings of a Content-Encoding field. As browsers do, a body is passed as it is when one of
// them is unknown; libcurl on its own would refuse it. It asks for the option when the body comes.
static void read_codings(ccurl_transfer *transfer, const char *value, size_t length) {
  const char *end = value + length;
  while (value < end) {
    const char *comma = memchr(value, ',', (size_t)(end - value));
    const char *last = comma ? comma : end;
    const char *next = comma ? comma + 1 : end;
    while (value < last && strchr(" \t\r\n", *value)) value++;
    while (last > value && strchr(" \t\r\n", last[-1])) last--;
    if (last > value && !decodes(value, (size_t)(last - value))) {
      transfer->has_unknown_coding = 1;
      ccurl_transfer_decode(transfer, 0);
      return;
    }
    value = next;
  }
}

size_t ccurl_on_header(char *bytes, size_t size, size_t count, void *context) {
  ccurl_transfer *transfer = context;
  size_t length = size * count;
  transfer->received += length;
  transfer->header_total += length;
  if (transfer->header_total > transfer->header_limit ||
      ++transfer->header_lines > CCURL_MOST_HEADER_LINES) {
    return stop(transfer, CCURL_STOP_HEADER_LIMIT);
  }
  if (length >= 5 && memcmp(bytes, "HTTP/", 5) == 0) {
    // A status line: an interim answer (1xx) came before this one.
    if (transfer->has_unknown_coding) ccurl_transfer_decode(transfer, 1);
    transfer->header_complete = transfer->has_unknown_coding = 0;
    return length;
  }
  if (transfer->header_complete) return length;  // a trailer
  if (length <= 2) {
    transfer->header_complete = 1;
    return length;
  }
  const char *name = "content-encoding:";
  size_t name_length = strlen(name);
  if (length >= name_length && strncasecmp(bytes, name, name_length) == 0) {
    read_codings(transfer, bytes + name_length, length - name_length);
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

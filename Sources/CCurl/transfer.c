#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "library.h"

// MARK: callbacks

// Makes room for `count` more bytes; the limit has been checked by the caller.
static int reserve(void **buffer, size_t *capacity, size_t length, size_t count) {
  if (length + count <= *capacity) return 1;
  size_t wanted = *capacity ? *capacity * 2 : 8192;
  while (wanted < length + count) wanted *= 2;
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

static size_t on_body(char *bytes, size_t size, size_t count, void *context) {
  ccurl_transfer *transfer = context;
  size_t length = size * count;
  transfer->received += length;
  if (length > transfer->body_limit - transfer->body_length) {
    return stop(transfer, CCURL_STOP_BODY_LIMIT);
  }
  if (!reserve((void **)&transfer->body, &transfer->body_capacity, transfer->body_length, length)) {
    return stop(transfer, CCURL_STOP_MEMORY);
  }
  memcpy(transfer->body + transfer->body_length, bytes, length);
  transfer->body_length += length;
  return length;
}

static size_t on_header(char *bytes, size_t size, size_t count, void *context) {
  ccurl_transfer *transfer = context;
  size_t length = size * count;
  transfer->received += length;
  transfer->header_total += length;
  if (transfer->header_total > transfer->header_limit) {
    return stop(transfer, CCURL_STOP_HEADER_LIMIT);
  }
  if (length >= 5 && memcmp(bytes, "HTTP/", 5) == 0) {
    // A status line: an interim answer (1xx) came before this one.
    transfer->header_length = 0;
    transfer->header_complete = 0;
    return length;
  }
  if (transfer->header_complete) return length;  // a trailer
  if (length <= 2) {
    transfer->header_complete = 1;
    return length;
  }
  if (!reserve((void **)&transfer->header, &transfer->header_capacity, transfer->header_length,
               length)) {
    return stop(transfer, CCURL_STOP_MEMORY);
  }
  memcpy(transfer->header + transfer->header_length, bytes, length);
  transfer->header_length += length;
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

// Called for every address that a name resolved to, before anything is sent there.
static curl_socket_t on_open_socket(void *context, curlsocktype purpose,
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

// Called before every request, on a reused connection too: that one may have been opened for a
// caller with more grants.
static int on_request(void *context, char *peer, char *local, int peer_port, int local_port) {
  ccurl_transfer *transfer = context;
  (void)local;
  (void)peer_port;
  (void)local_port;
  transfer->request_started = 1;
  if (!transfer->address_check) return CURL_PREREQFUNC_OK;
  uint8_t bytes[16];
  int family = strchr(peer, ':') ? AF_INET6 : AF_INET;
  if (inet_pton(family, peer, bytes) != 1) return CURL_PREREQFUNC_ABORT;
  return address_allowed(transfer, family, bytes) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT;
}

// MARK: transfers

ccurl_transfer *ccurl_transfer_new(void) {
  ccurl_transfer *transfer = calloc(1, sizeof *transfer);
  if (!transfer) return NULL;
  transfer->easy = curl->curl_easy_init();
  if (transfer->easy) return transfer;
  free(transfer);
  return NULL;
}

void ccurl_transfer_free(ccurl_transfer *transfer) {
  curl->curl_easy_cleanup(transfer->easy);
  free(transfer->body);
  free(transfer->header);
  free(transfer);
}

// What never changes between two transfers of a client.
static void set_shared(ccurl_transfer *transfer, const ccurl_settings *settings) {
  CURL *easy = transfer->easy;
  curl->curl_easy_reset(easy);
  curl->curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl->curl_easy_setopt(easy, CURLOPT_PRIVATE, transfer);
  curl->curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, transfer->error);
  curl->curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  curl->curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
  curl->curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
  curl->curl_easy_setopt(easy, CURLOPT_PIPEWAIT, 1L);
  curl->curl_easy_setopt(easy, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
  curl->curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "");
  curl->curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, on_body);
  curl->curl_easy_setopt(easy, CURLOPT_WRITEDATA, transfer);
  curl->curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, on_header);
  curl->curl_easy_setopt(easy, CURLOPT_HEADERDATA, transfer);
  curl->curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, on_open_socket);
  curl->curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, transfer);
  curl->curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, on_request);
  curl->curl_easy_setopt(easy, CURLOPT_PREREQDATA, transfer);
  // Without a proxy of our own, none of the environment's either.
  curl->curl_easy_setopt(easy, CURLOPT_PROXY, settings->proxy ? settings->proxy : "");
  curl->curl_easy_setopt(easy, CURLOPT_NOPROXY, settings->proxy ? "" : "*");
  if (settings->user_agent) {
    curl->curl_easy_setopt(easy, CURLOPT_USERAGENT, settings->user_agent);
  }
  if (settings->ca_file) curl->curl_easy_setopt(easy, CURLOPT_CAINFO, settings->ca_file);
  if (settings->resolve) curl->curl_easy_setopt(easy, CURLOPT_RESOLVE, settings->resolve);
  transfer->plain = 1;
}

static void set_method(ccurl_transfer *transfer, const ccurl_request *request) {
  if (!request->method) return;
  CURL *easy = transfer->easy;
  transfer->plain = 0;
  if (strcmp(request->method, "HEAD") == 0) {
    curl->curl_easy_setopt(easy, CURLOPT_NOBODY, 1L);
    return;
  }
  if (request->body_length > 0 || strcmp(request->method, "POST") == 0) {
    curl->curl_easy_setopt(easy, CURLOPT_POST, 1L);
    curl->curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body_length);
    curl->curl_easy_setopt(easy, CURLOPT_COPYPOSTFIELDS,
                          request->body_length ? (const char *)request->body : "");
  }
  curl->curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, request->method);
}

int ccurl_transfer_start(CURLM *multi, ccurl_transfer *transfer, const ccurl_settings *settings,
                         const ccurl_request *request) {
  if (!transfer->plain) set_shared(transfer, settings);
  transfer->body_length = 0;
  transfer->body_limit = request->body_limit;
  transfer->header_length = 0;
  transfer->header_total = 0;
  transfer->header_limit = request->header_limit;
  transfer->header_complete = 0;
  transfer->request_started = 0;
  transfer->received = 0;
  transfer->stop = CCURL_STOP_NONE;
  transfer->refused_address[0] = 0;
  transfer->error[0] = 0;
  set_method(transfer, request);
  CURL *easy = transfer->easy;
  curl->curl_easy_setopt(easy, CURLOPT_HTTPHEADER, request->headers);
  curl->curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, request->connect_ms);
  curl->curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, request->total_ms);
  CURLcode result = curl->curl_easy_setopt(easy, CURLOPT_URL, request->url);
  if (result != CURLE_OK) return (int)result;
  return (int)curl->curl_multi_add_handle(multi, easy);
}

void ccurl_transfer_shrink(ccurl_transfer *transfer) {
  if (transfer->body_capacity <= 262144) return;
  free(transfer->body);
  transfer->body = NULL;
  transfer->body_capacity = 0;
  transfer->body_length = 0;
}

void ccurl_transfer_abort(CURLM *multi, ccurl_transfer *transfer) {
  curl->curl_multi_remove_handle(multi, transfer->easy);
}

long ccurl_transfer_status(ccurl_transfer *transfer) {
  long status = 0;
  curl->curl_easy_getinfo(transfer->easy, CURLINFO_RESPONSE_CODE, &status);
  return status;
}

uint64_t ccurl_transfer_uploaded(ccurl_transfer *transfer) {
  curl_off_t bytes = 0;
  curl->curl_easy_getinfo(transfer->easy, CURLINFO_SIZE_UPLOAD_T, &bytes);
  return bytes > 0 ? (uint64_t)bytes : 0;
}

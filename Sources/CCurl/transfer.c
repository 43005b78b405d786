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
  if (transfer->place) curl->curl_url_cleanup(transfer->place);
  free(transfer->origin);
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
  // Decodes whatever coding comes; the request's headers say which may.
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
  if (settings->proxy && settings->user_agent) {
    curl->curl_easy_setopt(easy, CURLOPT_USERAGENT, settings->user_agent);
  }
  if (settings->ca_file) curl->curl_easy_setopt(easy, CURLOPT_CAINFO, settings->ca_file);
  if (settings->resolve) curl->curl_easy_setopt(easy, CURLOPT_RESOLVE, settings->resolve);
  transfer->plain = 1;
  transfer->origin_length = 0;
  transfer->connect_ms = 0;
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

static CURLcode set_whole_url(ccurl_transfer *transfer, const char *url) {
  CURL *easy = transfer->easy;
  transfer->origin_length = 0;
  curl->curl_easy_setopt(easy, CURLOPT_CURLU, NULL);
  curl->curl_easy_setopt(easy, CURLOPT_REQUEST_TARGET, NULL);
  return curl->curl_easy_setopt(easy, CURLOPT_URL, url);
}

// Makes the beginning of `url` the origin of this and the following transfers.
static CURLcode set_origin(ccurl_transfer *transfer, const char *url, size_t length) {
  transfer->origin_length = 0;
  if (!reserve((void **)&transfer->origin, &transfer->origin_capacity, 0, length + 1)) {
    return CURLE_OUT_OF_MEMORY;
  }
  memcpy(transfer->origin, url, length);
  transfer->origin[length] = 0;
  if (!transfer->place) transfer->place = curl->curl_url();
  if (!transfer->place) return CURLE_OUT_OF_MEMORY;
  if (curl->curl_url_set(transfer->place, CURLUPART_URL, transfer->origin, 0) != CURLUE_OK) {
    return CURLE_URL_MALFORMAT;
  }
  // Without a text of its own the handle goes by the parsed origin.
  curl->curl_easy_setopt(transfer->easy, CURLOPT_URL, NULL);
  CURLcode result = curl->curl_easy_setopt(transfer->easy, CURLOPT_CURLU, transfer->place);
  if (result == CURLE_OK) transfer->origin_length = length;
  return result;
}

// Says where the request goes. libcurl parses a URL and writes it anew with every transfer, so a
// handle keeps the parsed origin and gets the target beside it. Not with a proxy, whose request line
// holds the whole URL, nor with dot segments, which libcurl resolves.
static CURLcode set_address(ccurl_transfer *transfer, const ccurl_settings *settings,
                            const ccurl_request *request) {
  size_t length = request->origin_length;
  const char *target = request->url + length;
  if (settings->proxy || strstr(target, "/.")) return set_whole_url(transfer, request->url);
  if (transfer->origin_length != length || memcmp(transfer->origin, request->url, length) != 0) {
    CURLcode result = set_origin(transfer, request->url, length);
    if (result != CURLE_OK) return result;
  }
  return curl->curl_easy_setopt(transfer->easy, CURLOPT_REQUEST_TARGET, target);
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
  if (transfer->connect_ms != request->connect_ms) {
    curl->curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, request->connect_ms);
    transfer->connect_ms = request->connect_ms;
  }
  curl->curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, request->total_ms);
  CURLcode result = set_address(transfer, settings, request);
  if (result != CURLE_OK) return (int)result;
  return (int)curl->curl_multi_add_handle(multi, easy);
}

void ccurl_transfer_connect_alone(ccurl_transfer *transfer, const ccurl_transfer *failed) {
  if (transfer->request_started || transfer->origin_length != failed->origin_length) return;
  if (memcmp(transfer->origin, failed->origin, failed->origin_length) != 0) return;
  curl->curl_easy_setopt(transfer->easy, CURLOPT_PIPEWAIT, 0L);
  // The next transfer of this handle sets its options anew.
  transfer->plain = 0;
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

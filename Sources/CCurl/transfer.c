// The life of a transfer: its options, its start and its end.
#include <stdlib.h>
#include <string.h>

#include "callbacks.h"
#include "decoding.h"
#include "library.h"

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
  ccurl_decoder_free(transfer);
  free(transfer->body);
  free(transfer->upload);
  free(transfer);
}

// Options that every transfer of a client has.
static void set_shared(ccurl_transfer *transfer, const ccurl_settings *settings) {
  CURL *easy = transfer->easy;
  curl->curl_easy_reset(easy);
  curl->curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl->curl_easy_setopt(easy, CURLOPT_PRIVATE, transfer);
  curl->curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, transfer->error);
  curl->curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  curl->curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
  curl->curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
  curl->curl_easy_setopt(easy, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
  curl->curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, ccurl_on_body);
  curl->curl_easy_setopt(easy, CURLOPT_WRITEDATA, transfer);
  curl->curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, ccurl_on_header);
  curl->curl_easy_setopt(easy, CURLOPT_HEADERDATA, transfer);
  curl->curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, ccurl_on_open_socket);
  curl->curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, transfer);
  curl->curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, ccurl_on_request);
  curl->curl_easy_setopt(easy, CURLOPT_PREREQDATA, transfer);
  // Without a proxy of our own, none of the environment's either.
  curl->curl_easy_setopt(easy, CURLOPT_PROXY, "");
  curl->curl_easy_setopt(easy, CURLOPT_NOPROXY, "*");
  if (settings->ca_file) curl->curl_easy_setopt(easy, CURLOPT_CAINFO, settings->ca_file);
  if (settings->resolve) curl->curl_easy_setopt(easy, CURLOPT_RESOLVE, settings->resolve);
}

static void set_method(ccurl_transfer *transfer, const ccurl_request *request) {
  if (!request->method) return;
  CURL *easy = transfer->easy;
  if (transfer->is_head) {
    curl->curl_easy_setopt(easy, CURLOPT_NOBODY, 1L);
    return;
  }
  if (request->uploads) {
    ccurl_set_upload(transfer, request->body_length);
  } else if (request->body_length > 0 || strcmp(request->method, "POST") == 0) {
    curl->curl_easy_setopt(easy, CURLOPT_POST, 1L);
    curl->curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body_length);
    curl->curl_easy_setopt(easy, CURLOPT_COPYPOSTFIELDS,
                          request->body_length ? (const char *)request->body : "");
  }
  curl->curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, request->method);
}

// Options of few requests: a proxy, a certificate of the client's own.
static void set_route(ccurl_transfer *transfer, const ccurl_settings *settings,
                      const ccurl_request *request) {
  CURL *easy = transfer->easy;
  if (request->proxy) {
    curl->curl_easy_setopt(easy, CURLOPT_PROXY, request->proxy);
    curl->curl_easy_setopt(easy, CURLOPT_NOPROXY, "");
    curl->curl_easy_setopt(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    if (settings->user_agent) {
      curl->curl_easy_setopt(easy, CURLOPT_USERAGENT, settings->user_agent);
    }
  }
  if (request->certificate) {
    curl->curl_easy_setopt(easy, CURLOPT_SSLCERT, request->certificate);
    curl->curl_easy_setopt(easy, CURLOPT_SSLKEY,
                          request->key ? request->key : request->certificate);
  }
}

int ccurl_transfer_start(CURLM *multi, ccurl_transfer *transfer, const ccurl_settings *settings,
                         const ccurl_request *request) {
  set_shared(transfer, settings);
  transfer->body_length = 0;
  transfer->body_limit = request->body_limit;
  transfer->streams = request->streams;
  transfer->streams_body = -1;
  transfer->streamed = 0;
  transfer->sending_waits = transfer->receiving_waits = 0;
  transfer->header_total = transfer->header_lines = 0;
  transfer->header_limit = request->header_limit;
  transfer->header_complete = transfer->keeps_coding = 0;
  transfer->declared_length = -1;
  ccurl_decoder_free(transfer);
  transfer->coding = NULL;
  transfer->is_head = request->method && strcmp(request->method, "HEAD") == 0;
  transfer->request_started = 0;
  transfer->received = 0;
  transfer->stop = CCURL_STOP_NONE;
  transfer->refused_address[0] = 0;
  transfer->error[0] = 0;
  set_method(transfer, request);
  set_route(transfer, settings, request);
  CURL *easy = transfer->easy;
  curl->curl_easy_setopt(easy, CURLOPT_URL, request->url);
  curl->curl_easy_setopt(easy, CURLOPT_HTTPHEADER, request->headers);
  curl->curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, request->connect_ms);
  curl->curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, request->total_ms);
  // Waits for a connection that is being made only where it may carry many requests at once: HTTP/2 comes
  // with TLS alone. Without TLS a slow first answer would hold up all the others.
  long shares = strncmp(request->url, "https:", 6) == 0;
  curl->curl_easy_setopt(easy, CURLOPT_PIPEWAIT, shares);
  if (request->is_single) curl->curl_easy_setopt(easy, CURLOPT_FRESH_CONNECT, 1L);
  if (request->connects_only) curl->curl_easy_setopt(easy, CURLOPT_CONNECT_ONLY, 1L);
  return (int)curl->curl_multi_add_handle(multi, easy);
}

void ccurl_transfer_connect_alone(ccurl_transfer *transfer) {
  if (!transfer->request_started) curl->curl_easy_setopt(transfer->easy, CURLOPT_PIPEWAIT, 0L);
}

void ccurl_transfer_shrink(ccurl_transfer *transfer) {
  ccurl_decoder_free(transfer);
  if (transfer->upload) {
    free(transfer->upload);
    transfer->upload = NULL;
    transfer->upload_capacity = 0;
  }
  if (transfer->body_capacity <= CCURL_KEPT_BODY) return;
  free(transfer->body);
  transfer->body = NULL;
  transfer->body_capacity = 0;
  transfer->body_length = 0;
}

void ccurl_transfer_abort(CURLM *multi, ccurl_transfer *transfer) {
  curl->curl_multi_remove_handle(multi, transfer->easy);
}

long ccurl_transfer_connect_status(ccurl_transfer *transfer) {
  long status = 0;
  curl->curl_easy_getinfo(transfer->easy, CURLINFO_HTTP_CONNECTCODE, &status);
  return status;
}

struct curl_header *ccurl_transfer_next_header(ccurl_transfer *transfer,
                                               struct curl_header *previous) {
  return curl->curl_easy_nextheader(transfer->easy, CURLH_HEADER, -1, previous);
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

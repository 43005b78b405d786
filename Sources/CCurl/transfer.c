// The life of a transfer: its options, its start and its end.
#include <stdlib.h>
#include <string.h>

#include "callbacks.h"
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
  if (transfer->place) curl->curl_url_cleanup(transfer->place);
  free(transfer->origin);
  free(transfer->body);
  free(transfer->upload);
  free(transfer->header);
  free(transfer);
}

// Options that never change between two transfers of a client.
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
  // Decodes whatever coding comes; the request's headers say which may.
  curl->curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "");
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
  transfer->plain = 1;
  transfer->shares = 0;
  transfer->origin_length = 0;
  transfer->connect_ms = transfer->total_ms = 0;
  transfer->headers = NULL;
}

static void set_method(ccurl_transfer *transfer, const ccurl_request *request) {
  if (!request->method) return;
  CURL *easy = transfer->easy;
  transfer->plain = 0;
  if (strcmp(request->method, "HEAD") == 0) {
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
    transfer->plain = 0;
    curl->curl_easy_setopt(easy, CURLOPT_PROXY, request->proxy);
    curl->curl_easy_setopt(easy, CURLOPT_NOPROXY, "");
    curl->curl_easy_setopt(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    if (settings->user_agent) {
      curl->curl_easy_setopt(easy, CURLOPT_USERAGENT, settings->user_agent);
    }
  }
  if (request->certificate) {
    transfer->plain = 0;
    curl->curl_easy_setopt(easy, CURLOPT_SSLCERT, request->certificate);
    curl->curl_easy_setopt(easy, CURLOPT_SSLKEY,
                          request->key ? request->key : request->certificate);
  }
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
  if (!ccurl_reserve((void **)&transfer->origin, &transfer->origin_capacity, 0, length + 1)) {
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
static CURLcode set_address(ccurl_transfer *transfer, const ccurl_request *request) {
  size_t length = request->origin_length;
  const char *target = request->url + length;
  if (request->proxy || strstr(target, "/.")) return set_whole_url(transfer, request->url);
  if (transfer->origin_length != length || memcmp(transfer->origin, request->url, length) != 0) {
    CURLcode result = set_origin(transfer, request->url, length);
    if (result != CURLE_OK) return result;
  }
  return curl->curl_easy_setopt(transfer->easy, CURLOPT_REQUEST_TARGET, target);
}

// Waits for a connection that is being made only where it may carry many requests at once: HTTP/2 comes
// with TLS alone. Without TLS a slow first answer would hold up all the others.
static void set_sharing(ccurl_transfer *transfer, const ccurl_request *request) {
  int shares = strncmp(request->url, "https:", 6) == 0;
  if (transfer->shares == shares) return;
  curl->curl_easy_setopt(transfer->easy, CURLOPT_PIPEWAIT, (long)shares);
  transfer->shares = shares;
}

int ccurl_transfer_start(CURLM *multi, ccurl_transfer *transfer, const ccurl_settings *settings,
                         const ccurl_request *request) {
  if (!transfer->plain) set_shared(transfer, settings);
  transfer->body_length = 0;
  transfer->body_limit = request->body_limit;
  transfer->streams = request->streams;
  transfer->streams_body = -1;
  transfer->streamed = 0;
  transfer->sending_waits = transfer->receiving_waits = 0;
  transfer->header_length = 0;
  transfer->header_total = 0;
  transfer->header_limit = request->header_limit;
  transfer->header_complete = 0;
  transfer->has_coding = transfer->has_unknown_coding = transfer->has_age = 0;
  transfer->request_started = 0;
  transfer->received = 0;
  transfer->stop = CCURL_STOP_NONE;
  transfer->refused_address[0] = 0;
  transfer->error[0] = 0;
  set_method(transfer, request);
  set_route(transfer, settings, request);
  CURL *easy = transfer->easy;
  if (transfer->headers != request->headers) {
    curl->curl_easy_setopt(easy, CURLOPT_HTTPHEADER, request->headers);
    transfer->headers = request->headers;
  }
  if (transfer->connect_ms != request->connect_ms) {
    curl->curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, request->connect_ms);
    transfer->connect_ms = request->connect_ms;
  }
  if (transfer->total_ms != request->total_ms) {
    curl->curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, request->total_ms);
    transfer->total_ms = request->total_ms;
  }
  set_sharing(transfer, request);
  if (request->connects_only) {
    transfer->plain = 0;
    curl->curl_easy_setopt(easy, CURLOPT_CONNECT_ONLY, 1L);
  }
  CURLcode result = set_address(transfer, request);
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

void ccurl_transfer_decode(ccurl_transfer *transfer, long decodes) {
  curl->curl_easy_setopt(transfer->easy, CURLOPT_HTTP_CONTENT_DECODING, decodes);
  // The next transfer of this handle sets its options anew.
  transfer->plain = 0;
}

void ccurl_transfer_shrink(ccurl_transfer *transfer) {
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

// The callbacks of a transfer; `context` is the transfer.
#ifndef CCURL_CALLBACKS_H
#define CCURL_CALLBACKS_H

#include "ccurl.h"

// Makes room for `count` more bytes; the limit has been checked by the caller.
int ccurl_reserve(void **buffer, size_t *capacity, size_t length, size_t count);

size_t ccurl_on_body(char *bytes, size_t size, size_t count, void *context);
// A piece of a body that is handed on instead of collected.
size_t ccurl_on_piece(ccurl_transfer *transfer, const char *bytes, size_t length);
// Makes the next request send `length` bytes that come by `ccurl_transfer_supply`.
void ccurl_set_upload(ccurl_transfer *transfer, uint64_t length);
size_t ccurl_on_header(char *bytes, size_t size, size_t count, void *context);

// The features of libcurl, as CURL_VERSION_…; they never change.
int ccurl_features(void);

// Whether the codings of the body are undone.
void ccurl_transfer_decode(ccurl_transfer *transfer, long decodes);

// Called for every address that a name resolved to, before anything is sent there.
curl_socket_t ccurl_on_open_socket(void *context, curlsocktype purpose,
                                   struct curl_sockaddr *address);

// Called before every request, on a reused connection too: that one may have been opened for a
// caller with more grants.
int ccurl_on_request(void *context, char *peer, char *local, int peer_port, int local_port);

#endif

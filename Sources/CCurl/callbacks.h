// The callbacks of a transfer; `context` is the transfer.
#ifndef CCURL_CALLBACKS_H
#define CCURL_CALLBACKS_H

#include "ccurl.h"

// Makes room for `count` more bytes; the limit has been checked by the caller.
int ccurl_reserve(void **buffer, size_t *capacity, size_t length, size_t count);

size_t ccurl_on_body(char *bytes, size_t size, size_t count, void *context);
// Adds decoded bytes to the body. Returns 0 when one of our limits ends the transfer.
int ccurl_take(ccurl_transfer *transfer, const void *bytes, size_t length);
// Whether a body that is handed on in pieces has no room for that many bytes until one is taken.
int ccurl_must_wait(ccurl_transfer *transfer, size_t length);
// Makes the next request send `length` bytes that come by `ccurl_transfer_supply`.
void ccurl_set_upload(ccurl_transfer *transfer, uint64_t length);
size_t ccurl_on_header(char *bytes, size_t size, size_t count, void *context);

// Called for every address that a name resolved to, before anything is sent there.
curl_socket_t ccurl_on_open_socket(void *context, curlsocktype purpose,
                                   struct curl_sockaddr *address);

// Called before every request, on a reused connection too: that one may have been opened for a
// caller with more grants.
int ccurl_on_request(void *context, char *peer, char *local, int peer_port, int local_port);

#endif

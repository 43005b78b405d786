// What transfers and their multi handle share.
#ifndef CCURL_MULTI_H
#define CCURL_MULTI_H

#include "ccurl.h"

/// Says that a socket was opened whose end `ccurl_multi_closing` will announce.
void ccurl_multi_opened(ccurl_multi *multi, int descriptor);
/// A CURLOPT_CLOSESOCKETFUNCTION; `context` is the `ccurl_multi`.
int ccurl_multi_closing(void *context, curl_socket_t descriptor);

/// Starts a handle at the next turn. Returns a CURLMcode.
int ccurl_multi_add(ccurl_multi *multi, CURL *easy);
/// Takes a handle off.
void ccurl_multi_remove(ccurl_multi *multi, CURL *easy);

#endif

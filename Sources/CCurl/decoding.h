// Undoes the codings of a body (RFC 9110, 8.4.1) and knows whether each stream has come to its end: libcurl 7
// takes one that ends early for whole.
#ifndef CCURL_DECODING_H
#define CCURL_DECODING_H

#include "ccurl.h"

// One coding. Its library comes with libcurl and is loaded at the first use.
typedef struct ccurl_coding ccurl_coding;

// The coding of a name; NULL for one that cannot be undone here.
const ccurl_coding *ccurl_coding_named(const char *name, size_t length);

// Adds a coding that was applied after those before. Returns 0 when there are too many, or no memory.
int ccurl_decoder_add(ccurl_transfer *transfer, const ccurl_coding *coding);

// Takes a piece of the coded body, as a write callback of libcurl does.
size_t ccurl_decode(ccurl_transfer *transfer, const char *bytes, size_t length);

// The name of the coding whose stream ended early in an answer that came as a whole; NULL without one.
const char *ccurl_cut_coding(ccurl_transfer *transfer);

// Forgets the codings.
void ccurl_decoder_free(ccurl_transfer *transfer);

#endif

// The memory that libcurl works in.
#ifndef CCURL_BLOCKS_H
#define CCURL_BLOCKS_H

#include "library.h"

// Initialises libcurl with an allocator of ours.
CURLcode ccurl_init(void);

// From now on the calling thread keeps what libcurl gives back, until it ends.
void ccurl_keep_blocks(void);

#endif

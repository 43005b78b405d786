// The interface between a decoder's stages and the codings.
#ifndef CCURL_CODINGS_H
#define CCURL_CODINGS_H

#include "decoding.h"

// The outcome of a step: bytes or none, a stream that cannot be read, or no memory.
typedef enum ccurl_step {
  CCURL_STEP_DONE = 0,
  CCURL_STEP_DAMAGED = -1,
  CCURL_STEP_MEMORY = -2,
} ccurl_step;

typedef struct ccurl_stage ccurl_stage;

struct ccurl_coding {
  const char *name;
  // Whether its library is there.
  int (*is_there)(void);
  // The library's state for a stream that begins with a byte; NULL without memory.
  void *(*begin)(const uint8_t *first);
  // Moves from `in` to `out`; after the end of a stream, from the beginning of the next.
  ccurl_step (*step)(ccurl_stage *stage);
  void (*end)(void *state);
  // Whether a byte behind the end of a stream begins a further one.
  int (*continues)(uint8_t byte);
};

// The undoing of one coding.
struct ccurl_stage {
  const ccurl_coding *coding;
  // NULL before the first byte.
  void *state;
  // The rest of the last piece that is still to be decoded.
  const uint8_t *in;
  size_t in_length;
  uint8_t out[16384];
  size_t out_length;
  // Whether the stream is at its end, and whether whatever comes behind it is dropped.
  int has_ended, drops_rest;
};

#endif

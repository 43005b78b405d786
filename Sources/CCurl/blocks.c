// Memory for libcurl, which takes and gives some thirty blocks for every request, a buffer of 16 KB among
// them. On the thread of a multi handle what it gives back is kept by size for its next request; every
// other thread (those that look names up) goes straight to malloc. A block may go from one to the other.
#include "blocks.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CCURL_KEEPS_NO_BLOCKS
#endif
#endif

// Blocks up to SMALL bytes are kept in steps of 32 bytes, those up to LARGE (libcurl's buffer for a transfer)
// in steps of 1 KB. Blocks beyond KEPT bytes in all go back to malloc.
enum { STEP = 32, SMALL = 1024, COARSE = 1024, LARGE = 17408, KEPT = 1 << 20 };
enum { FINE = SMALL / STEP, PLACES = FINE + (LARGE - SMALL) / COARSE };

// Stands before each block, and keeps malloc's alignment.
typedef union block {
  struct {
    size_t size;
    size_t place;  // where it is kept; PLACES: nowhere, it is too large
    union block *next;
  };
  max_align_t alignment;
} block;

typedef struct kept_blocks {
  block *first[PLACES];
  size_t bytes;
} kept_blocks;

// In the program itself: reached without a call.
static _Thread_local kept_blocks *kept __attribute__((tls_model("initial-exec")));
static pthread_key_t kept_key;
static pthread_once_t kept_once = PTHREAD_ONCE_INIT;

static size_t place_of(size_t size) {
  return size <= SMALL ? (size - 1) / STEP : FINE + (size - SMALL - 1) / COARSE;
}

static size_t size_at(size_t place) {
  return place < FINE ? (place + 1) * STEP : SMALL + (place - FINE + 1) * COARSE;
}

// Apart from what is done for nearly every block, which then saves no register.
static __attribute__((noinline)) void *make(size_t size) {
  if (size > SIZE_MAX - sizeof(block)) return NULL;
  size_t place = size - 1 < LARGE ? place_of(size) : PLACES;
  if (place < PLACES) size = size_at(place);
  block *made = malloc(sizeof(block) + size);
  if (!made) return NULL;
  made->size = size;
  made->place = place;
  return made + 1;
}

static inline void *take(size_t size) {
  kept_blocks *own = kept;
  if (!own || size - 1 >= LARGE) return make(size);
  size_t place = place_of(size);
  block *found = own->first[place];
  if (!found) return make(size);
  own->first[place] = found->next;
  own->bytes -= found->size;
  return found + 1;
}

static void give(void *bytes) {
  if (!bytes) return;
  block *given = (block *)bytes - 1;
  kept_blocks *own = kept;
  if (!own || given->place == PLACES || own->bytes + given->size > KEPT) return free(given);
  given->next = own->first[given->place];
  own->first[given->place] = given;
  own->bytes += given->size;
}

static void *resize(void *bytes, size_t size) {
  if (!bytes) return take(size);
  block *old = (block *)bytes - 1;
  if (size <= old->size) return bytes;
  void *moved = take(size);
  if (!moved) return NULL;
  memcpy(moved, bytes, old->size);
  give(bytes);
  return moved;
}

static char *copy(const char *text) {
  size_t size = strlen(text) + 1;
  char *copied = take(size);
  return copied ? memcpy(copied, text, size) : NULL;
}

static void *take_zeroed(size_t count, size_t size) {
  if (size && count > SIZE_MAX / size) return NULL;
  void *bytes = take(count * size);
  return bytes ? memset(bytes, 0, count * size) : NULL;
}

static void drop(void *context) {
  kept_blocks *blocks = context;
  kept = NULL;
  for (size_t place = 0; place < PLACES; place++) {
    for (block *at = blocks->first[place], *next; at; at = next) {
      next = at->next;
      free(at);
    }
  }
  free(blocks);
}

static void make_key(void) { pthread_key_create(&kept_key, drop); }

void ccurl_keep_blocks(void) {
  if (kept) return;
  pthread_once(&kept_once, make_key);
  kept = calloc(1, sizeof *kept);
  // Without a place to say so they would outlive the thread.
  if (kept && pthread_setspecific(kept_key, kept) != 0) drop(kept);
}

CURLcode ccurl_init(void) {
#ifdef CCURL_KEEPS_NO_BLOCKS
  return curl->curl_global_init(CURL_GLOBAL_DEFAULT);
#else
  return curl->curl_global_init_mem(CURL_GLOBAL_DEFAULT, take, give, resize, copy, take_zeroed);
#endif
}

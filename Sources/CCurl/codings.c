// The codings that can be undone, each by its library. Of these only a few functions are needed, whose
// interfaces are stable: they are declared here, so that no further headers are needed to build.
#define _GNU_SOURCE
#include "codings.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// MARK: zlib (zlib.h)

typedef struct zstream {
  const uint8_t *next_in;
  unsigned avail_in;
  unsigned long total_in;
  uint8_t *next_out;
  unsigned avail_out;
  unsigned long total_out;
  const char *msg;
  void *state, *zalloc, *zfree, *opaque;
  int data_type;
  unsigned long adler, reserved;
} zstream;

enum { Z_OK = 0, Z_STREAM_END = 1, Z_MEM_ERROR = -4, Z_BUF_ERROR = -5 };

static int (*inflate_begin)(zstream *, int, const char *, int);
static int (*inflate)(zstream *, int);
static int (*inflate_reset)(zstream *);
static int (*inflate_end)(zstream *);
static pthread_once_t zlib_once = PTHREAD_ONCE_INIT;

static void load_zlib(void) {
  void *library = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  *(void **)&inflate_begin = dlsym(library, "inflateInit2_");
  *(void **)&inflate_reset = dlsym(library, "inflateReset");
  *(void **)&inflate_end = dlsym(library, "inflateEnd");
  void *step = dlsym(library, "inflate");
  if (inflate_begin && inflate_reset && inflate_end) *(void **)&inflate = step;
}

static int has_zlib(void) {
  pthread_once(&zlib_once, load_zlib);
  return inflate != NULL;
}

// Windows of zlib's: 32 KB; +16 for gzip, negative for deflate without a header.
static void *begin_zlib(int window) {
  zstream *z = calloc(1, sizeof *z);
  if (z && inflate_begin(z, window, "1.2.11", (int)sizeof *z) == Z_OK) return z;
  free(z);
  return NULL;
}

static void *begin_gzip(const uint8_t *first) {
  (void)first;
  return begin_zlib(15 + 16);
}

// "deflate" is meant to be zlib's form, but some send the bare one. Its first byte tells: that of a zlib
// header would begin a bare block that no encoder makes.
static void *begin_deflate(const uint8_t *first) {
  return begin_zlib((*first & 0x0F) == 8 && *first >> 4 <= 7 ? 15 : -15);
}

static ccurl_step step_zlib(ccurl_stage *stage) {
  zstream *z = stage->state;
  if (stage->has_ended && inflate_reset(z) != Z_OK) return CCURL_STEP_DAMAGED;
  z->next_in = stage->in;
  z->avail_in = (unsigned)stage->in_length;
  z->next_out = stage->out;
  z->avail_out = sizeof stage->out;
  int code = inflate(z, 0);
  stage->in = z->next_in;
  stage->in_length = z->avail_in;
  stage->out_length = sizeof stage->out - z->avail_out;
  stage->has_ended = code == Z_STREAM_END;
  if (code == Z_MEM_ERROR) return CCURL_STEP_MEMORY;
  return code == Z_OK || code == Z_STREAM_END || code == Z_BUF_ERROR ? CCURL_STEP_DONE
                                                                      : CCURL_STEP_DAMAGED;
}

static void end_zlib(void *state) {
  inflate_end(state);
  free(state);
}

// A file of gzip may have several members (RFC 1952, 2.2).
static int begins_gzip(uint8_t byte) { return byte == 0x1F; }

static int begins_nothing(uint8_t byte) {
  (void)byte;
  return 0;
}

// MARK: Brotli (brotli/decode.h)

enum { BROTLI_ERROR = 0, BROTLI_SUCCESS = 1 };

static void *(*brotli_new)(void *, void *, void *);
static int (*brotli_step)(void *, size_t *, const uint8_t **, size_t *, uint8_t **, size_t *);
static void (*brotli_free)(void *);
static pthread_once_t brotli_once = PTHREAD_ONCE_INIT;

static void load_brotli(void) {
  void *library = dlopen("libbrotlidec.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  *(void **)&brotli_new = dlsym(library, "BrotliDecoderCreateInstance");
  *(void **)&brotli_free = dlsym(library, "BrotliDecoderDestroyInstance");
  void *step = dlsym(library, "BrotliDecoderDecompressStream");
  if (brotli_new && brotli_free) *(void **)&brotli_step = step;
}

static int has_brotli(void) {
  pthread_once(&brotli_once, load_brotli);
  return brotli_step != NULL;
}

static void *begin_brotli(const uint8_t *first) {
  (void)first;
  return brotli_new(NULL, NULL, NULL);
}

static ccurl_step step_brotli(ccurl_stage *stage) {
  size_t room = sizeof stage->out;
  uint8_t *out = stage->out;
  int code = brotli_step(stage->state, &stage->in_length, &stage->in, &room, &out, NULL);
  stage->out_length = sizeof stage->out - room;
  stage->has_ended = code == BROTLI_SUCCESS;
  return code == BROTLI_ERROR ? CCURL_STEP_DAMAGED : CCURL_STEP_DONE;
}

static void end_brotli(void *state) { brotli_free(state); }

// MARK: Zstandard (zstd.h)

typedef struct zstd_out {
  void *bytes;
  size_t size, position;
} zstd_out;

typedef struct zstd_in {
  const void *bytes;
  size_t size, position;
} zstd_in;

// ZSTD_d_windowLogMax, and the largest window of the coding "zstd": 8 MB (RFC 9659).
enum { ZSTD_WINDOW = 100, ZSTD_MOST_WINDOW = 23 };

static void *(*zstd_new)(void);
static size_t (*zstd_set)(void *, int, int);
static size_t (*zstd_step)(void *, zstd_out *, zstd_in *);
static unsigned (*zstd_is_error)(size_t);
static size_t (*zstd_free)(void *);
static pthread_once_t zstd_once = PTHREAD_ONCE_INIT;

static void load_zstd(void) {
  void *library = dlopen("libzstd.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  *(void **)&zstd_new = dlsym(library, "ZSTD_createDCtx");
  *(void **)&zstd_set = dlsym(library, "ZSTD_DCtx_setParameter");
  *(void **)&zstd_is_error = dlsym(library, "ZSTD_isError");
  *(void **)&zstd_free = dlsym(library, "ZSTD_freeDCtx");
  void *step = dlsym(library, "ZSTD_decompressStream");
  if (zstd_new && zstd_set && zstd_is_error && zstd_free) *(void **)&zstd_step = step;
}

static int has_zstd(void) {
  pthread_once(&zstd_once, load_zstd);
  return zstd_step != NULL;
}

static void *begin_zstd(const uint8_t *first) {
  (void)first;
  void *state = zstd_new();
  if (state) zstd_set(state, ZSTD_WINDOW, ZSTD_MOST_WINDOW);
  return state;
}

static ccurl_step step_zstd(ccurl_stage *stage) {
  zstd_in in = {stage->in, stage->in_length, 0};
  zstd_out out = {stage->out, sizeof stage->out, 0};
  size_t code = zstd_step(stage->state, &out, &in);
  stage->in += in.position;
  stage->in_length -= in.position;
  stage->out_length = out.position;
  // Zero: the frame has ended, and all of it is written.
  stage->has_ended = code == 0;
  return zstd_is_error(code) ? CCURL_STEP_DAMAGED : CCURL_STEP_DONE;
}

static void end_zstd(void *state) { zstd_free(state); }

// Frames, also those to skip, may follow each other (RFC 8878, 3).
static int begins_zstd(uint8_t byte) { return byte == 0x28 || byte >> 4 == 5; }

// MARK: Names

static const ccurl_coding codings[] = {
    {"gzip", has_zlib, begin_gzip, step_zlib, end_zlib, begins_gzip},
    {"deflate", has_zlib, begin_deflate, step_zlib, end_zlib, begins_nothing},
    {"br", has_brotli, begin_brotli, step_brotli, end_brotli, begins_nothing},
    {"zstd", has_zstd, begin_zstd, step_zstd, end_zstd, begins_zstd}};

const ccurl_coding *ccurl_coding_named(const char *name, size_t length) {
  if (length == 6 && strncasecmp(name, "x-gzip", length) == 0) {
    name += 2;
    length -= 2;
  }
  for (size_t i = 0; i < sizeof codings / sizeof *codings; i++) {
    const ccurl_coding *coding = &codings[i];
    if (strlen(coding->name) == length && strncasecmp(coding->name, name, length) == 0) {
      return coding->is_there() ? coding : NULL;
    }
  }
  return NULL;
}

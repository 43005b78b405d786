// Packs of patterns, and which kernels compare them.
#include "pack.h"

#include <stdlib.h>
#include <string.h>

ctext_pack *ctext_pack_new(void) {
  ctext_pack *pack = aligned_alloc(64, (sizeof(ctext_pack) + 63) / 64 * 64);
  if (pack != NULL) memset(pack, 0, sizeof *pack);
  return pack;
}

void ctext_pack_free(ctext_pack *pack) { free(pack); }

static void clear(ctext_pack *pack) {
  for (size_t i = 0; i < pack->used_count; i++) {
    size_t row = pack->used[i];
    if (pack->is_short)
      memset(&pack->masks.narrow[row], 0, sizeof(lanes32));
    else
      memset(&pack->masks.wide[row], 0, sizeof(lanes64));
    if (row >= LOW_ROWS) pack->keys[row - LOW_ROWS] = 0;
  }
  pack->used_count = 0;
}

static void add(ctext_pack *pack, size_t lane, uint32_t scalar, size_t bit) {
  size_t row = scalar;
  if (scalar >= LOW_ROWS) {
    row = ctext_high_row(pack, scalar);
    pack->keys[row - LOW_ROWS] = scalar;
  }
  if (pack->is_short)
    pack->masks.narrow[row][lane] |= (uint32_t)1 << bit;
  else
    pack->masks.wide[row][lane] |= (uint64_t)1 << bit;
  pack->used[pack->used_count++] = (uint16_t)row;
}

void ctext_pack_set(ctext_pack *pack, const ctext_piece *patterns, size_t count, bool at_end) {
  clear(pack);
  pack->count = count;
  size_t longest = 0;
  for (size_t lane = 0; lane < CTEXT_LANES; lane++) {
    size_t length = lane < count ? (size_t)patterns[lane].packed >> 1 : 0;
    pack->lengths[lane] = length;
    if (length > longest) longest = length;
  }
  pack->is_short = longest <= CTEXT_SHORT;
  size_t bits = pack->is_short ? CTEXT_SHORT : CTEXT_LONGEST;
  for (size_t lane = 0; lane < count; lane++) {
    const ctext_piece *pattern = &patterns[lane];
    size_t length = pack->lengths[lane], first = at_end ? bits - length : 0;
    for (size_t i = 0; i < length; i++) {
      uint32_t scalar = pattern->packed & 1 ? ((const uint8_t *)pattern->start)[i]
                                            : ((const uint32_t *)pattern->start)[i];
      add(pack, lane, scalar, first + i);
    }
  }
}

// MARK: Kernels

// The same numbers on every machine: no multiplication and addition in one step.
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

// Jaro-Winkler (MixCore's JaroWinkler.swift, in the same order of operations).
static inline double jaro_winkler(int32_t first, int32_t second, int32_t in_common, int32_t in_place,
                                  int32_t prefix) {
  if (in_common == 0) return 0;
  double shared = in_common, ordered = in_common - (in_common - in_place) / 2;
  double jaro = (shared / first + shared / second + ordered / shared) / 3;
  if (!(jaro > 0.7)) return jaro;
  double score = jaro + prefix * 0.1 * (1 - jaro);
  return score < 1 ? score : 1;
}

#define KERNEL_NAME(name, suffix) name##_##suffix
#define NAMED(name, suffix) KERNEL_NAME(name, suffix)

#define TARGET
#define LANES lanes32
#define WORD uint32_t
#define MASKS narrow
#define SUFFIX short_any
#include "kernels.h"
#define LANES lanes64
#define WORD uint64_t
#define MASKS wide
#define SUFFIX long_any
#include "kernels.h"
#undef TARGET

#if defined(__x86_64__)
#define TARGET __attribute__((target("avx2")))
#define LANES lanes32
#define WORD uint32_t
#define MASKS narrow
#define SUFFIX short_avx2
#include "kernels.h"
#define LANES lanes64
#define WORD uint64_t
#define MASKS wide
#define SUFFIX long_avx2
#include "kernels.h"
#undef TARGET
#define CHOOSE(name, pack, ...)                                                          \
  (__builtin_cpu_supports("avx2")                                                        \
       ? ((pack)->is_short ? name##_short_avx2 : name##_long_avx2)(pack, __VA_ARGS__)    \
       : ((pack)->is_short ? name##_short_any : name##_long_any)(pack, __VA_ARGS__))
#else
#define CHOOSE(name, pack, ...) \
  ((pack)->is_short ? name##_short_any : name##_long_any)(pack, __VA_ARGS__)
#endif

void ctext_pack_scores(const ctext_pack *pack, const ctext_piece *texts, size_t count,
                       ctext_scorer scorer, double cutoff, double *rows, size_t stride) {
  for (size_t start = 0; start < count; start += CTEXT_BLOCK) {
    size_t size = count - start < CTEXT_BLOCK ? count - start : CTEXT_BLOCK;
    CHOOSE(scores, pack, texts + start, size, scorer, cutoff, rows + start, stride);
  }
}

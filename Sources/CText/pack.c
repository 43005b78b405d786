// Packs of patterns, and the choice of kernels for them.
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
    pack->masks.narrow_lanes[row][lane] |= (uint32_t)1 << bit;
  else
    pack->masks.wide_lanes[row][lane] |= (uint64_t)1 << bit;
  pack->used[pack->used_count++] = (uint16_t)row;
}

void ctext_pack_set(ctext_pack *pack, const ctext_piece *patterns, size_t count, bool at_end) {
  clear(pack);
  pack->count = count;
  size_t longest = 0;
  for (size_t lane = 0; lane < CTEXT_LANES; lane++) {
    size_t length = lane < count ? (size_t)patterns[lane].packed >> 1 : 0;
    pack->lengths[lane] = length;
    pack->counts[lane] = (int32_t)length;
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

// Gives the same numbers on every machine: no fused multiplication and addition.
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

// Jaro-Winkler (Match's JaroWinkler.swift, with the same order of operations).
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
// Sixteen short patterns fit one register.
#define TARGET __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl")))
#define LANES lanes32
#define WORD uint32_t
#define MASKS narrow
#define SUFFIX short_avx512
#include "kernels.h"
#define LANES lanes64
#define WORD uint64_t
#define MASKS wide
#define SUFFIX long_avx512
#include "kernels.h"
#undef TARGET
#endif

typedef void kernel(const ctext_pack *pack, const ctext_piece *texts, const uint8_t *places,
                    size_t count, ctext_scorer scorer, double cutoff, double *const *rows,
                    size_t first);

// The kernels for this processor: [across][short].
#define CHOICES(kind)                                                        \
  {                                                                          \
    {scores_long_##kind, scores_short_##kind},                               \
        {scores_across_long_##kind, scores_across_short_##kind},             \
  }

static _Atomic(ctext_kernels) most = CTEXT_AVX512;

void ctext_use(ctext_kernels kernels) { most = kernels; }

static kernel *chosen(bool across, bool is_short) {
  static kernel *const any[2][2] = CHOICES(any);
#if defined(__x86_64__)
  static kernel *const avx2[2][2] = CHOICES(avx2), *const avx512[2][2] = CHOICES(avx512);
  if (most >= CTEXT_AVX512 && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl"))
    return avx512[across][is_short];
  if (most >= CTEXT_AVX2 && __builtin_cpu_supports("avx2")) return avx2[across][is_short];
#endif
  return any[across][is_short];
}

void ctext_pack_scores(const ctext_pack *pack, const ctext_piece *texts, const uint8_t *places,
                       size_t count, ctext_scorer scorer, double cutoff, double *const *rows,
                       size_t first) {
  kernel *run = chosen(false, pack->is_short);
  for (size_t start = 0; start < count; start += CTEXT_BLOCK) {
    size_t size = count - start < CTEXT_BLOCK ? count - start : CTEXT_BLOCK;
    run(pack, texts + start, places + start, size, scorer, cutoff, rows, first + start);
  }
}

void ctext_pack_scores_across(const ctext_pack *pack, const ctext_piece *texts, size_t count,
                              ctext_scorer scorer, double cutoff, double *const *rows,
                              size_t first) {
  static const uint8_t in_order[CTEXT_BLOCK] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10,
                                                11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
                                                22, 23, 24, 25, 26, 27, 28, 29, 30, 31};
  kernel *run = chosen(true, pack->is_short);
  for (size_t start = 0; start < count; start += CTEXT_BLOCK) {
    size_t size = count - start < CTEXT_BLOCK ? count - start : CTEXT_BLOCK;
    run(pack, texts + start, in_order, size, scorer, cutoff, rows + start, first);
  }
}

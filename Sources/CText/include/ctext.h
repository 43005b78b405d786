// Sixteen short texts ("patterns") compared with one text at a time: the steps of one comparison wait for each
// other, those of sixteen do not. The kernels are those of MixCore for one pattern, with a lane for each.
#ifndef CTEXT_H
#define CTEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  /// Patterns of a pack.
  CTEXT_LANES = 16,
  /// The longest pattern, and the longest one of a pack that is twice as fast.
  CTEXT_LONGEST = 64,
  CTEXT_SHORT = 32,
  /// Longer texts are skipped.
  CTEXT_LONGEST_TEXT = 256,
  /// Texts whose scores are made together.
  CTEXT_BLOCK = 32,
};

/// The scores for patterns and texts.
typedef enum {
  /// Twice the longest common subsequence by the sum of the lengths.
  CTEXT_RATIO,
  /// 1 less the edit distance by the longer length.
  CTEXT_LEVENSHTEIN,
  /// The same with neighbours that changed places as one edit (optimal string alignment).
  CTEXT_DAMERAU,
  CTEXT_JARO_WINKLER,
} ctext_scorer;

/// A text in memory that someone else keeps: twice the length in units, and one when these are bytes (of
/// ASCII), else 32-bit scalars.
typedef struct {
  const void *start;
  intptr_t packed;
} ctext_piece;

typedef struct ctext_pack ctext_pack;

/// Which processors kernels are for.
typedef enum { CTEXT_ANY, CTEXT_AVX2, CTEXT_AVX512 } ctext_kernels;

/// Compares with no better kernels than these from now on: for tests of what other processors do.
void ctext_use(ctext_kernels most);

/// A pack without patterns; NULL without memory.
ctext_pack *ctext_pack_new(void);

void ctext_pack_free(ctext_pack *pack);

/// Takes up to sixteen patterns of up to `CTEXT_LONGEST` units; the other lanes get empty ones.
/// `at_end`: the patterns end at the highest bit, as edit distances want it, else they begin at the lowest.
void ctext_pack_set(ctext_pack *pack, const ctext_piece *patterns, size_t count, bool at_end);

/// The similarities of each pattern with each text, 0 to 1, those below `cutoff` as 0: a row a pattern. The text
/// at `i` is that of the place `i` less `i % CTEXT_BLOCK` and plus `places[i]` of the rows, from `first` on: texts
/// of like length beside each other are compared faster. Places of texts that are too long get no meaningful
/// number. Distances want patterns set `at_end`.
void ctext_pack_scores(const ctext_pack *pack, const ctext_piece *texts, const uint8_t *places,
                       size_t count, ctext_scorer scorer, double cutoff, double *const *rows,
                       size_t first);

/// The same with a row a text: the pattern at `i` is at the place `first + i` of each.
void ctext_pack_scores_across(const ctext_pack *pack, const ctext_piece *texts, size_t count,
                              ctext_scorer scorer, double cutoff, double *const *rows,
                              size_t first);

#endif

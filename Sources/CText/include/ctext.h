// Compares sixteen short texts ("patterns") with one text at a time: the steps of one comparison
// wait for each other, those of sixteen do not. The kernels are those of Match for one pattern,
// with a lane for each.
#ifndef CTEXT_H
#define CTEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  /// Number of patterns in a pack.
  CTEXT_LANES = 16,
  /// Longest pattern in units, and the longest in a pack that is twice as fast.
  CTEXT_LONGEST = 64,
  CTEXT_SHORT = 32,
  /// Longest text; longer ones are skipped.
  CTEXT_LONGEST_TEXT = 256,
  /// Number of texts whose scores are computed together.
  CTEXT_BLOCK = 32,
};

/// The scores of patterns and texts.
typedef enum {
  /// Twice the longest common subsequence divided by the sum of the lengths.
  CTEXT_RATIO,
  /// 1 minus the edit distance divided by the longer length.
  CTEXT_LEVENSHTEIN,
  /// The same with optimal string alignment, where swapped neighbours are one edit.
  CTEXT_DAMERAU,
  CTEXT_JARO_WINKLER,
} ctext_scorer;

/// A text in memory that the caller owns. `packed` is twice the length in units, plus one when the
/// units are bytes (of ASCII) instead of 32-bit scalars.
typedef struct {
  const void *start;
  intptr_t packed;
} ctext_piece;

typedef struct ctext_pack ctext_pack;

/// The processors that kernels are compiled for.
typedef enum { CTEXT_ANY, CTEXT_AVX2, CTEXT_AVX512 } ctext_kernels;

/// Limits comparisons to these kernels from now on, so that tests cover other processors.
void ctext_use(ctext_kernels most);

/// Makes a pack without patterns; NULL when out of memory.
ctext_pack *ctext_pack_new(void);

void ctext_pack_free(ctext_pack *pack);

/// Sets up to sixteen patterns of up to `CTEXT_LONGEST` units; the other lanes are empty. With
/// `at_end` patterns end at the highest bit, as edit distances need it; otherwise they begin at the
/// lowest.
void ctext_pack_set(ctext_pack *pack, const ctext_piece *patterns, size_t count, bool at_end);

/// Computes the similarity of each pattern with each text, 0 to 1; results below `cutoff` become 0.
/// Each pattern has a row, in which results begin at `first`. The result of text `i` goes to place
/// `places[i]` of its block of `CTEXT_BLOCK` texts, because neighbours of similar length are compared
/// faster. Places of texts that are too long get no meaningful number. Distances need patterns set
/// with `at_end`.
void ctext_pack_scores(const ctext_pack *pack, const ctext_piece *texts, const uint8_t *places,
                       size_t count, ctext_scorer scorer, double cutoff, double *const *rows,
                       size_t first);

/// The same with a row for each text: pattern `i` is at place `first + i` of each row.
void ctext_pack_scores_across(const ctext_pack *pack, const ctext_piece *texts, size_t count,
                              ctext_scorer scorer, double cutoff, double *const *rows,
                              size_t first);

#endif

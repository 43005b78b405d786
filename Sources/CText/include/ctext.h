// Eight short texts ("patterns") compared with one text at a time: the steps of one comparison wait for each
// other, those of eight do not. The kernels are those of MixCore for one pattern, with a lane for each.
#ifndef CTEXT_H
#define CTEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  /// Patterns of a pack.
  CTEXT_LANES = 8,
  /// The longest pattern, and the longest one of a pack that is twice as fast.
  CTEXT_LONGEST = 64,
  CTEXT_SHORT = 32,
  /// Longer texts are passed over.
  CTEXT_LONGEST_TEXT = 256,
};

/// A text in memory that someone else keeps: twice the length in units, and one when these are bytes (of
/// ASCII), else 32-bit scalars.
typedef struct {
  const void *start;
  intptr_t packed;
} ctext_piece;

typedef struct ctext_pack ctext_pack;

/// A pack without patterns; NULL without memory.
ctext_pack *ctext_pack_new(void);

void ctext_pack_free(ctext_pack *pack);

/// Takes up to eight patterns of up to `CTEXT_LONGEST` units; the other lanes get empty ones.
/// `at_end`: the patterns end at the highest bit, as edit distances want it, else they begin at the lowest.
void ctext_pack_set(ctext_pack *pack, const ctext_piece *patterns, size_t count, bool at_end);

/// The length of each pattern's longest common subsequence with each text: eight numbers a text.
void ctext_pack_common(const ctext_pack *pack, const ctext_piece *texts, size_t count,
                       uint8_t *common);

/// Edit distances, eight a text; with neighbours that changed places as one edit when `transposing`.
void ctext_pack_distances(const ctext_pack *pack, const ctext_piece *texts, size_t count,
                          bool transposing, uint16_t *distances);

/// What Jaro-Winkler similarities are made of: units that match, those of them that match in the same order,
/// and equal units at the start, four at most; eight of each a text.
void ctext_pack_jaro(const ctext_pack *pack, const ctext_piece *texts, size_t count,
                     uint8_t *common, uint8_t *in_place, uint8_t *prefix);

#endif

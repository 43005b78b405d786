// The pack's layout for the kernels.
#ifndef CTEXT_PACK_H
#define CTEXT_PACK_H

#include <string.h>

#include "ctext.h"

// Rows of masks: one for each scalar below U+0100; rows of a table with open addressing for others,
// of which a pack has at most 1,024; and an empty row.
enum { LOW_ROWS = 256, HIGH_ROWS = 2048, EMPTY_ROW = LOW_ROWS + HIGH_ROWS, ROWS = EMPTY_ROW + 1 };

typedef uint32_t lanes32 __attribute__((vector_size(CTEXT_LANES * 4)));
typedef uint64_t lanes64 __attribute__((vector_size(CTEXT_LANES * 8)));
typedef int32_t ints __attribute__((vector_size(CTEXT_LANES * 4)));
typedef int64_t longs __attribute__((vector_size(CTEXT_LANES * 8)));
typedef double doubles __attribute__((vector_size(CTEXT_LANES * 8)));
typedef double four __attribute__((vector_size(4 * 8)));

struct ctext_pack {
  // The places of a row's scalar in each pattern; packs with `is_short` use the first half of the
  // memory.
  union {
    lanes32 narrow[ROWS];
    lanes64 wide[ROWS];
    // The lanes of the same masks: setting a lane through the vector would write all of it.
    uint32_t narrow_lanes[ROWS][CTEXT_LANES];
    uint64_t wide_lanes[ROWS][CTEXT_LANES];
  } masks;
  uint32_t keys[HIGH_ROWS];  // 0: free
  ints counts;  // the lengths
  uint64_t lengths[CTEXT_LANES];
  size_t count;  // number of patterns
  bool is_short;
  uint16_t used[CTEXT_LANES * CTEXT_LONGEST];  // rows that are not empty
  size_t used_count;
};

// The row of a scalar from U+0100 on, or the free one for it.
static inline size_t ctext_high_row(const ctext_pack *pack, uint32_t scalar) {
  size_t slot = scalar % HIGH_ROWS;
  while (pack->keys[slot] != 0 && pack->keys[slot] != scalar) slot = (slot + 1) % HIGH_ROWS;
  return LOW_ROWS + slot;
}

typedef uint8_t eight_bytes __attribute__((vector_size(8)));
typedef uint16_t eight_rows __attribute__((vector_size(16)));

static inline void ctext_eight_rows(const uint8_t *bytes, uint16_t *rows) {
  eight_bytes from;
  memcpy(&from, bytes, sizeof from);
  eight_rows to = __builtin_convertvector(from, eight_rows);
  memcpy(rows, &to, sizeof to);
}

// Finds the rows of a text's units.
static inline void ctext_rows(const ctext_pack *pack, const ctext_piece *text, uint16_t *rows) {
  size_t count = (size_t)text->packed >> 1;
  if (text->packed & 1) {
    const uint8_t *bytes = text->start;
    if (count < 8) {
      for (size_t i = 0; i < count; i++) rows[i] = bytes[i];
      return;
    }
    for (size_t i = 0; i + 8 < count; i += 8) ctext_eight_rows(bytes + i, rows + i);
    // The last eight; some of them are read a second time.
    ctext_eight_rows(bytes + count - 8, rows + count - 8);
    return;
  }
  const uint32_t *scalars = text->start;
  for (size_t i = 0; i < count; i++) {
    size_t row = scalars[i] < LOW_ROWS ? scalars[i] : ctext_high_row(pack, scalars[i]);
    rows[i] = (uint16_t)(row >= LOW_ROWS && pack->keys[row - LOW_ROWS] == 0 ? EMPTY_ROW : row);
  }
}

#endif

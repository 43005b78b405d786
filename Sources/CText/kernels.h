// The kernels for words of one width (WORD, eight of them LANES, the pack's MASKS) and one kind of processor
// (TARGET). Their names end with SUFFIX.

#define BITS (sizeof(WORD) * 8)
#define BYTES __attribute__((vector_size(CTEXT_LANES))) uint8_t
#define ZERO ((LANES){0})
#define ONES (~ZERO)
// How many bits each lane has.
#define COUNT_BITS(lanes)                                                   \
  ({                                                                        \
    LANES bits_ = (lanes);                                                  \
    bits_ -= (bits_ >> 1) & (WORD)0x5555555555555555;                       \
    bits_ = (bits_ & (WORD)0x3333333333333333) +                            \
            ((bits_ >> 2) & (WORD)0x3333333333333333);                      \
    bits_ = (bits_ + (bits_ >> 4)) & (WORD)0x0F0F0F0F0F0F0F0F;              \
    bits_ += bits_ >> 8;                                                    \
    bits_ += bits_ >> 16;                                                   \
    if (BITS == 64) bits_ += bits_ >> (BITS / 2);                           \
    bits_ & 0x7F;                                                           \
  })
// 1 in each lane that is not 0.
#define NOT_ZERO(lanes) ({ LANES some_ = (lanes); (some_ | (ZERO - some_)) >> (BITS - 1); })
#define STORE(out, lanes)                                                   \
  do {                                                                      \
    BYTES bytes_ = __builtin_convertvector((lanes), BYTES);                 \
    memcpy((out), &bytes_, CTEXT_LANES);                                    \
  } while (0)
// Goes through the texts that are short enough: `text` its number, `rows` and `length` its units.
#define FOR_EACH_TEXT(body)                                                 \
  for (size_t text = 0; text < count; text++) {                             \
    size_t length = (size_t)texts[text].packed >> 1;                        \
    if (length > CTEXT_LONGEST_TEXT) continue;                              \
    uint16_t rows[CTEXT_LONGEST_TEXT];                                      \
    ctext_rows(pack, &texts[text], rows);                                   \
    body                                                                    \
  }

// Two texts at a time: their steps do not wait for each other.
TARGET static void NAMED(common, SUFFIX)(const ctext_pack *pack, const ctext_piece *texts,
                                         size_t count, uint8_t *result) {
  const LANES *masks = pack->masks.MASKS;
#define STEP(state, row)                                 \
  do {                                                   \
    LANES matches = (state) & masks[row];                \
    (state) = ((state) + matches) | ((state) - matches); \
  } while (0)
  for (size_t text = 0; text < count; text += 2) {
    uint16_t rows[2][CTEXT_LONGEST_TEXT];
    size_t lengths[2] = {0, 0};
    for (size_t side = 0; side < 2 && text + side < count; side++) {
      size_t length = (size_t)texts[text + side].packed >> 1;
      if (length > CTEXT_LONGEST_TEXT) continue;
      lengths[side] = length;
      ctext_rows(pack, &texts[text + side], rows[side]);
    }
    size_t shared = lengths[0] < lengths[1] ? lengths[0] : lengths[1];
    LANES first = ONES, second = ONES;
    size_t i = 0;
    for (; i < shared; i++) {
      STEP(first, rows[0][i]);
      STEP(second, rows[1][i]);
    }
    for (size_t k = i; k < lengths[0]; k++) STEP(first, rows[0][k]);
    for (size_t k = i; k < lengths[1]; k++) STEP(second, rows[1][k]);
    STORE(result + text * CTEXT_LANES, COUNT_BITS(~first));
    if (text + 1 < count) STORE(result + (text + 1) * CTEXT_LANES, COUNT_BITS(~second));
  }
#undef STEP
}

// Patterns end at the highest bit, so that the last row of all is one bit; the places before a pattern repeat the
// row above it.
TARGET static void NAMED(first_column, SUFFIX)(const ctext_pack *pack, LANES *plus, LANES *lengths) {
  *plus = ZERO;
  *lengths = ZERO;
  for (size_t lane = 0; lane < CTEXT_LANES; lane++) {
    (*lengths)[lane] = (WORD)pack->lengths[lane];
    if (pack->lengths[lane] > 0) (*plus)[lane] = (WORD)~(WORD)0 << (BITS - pack->lengths[lane]);
  }
}

#define DISTANCES(swaps)                                                    \
  const LANES *masks = pack->masks.MASKS;                                   \
  LANES first;                                                              \
  LANES lengths;                                                            \
  NAMED(first_column, SUFFIX)(pack, &first, &lengths);                      \
  FOR_EACH_TEXT({                                                           \
    LANES plus = first;                                                     \
    LANES minus = ZERO;                                                     \
    LANES diagonal = ZERO;                                                  \
    LANES before = ZERO;                                                    \
    LANES distance = lengths;                                               \
    for (size_t i = 0; i < length; i++) {                                   \
      LANES mask = masks[rows[i]];                                          \
      LANES free = (((mask & plus) + plus) ^ plus) | mask | minus;          \
      if (swaps) {                                                          \
        free |= ((~diagonal & mask) << 1) & before;                         \
        before = mask;                                                      \
        diagonal = free;                                                    \
      }                                                                     \
      LANES across_plus = minus | ~(free | plus);                           \
      LANES across_minus = free & plus;                                     \
      distance += across_plus >> (BITS - 1);                                \
      distance -= across_minus >> (BITS - 1);                               \
      across_plus = (across_plus << 1) | 1;                                 \
      plus = (across_minus << 1) | ~(free | across_plus);                   \
      minus = across_plus & free;                                           \
    }                                                                       \
    for (size_t lane = 0; lane < CTEXT_LANES; lane++)                       \
      result[text * CTEXT_LANES + lane] = (uint16_t)distance[lane];         \
  })

TARGET static void NAMED(levenshtein, SUFFIX)(const ctext_pack *pack, const ctext_piece *texts,
                                              size_t count, uint16_t *result) {
  DISTANCES(false)
}

TARGET static void NAMED(transposing, SUFFIX)(const ctext_pack *pack, const ctext_piece *texts,
                                              size_t count, uint16_t *result) {
  DISTANCES(true)
}

TARGET static void NAMED(jaro, SUFFIX)(const ctext_pack *pack, const ctext_piece *texts,
                                       size_t count, uint8_t *result, uint8_t *in_place,
                                       uint8_t *prefix) {
  const LANES *masks = pack->masks.MASKS;
  FOR_EACH_TEXT({
    LANES matched[CTEXT_LONGEST_TEXT];
    LANES open = ZERO;
    LANES reach = ZERO;
    for (size_t lane = 0; lane < CTEXT_LANES; lane++) {
      size_t longer = pack->lengths[lane] > length ? pack->lengths[lane] : length;
      size_t distance = longer < 4 ? 0 : longer / 2 - 1;
      reach[lane] = (WORD)distance;
      open[lane] = distance + 1 >= BITS ? (WORD)~(WORD)0 : ((WORD)1 << (distance + 1)) - 1;
    }
    LANES taken = ZERO;
    LANES place = ZERO;
    for (size_t i = 0; i < length; i++) {
      LANES available = masks[rows[i]] & open & ~taken;
      LANES negative = ZERO - available;
      taken |= available & negative;
      matched[i] = ZERO - ((available | negative) >> (BITS - 1));
      // The window opens up to the reach; then it moves.
      open = (open << 1) | ((place - reach) >> (BITS - 1));
      place += 1;
    }
    STORE(result + text * CTEXT_LANES, COUNT_BITS(taken));
    LANES hits = ZERO;
    for (size_t i = 0; i < length; i++) {
      LANES lowest = taken & (ZERO - taken) & matched[i];
      hits += NOT_ZERO(masks[rows[i]] & lowest);
      taken ^= lowest;
    }
    STORE(in_place + text * CTEXT_LANES, hits);
    LANES equal = ZERO + 1;
    LANES start = ZERO;
    for (size_t i = 0; i < 4 && i < length; i++) {
      equal &= masks[rows[i]] >> i;
      start += equal;
    }
    STORE(prefix + text * CTEXT_LANES, start);
  })
}

// Scores of a block, a text after the other.
TARGET static void NAMED(indel_tile, SUFFIX)(const ctext_pack *pack, const ctext_piece *texts,
                                             size_t count, double *tile) {
  uint8_t in_common[CTEXT_BLOCK * CTEXT_LANES] = {0};
  NAMED(common, SUFFIX)(pack, texts, count, in_common);
  for (size_t text = 0; text < count; text++) {
    uint64_t length = (uint64_t)texts[text].packed >> 1;
    for (size_t lane = 0; lane < CTEXT_LANES; lane++) {
      size_t at = text * CTEXT_LANES + lane;
      int32_t total = (int32_t)(pack->lengths[lane] + length);
      // Two empty texts are equal: (2 * 0 + 1) / 1.
      int32_t nothing = total == 0;
      tile[at] = (double)(2 * (int32_t)in_common[at] + nothing) / (double)(total + nothing);
    }
  }
}

TARGET static void NAMED(distance_tile, SUFFIX)(const ctext_pack *pack, const ctext_piece *texts,
                                                size_t count, bool transposing, double *tile) {
  uint16_t distances[CTEXT_BLOCK * CTEXT_LANES] = {0};
  if (transposing)
    NAMED(transposing, SUFFIX)(pack, texts, count, distances);
  else
    NAMED(levenshtein, SUFFIX)(pack, texts, count, distances);
  for (size_t text = 0; text < count; text++) {
    uint64_t length = (uint64_t)texts[text].packed >> 1;
    for (size_t lane = 0; lane < CTEXT_LANES; lane++) {
      size_t at = text * CTEXT_LANES + lane;
      int32_t first = (int32_t)pack->lengths[lane], second = (int32_t)length;
      int32_t longer = first > second ? first : second;
      longer += longer == 0;
      tile[at] = 1 - (double)distances[at] / (double)longer;
    }
  }
}

TARGET static void NAMED(jaro_tile, SUFFIX)(const ctext_pack *pack, const ctext_piece *texts,
                                            size_t count, double *tile) {
  enum { SIZE = CTEXT_BLOCK * CTEXT_LANES };
  uint8_t in_common[SIZE] = {0}, in_place[SIZE] = {0}, prefix[SIZE] = {0};
  NAMED(jaro, SUFFIX)(pack, texts, count, in_common, in_place, prefix);
  for (size_t text = 0; text < count; text++) {
    uint64_t length = (uint64_t)texts[text].packed >> 1;
    for (size_t lane = 0; lane < CTEXT_LANES; lane++) {
      size_t at = text * CTEXT_LANES + lane;
      tile[at] = jaro_winkler((int32_t)pack->lengths[lane], (int32_t)length, in_common[at],
                              in_place[at], prefix[at]);
    }
  }
}

TARGET static void NAMED(scores, SUFFIX)(const ctext_pack *pack, const ctext_piece *texts,
                                         size_t count, ctext_scorer scorer, double cutoff,
                                         double *rows, size_t stride) {
  double tile[CTEXT_BLOCK * CTEXT_LANES];
  switch (scorer) {
    case CTEXT_RATIO: NAMED(indel_tile, SUFFIX)(pack, texts, count, tile); break;
    case CTEXT_JARO_WINKLER: NAMED(jaro_tile, SUFFIX)(pack, texts, count, tile); break;
    default:
      NAMED(distance_tile, SUFFIX)(pack, texts, count, scorer == CTEXT_DAMERAU, tile);
  }
  for (size_t lane = 0; lane < pack->count; lane++) {
    double *row = rows + lane * stride;
    for (size_t text = 0; text < count; text++) {
      double score = tile[text * CTEXT_LANES + lane];
      row[text] = score >= cutoff ? score : 0;
    }
  }
}

#undef BITS
#undef BYTES
#undef ZERO
#undef ONES
#undef COUNT_BITS
#undef NOT_ZERO
#undef STORE
#undef FOR_EACH_TEXT
#undef DISTANCES
#undef LANES
#undef WORD
#undef MASKS
#undef SUFFIX

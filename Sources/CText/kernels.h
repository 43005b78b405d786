// The kernels for words of one width (WORD, sixteen of them are LANES, the pack's masks are MASKS)
// and one kind of processor (TARGET). Their names end with SUFFIX. Other files call `scores` and
// `scores_across`.

#define BITS (sizeof(WORD) * 8)
#define BYTES __attribute__((vector_size(CTEXT_LANES))) uint8_t
#define SHORTS __attribute__((vector_size(CTEXT_LANES * 2))) uint16_t
#define ZERO ((LANES){0})
#define ONES (~ZERO)
// Number of bits set in each lane.
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
// Visits the texts that are short enough: `text` is the number, `rows` and `length` are its units.
#define FOR_EACH_TEXT(body)                                                 \
  for (size_t text = 0; text < count; text++) {                             \
    size_t length = (size_t)texts[text].packed >> 1;                        \
    if (length > CTEXT_LONGEST_TEXT) continue;                              \
    uint16_t rows[CTEXT_LONGEST_TEXT];                                      \
    ctext_rows(pack, &texts[text], rows);                                   \
    body                                                                    \
  }

// Four texts at a time, because their steps do not wait for each other.
TARGET static void NAMED(common, SUFFIX)(const ctext_pack *pack, const ctext_piece *texts,
                                         size_t count, uint8_t *result) {
  enum { SIDES = 4 };
  const LANES *masks = pack->masks.MASKS;
#define STEP(state, row)                                \
  do {                                                  \
    LANES mask = masks[row], matches = (state) & mask;  \
    (state) = ((state) + matches) | ((state) & ~mask);  \
  } while (0)
  for (size_t text = 0; text < count; text += SIDES) {
    uint16_t rows[SIDES][CTEXT_LONGEST_TEXT];
    size_t lengths[SIDES] = {0}, shared = CTEXT_LONGEST_TEXT;
    for (size_t side = 0; side < SIDES; side++) {
      size_t length = text + side < count ? (size_t)texts[text + side].packed >> 1 : 0;
      if (length > CTEXT_LONGEST_TEXT) length = 0;
      lengths[side] = length;
      if (length > 0) ctext_rows(pack, &texts[text + side], rows[side]);
      if (length < shared) shared = length;
    }
    LANES states[SIDES] = {ONES, ONES, ONES, ONES};
    for (size_t i = 0; i < shared; i++) {
      STEP(states[0], rows[0][i]);
      STEP(states[1], rows[1][i]);
      STEP(states[2], rows[2][i]);
      STEP(states[3], rows[3][i]);
    }
    for (size_t side = 0; side < SIDES && text + side < count; side++) {
      for (size_t i = shared; i < lengths[side]; i++) STEP(states[side], rows[side][i]);
      STORE(result + (text + side) * CTEXT_LANES, COUNT_BITS(~states[side]));
    }
  }
#undef STEP
}

// Patterns end at the highest bit, so that the last row is one bit for all; the places before a
// pattern repeat the row above it.
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
    result[text] = __builtin_convertvector(distance, SHORTS);               \
  })

TARGET static void NAMED(levenshtein, SUFFIX)(const ctext_pack *pack, const ctext_piece *texts,
                                              size_t count, SHORTS *result) {
  DISTANCES(false)
}

TARGET static void NAMED(transposing, SUFFIX)(const ctext_pack *pack, const ctext_piece *texts,
                                              size_t count, SHORTS *result) {
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
      // The window grows up to the reach, then it moves.
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

// The scores of a block of texts, one vector for each text; below the cutoff 0.
#define CUT(scores) ({ doubles all_ = (scores); (doubles)((longs)all_ & (longs)(all_ >= cutoff)); })

TARGET static void NAMED(indel_tile, SUFFIX)(const ctext_pack *pack, const ctext_piece *texts,
    const uint8_t *places, size_t count, double cutoff, doubles *tile) {
  uint8_t in_common[CTEXT_BLOCK * CTEXT_LANES];
  NAMED(common, SUFFIX)(pack, texts, count, in_common);
  for (size_t text = 0; text < count; text++) {
    BYTES bytes;
    memcpy(&bytes, in_common + text * CTEXT_LANES, sizeof bytes);
    ints common = __builtin_convertvector(bytes, ints);
    ints total = pack->counts + (int32_t)((uint64_t)texts[text].packed >> 1);
    // Two empty texts are equal: (2 * 0 + 1) / 1.
    ints nothing = -(total == 0);
    tile[places[text]] = CUT(__builtin_convertvector(2 * common + nothing, doubles) /
                     __builtin_convertvector(total + nothing, doubles));
  }
}

TARGET static void NAMED(distance_tile, SUFFIX)(const ctext_pack *pack, const ctext_piece *texts,
    const uint8_t *places, size_t count, bool transposing, double cutoff,
                                                doubles *tile) {
  SHORTS distances[CTEXT_BLOCK];
  if (transposing)
    NAMED(transposing, SUFFIX)(pack, texts, count, distances);
  else
    NAMED(levenshtein, SUFFIX)(pack, texts, count, distances);
  for (size_t text = 0; text < count; text++) {
    ints length = (ints){0} + (int32_t)((uint64_t)texts[text].packed >> 1);
    ints is_longer = pack->counts > length;
    ints longer = (pack->counts & is_longer) | (length & ~is_longer);
    longer -= longer == 0;
    ints distance = __builtin_convertvector(distances[text], ints);
    tile[places[text]] = CUT(1 - __builtin_convertvector(distance, doubles) /
                             __builtin_convertvector(longer, doubles));
  }
}

TARGET static void NAMED(jaro_tile, SUFFIX)(const ctext_pack *pack, const ctext_piece *texts,
    const uint8_t *places, size_t count, double cutoff, doubles *tile) {
  enum { SIZE = CTEXT_BLOCK * CTEXT_LANES };
  uint8_t in_common[SIZE] = {0}, in_place[SIZE] = {0}, prefix[SIZE] = {0};
  NAMED(jaro, SUFFIX)(pack, texts, count, in_common, in_place, prefix);
  for (size_t text = 0; text < count; text++) {
    uint64_t length = (uint64_t)texts[text].packed >> 1;
    double scores[CTEXT_LANES];
    for (size_t lane = 0; lane < CTEXT_LANES; lane++) {
      size_t at = text * CTEXT_LANES + lane;
      scores[lane] = jaro_winkler((int32_t)pack->lengths[lane], (int32_t)length, in_common[at],
                                  in_place[at], prefix[at]);
    }
    doubles all;
    memcpy(&all, scores, sizeof all);
    tile[places[text]] = CUT(all);
  }
}

TARGET static void NAMED(tile, SUFFIX)(const ctext_pack *pack, const ctext_piece *texts,
    const uint8_t *places, size_t count, ctext_scorer scorer, double cutoff,
                                       doubles *tile) {
  switch (scorer) {
    case CTEXT_RATIO: NAMED(indel_tile, SUFFIX)(pack, texts, places, count, cutoff, tile); break;
    case CTEXT_JARO_WINKLER: NAMED(jaro_tile, SUFFIX)(pack, texts, places, count, cutoff, tile); break;
    default:
      NAMED(distance_tile, SUFFIX)(pack, texts, places, count, scorer == CTEXT_DAMERAU, cutoff, tile);
  }
}

// One row for each pattern: tiles of four texts and four patterns, transposed.
TARGET static void NAMED(scores, SUFFIX)(const ctext_pack *pack, const ctext_piece *texts,
    const uint8_t *places, size_t count, ctext_scorer scorer, double cutoff,
                                         double *const *rows, size_t first) {
  doubles tile[CTEXT_BLOCK];
  NAMED(tile, SUFFIX)(pack, texts, places, count, scorer, cutoff, tile);
  size_t whole = count & ~(size_t)3;
  for (size_t lane = 0; lane < pack->count; lane += 4) {
    size_t lanes = pack->count - lane < 4 ? pack->count - lane : 4;
    for (size_t text = 0; text < whole; text += 4) {
      four a, b, c, d;
      memcpy(&a, (double *)&tile[text] + lane, sizeof a);
      memcpy(&b, (double *)&tile[text + 1] + lane, sizeof b);
      memcpy(&c, (double *)&tile[text + 2] + lane, sizeof c);
      memcpy(&d, (double *)&tile[text + 3] + lane, sizeof d);
      four ab = __builtin_shufflevector(a, b, 0, 4, 2, 6);
      four odd_ab = __builtin_shufflevector(a, b, 1, 5, 3, 7);
      four cd = __builtin_shufflevector(c, d, 0, 4, 2, 6);
      four odd_cd = __builtin_shufflevector(c, d, 1, 5, 3, 7);
      four turned[4] = {
          __builtin_shufflevector(ab, cd, 0, 1, 4, 5),
          __builtin_shufflevector(odd_ab, odd_cd, 0, 1, 4, 5),
          __builtin_shufflevector(ab, cd, 2, 3, 6, 7),
          __builtin_shufflevector(odd_ab, odd_cd, 2, 3, 6, 7),
      };
      for (size_t i = 0; i < lanes; i++) memcpy(rows[lane + i] + first + text, &turned[i], sizeof(four));
    }
    for (size_t text = whole; text < count; text++)
      for (size_t i = 0; i < lanes; i++) rows[lane + i][first + text] = tile[text][lane + i];
  }
}

// One row for each text.
TARGET static void NAMED(scores_across, SUFFIX)(const ctext_pack *pack, const ctext_piece *texts,
    const uint8_t *places, size_t count, ctext_scorer scorer, double cutoff,
                                                double *const *rows, size_t first) {
  doubles tile[CTEXT_BLOCK];
  NAMED(tile, SUFFIX)(pack, texts, places, count, scorer, cutoff, tile);
  for (size_t text = 0; text < count; text++)
    memcpy(rows[text] + first, &tile[text], pack->count * sizeof(double));
}

#undef CUT
#undef BITS
#undef BYTES
#undef SHORTS
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

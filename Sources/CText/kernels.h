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

TARGET static void NAMED(common, SUFFIX)(const ctext_pack *pack, const ctext_piece *texts,
                                         size_t count, uint8_t *result) {
  const LANES *masks = pack->masks.MASKS;
  FOR_EACH_TEXT({
    LANES state = ONES;
    for (size_t i = 0; i < length; i++) {
      LANES matches = state & masks[rows[i]];
      state = (state + matches) | (state - matches);
    }
    STORE(result + text * CTEXT_LANES, COUNT_BITS(~state));
  })
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

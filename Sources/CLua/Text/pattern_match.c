// The matcher of Lua patterns (manual, 6.4.1): it backtracks like the stock one, with the same
// results and errors. A pattern that backtracks endlessly stops at the script's time limit, because
// each step is charged.
#include <ctype.h>
#include <limits.h>
#include <string.h>

#include "pattern.h"

enum { MOST_NESTING = 200 };

void clua_matcher_init(clua_matcher *matcher, lua_State *L, const char *subject, size_t length,
                       const char *pattern_end) {
  matcher->L = L;
  matcher->subject = subject;
  matcher->subject_end = subject + length;
  matcher->pattern_end = pattern_end;
  matcher->vain_item = NULL;
}

// The byte at a place of the pattern. Lua's strings end with a NUL, so the end itself may be read.
static unsigned char byte_at(const char *place) { return (unsigned char)*place; }

// MARK: Single characters

// The end of the item that starts at `item` (a character, a class, a set).
static const char *item_end(clua_matcher *matcher, const char *item) {
  const char *end = matcher->pattern_end;
  char first = *item++;
  if (first == '%') {
    if (item == end) luaL_error(matcher->L, "malformed pattern (ends with '%%')");
    return item + 1;
  }
  if (first != '[') return item;
  const char *open = item;
  if (*item == '^') item++;
  // A bracket that comes first is an ordinary character.
  do {
    if (item == end) luaL_error(matcher->L, "malformed pattern (missing ']')");
    char c = *item++;
    if (c == '%' && item < end) item++;
  } while (*item != ']');
  // A set may be as long as a text, and is scanned wherever a match is tried.
  clua_charge(matcher->L, (size_t)(item - open) / 16);
  return item + 1;
}

// Traits of bytes in the locales "C" and UTF-8, the only ones here. A table, because isalpha and
// the like look up the locale.
enum {
  LOWER = 1, UPPER = 2, DIGIT = 4, SPACE = 8, PUNCTUATION = 16, CONTROL = 32, HEXADECIMAL = 64,
  ZERO = 128,
  LETTER = LOWER | UPPER, VISIBLE = LETTER | DIGIT | PUNCTUATION
};

static const unsigned char traits[256] = {
    [0] = CONTROL | ZERO,
    [1 ... 8] = CONTROL,
    ['\t' ... '\r'] = CONTROL | SPACE,
    [14 ... 31] = CONTROL,
    [' '] = SPACE,
    ['!' ... '/'] = PUNCTUATION,
    ['0' ... '9'] = DIGIT | HEXADECIMAL,
    [':' ... '@'] = PUNCTUATION,
    ['A' ... 'F'] = UPPER | HEXADECIMAL,
    ['G' ... 'Z'] = UPPER,
    ['[' ... '`'] = PUNCTUATION,
    ['a' ... 'f'] = LOWER | HEXADECIMAL,
    ['g' ... 'z'] = LOWER,
    ['{' ... '~'] = PUNCTUATION,
    [127] = CONTROL,
};

// The traits of the classes, by their lower-case letters.
static const unsigned char classes[256] = {
    ['a'] = LETTER, ['c'] = CONTROL, ['d'] = DIGIT, ['g'] = VISIBLE, ['l'] = LOWER,
    ['p'] = PUNCTUATION, ['s'] = SPACE, ['u'] = UPPER, ['w'] = LETTER | DIGIT,
    ['x'] = HEXADECIMAL, ['z'] = ZERO,
};

// Whether a byte is in the class of a letter after `%`; other characters stand for themselves.
static bool is_of_class(int c, int name) {
  // A capital and its small letter differ by this bit, which turns no other byte into a letter.
  enum { SMALL = 32 };
  int wanted = classes[name | SMALL];
  if (wanted == 0) return name == c;
  bool found = (traits[c] & wanted) != 0;
  return name & SMALL ? found : !found;
}

// Whether a byte is in the set from `[` to `]`.
static bool is_in_set(int c, const char *open, const char *close) {
  bool wanted = true;
  const char *place = open + 1;
  if (*place == '^') {
    wanted = false;
    place++;
  }
  for (; place < close; place++) {
    if (*place == '%') {
      place++;
      if (is_of_class(c, byte_at(place))) return wanted;
    } else if (place[1] == '-' && place + 2 < close) {
      if (byte_at(place) <= c && c <= byte_at(place + 2)) return wanted;
      place += 2;
    } else if (byte_at(place) == c) {
      return wanted;
    }
  }
  return !wanted;
}

// Whether the byte at `at` matches the item from `item` to `end`.
static bool is_one(clua_matcher *matcher, const char *at, const char *item, const char *end) {
  if (at >= matcher->subject_end) return false;
  int c = byte_at(at);
  switch (*item) {
    case '.': return true;
    case '%': return is_of_class(c, byte_at(item + 1));
    case '[': return is_in_set(c, item, end - 1);
    default: return byte_at(item) == c;
  }
}

// Bytes of sets that are compared between two charges.
enum { COMPARISONS = 1 << 14 };

// Number of bytes from `at` on that match the item, or that do not. The length of a set counts as
// well, because a script can make both the text and the set a million bytes long.
static ptrdiff_t count_run(clua_matcher *matcher, const char *at, const char *item, const char *end,
                           bool wanted) {
  size_t cost = *item == '[' ? (size_t)(end - item) : 1;
  size_t stretch = COMPARISONS / cost + 1;
  const char *place = at;
  while (place < matcher->subject_end) {
    size_t left = (size_t)(matcher->subject_end - place);
    const char *stop = place + (left < stretch ? left : stretch);
    const char *start = place;
    while (place < stop && is_one(matcher, place, item, end) == wanted) place++;
    clua_charge(matcher->L, (size_t)(place - start) * (1 + cost / 16));
    if (place < stop) break;
  }
  return place - at;
}

// MARK: Repetitions

static const char *match(clua_matcher *matcher, const char *at, const char *pattern);

// Whether only the subject's end may follow the repeated item, apart from brackets of captures.
static bool is_last(clua_matcher *matcher, const char *suffix) {
  const char *place = suffix + 1;
  int open = 0;
  for (int level = 0; level < matcher->levels; level++)
    open += matcher->captures[level].length == CLUA_CAPTURE_OPEN;
  while (*place == ')' && open-- > 0) place++;
  return *place == '$' && place + 1 == matcher->pattern_end;
}

// Matches as many as possible. A run that ends before the subject does is noted: `^(.-)%s*$` and
// `%s+$` start at each of its bytes, and would take quadratic time.
static const char *most(clua_matcher *matcher, const char *at, const char *item, const char *end) {
  bool last = is_last(matcher, end);
  if (last && item == matcher->vain_item && at >= matcher->vain_start && at < matcher->vain_end)
    return NULL;
  ptrdiff_t count = count_run(matcher, at, item, end, true);
  if (last && at + count < matcher->subject_end) {
    matcher->vain_item = item;
    matcher->vain_start = at;
    matcher->vain_end = at + count;
    return NULL;
  }
  for (; count >= 0; count--) {
    const char *result = match(matcher, at + count, end + 1);
    if (result != NULL) return result;
  }
  return NULL;
}

static const char *fewest(clua_matcher *matcher, const char *at, const char *item,
                          const char *end) {
  for (;; at++) {
    const char *result = match(matcher, at, end + 1);
    if (result != NULL) return result;
    if (*item == '[') clua_charge(matcher->L, (size_t)(end - item) / 16);
    if (!is_one(matcher, at, item, end)) return NULL;
  }
}

// MARK: Captures

static const char *begin_capture(clua_matcher *matcher, const char *at, const char *pattern,
                                 ptrdiff_t length) {
  if (matcher->levels >= CLUA_MOST_CAPTURES) luaL_error(matcher->L, "too many captures");
  matcher->captures[matcher->levels++] = (clua_capture){at, length};
  const char *result = match(matcher, at, pattern);
  if (result == NULL) matcher->levels--;
  return result;
}

static const char *end_capture(clua_matcher *matcher, const char *at, const char *pattern) {
  int level = matcher->levels - 1;
  while (level >= 0 && matcher->captures[level].length != CLUA_CAPTURE_OPEN) level--;
  if (level < 0) luaL_error(matcher->L, "invalid pattern capture");
  matcher->captures[level].length = at - matcher->captures[level].start;
  const char *result = match(matcher, at, pattern);
  if (result == NULL) matcher->captures[level].length = CLUA_CAPTURE_OPEN;
  return result;
}

// `%1`: matches the text of an earlier capture again.
static const char *match_again(clua_matcher *matcher, const char *at, int digit) {
  int level = digit - '1';
  if (level < 0 || level >= matcher->levels ||
      matcher->captures[level].length == CLUA_CAPTURE_OPEN)
    luaL_error(matcher->L, "invalid capture index %%%d", level + 1);
  size_t length = (size_t)matcher->captures[level].length;  // a position is longer than any text
  if ((size_t)(matcher->subject_end - at) < length) return NULL;
  clua_charge(matcher->L, length / 16);
  return memcmp(matcher->captures[level].start, at, length) == 0 ? at + length : NULL;
}

clua_capture clua_get_capture(clua_matcher *matcher, int index, const char *start,
                              const char *end) {
  if (index >= matcher->levels) {
    if (index != 0) luaL_error(matcher->L, "invalid capture index %%%d", index + 1);
    return (clua_capture){start, end - start};
  }
  if (matcher->captures[index].length == CLUA_CAPTURE_OPEN)
    luaL_error(matcher->L, "unfinished capture");
  return matcher->captures[index];
}

// MARK: Balanced and frontier

// `%bxy`: matches from an x to the y that closes it.
static const char *match_balanced(clua_matcher *matcher, const char *at, const char *marks) {
  if (marks >= matcher->pattern_end - 1)
    luaL_error(matcher->L, "malformed pattern (missing arguments to '%%b')");
  char open = marks[0], close = marks[1];
  if (at >= matcher->subject_end || *at != open) return NULL;
  const char *place = at;
  for (size_t depth = 1; ++place < matcher->subject_end;) {
    if (*place == close) {
      if (--depth == 0) break;
    } else if (*place == open) {
      depth++;
    }
  }
  clua_charge(matcher->L, (size_t)(place - at));
  return place < matcher->subject_end ? place + 1 : NULL;
}

// `%f[set]`: matches between a byte outside the set and one inside. Returns the end of the set, or
// NULL.
static const char *match_frontier(clua_matcher *matcher, const char *at, const char *set) {
  if (*set != '[') luaL_error(matcher->L, "missing '[' after '%%f' in pattern");
  const char *end = item_end(matcher, set);
  int before = at == matcher->subject ? '\0' : byte_at(at - 1);
  bool passes = !is_in_set(before, set, end - 1) && is_in_set(byte_at(at), set, end - 1);
  return passes ? end : NULL;
}

// MARK: Matching the pattern

// The result of a step.
typedef enum {
  STEP_ON,    // continue at *at and *pattern
  STEP_DONE,  // *at is the result
} step;

// Matches a character, class or set with its suffix: `?`, `*`, `+`, `-` or none.
static step match_item(clua_matcher *matcher, const char **at, const char **pattern) {
  const char *item = *pattern, *end = item_end(matcher, item);
  char suffix = *end;
  if (!is_one(matcher, *at, item, end)) {
    if (suffix == '*' || suffix == '?' || suffix == '-') {
      *pattern = end + 1;
      return STEP_ON;
    }
    *at = NULL;
    return STEP_DONE;
  }
  switch (suffix) {
    case '?': {
      const char *result = match(matcher, *at + 1, end + 1);
      if (result == NULL) {
        *pattern = end + 1;
        return STEP_ON;
      }
      *at = result;
      return STEP_DONE;
    }
    case '+': *at = most(matcher, *at + 1, item, end); return STEP_DONE;
    case '*': *at = most(matcher, *at, item, end); return STEP_DONE;
    case '-': *at = fewest(matcher, *at, item, end); return STEP_DONE;
    default:
      ++*at;
      *pattern = end;
      return STEP_ON;
  }
}

// Matches an item that starts with `%`.
static step match_escape(clua_matcher *matcher, const char **at, const char **pattern) {
  const char *place = *pattern;
  const char *next;
  unsigned char name = byte_at(place + 1);
  if (name == 'b') {
    next = match_balanced(matcher, *at, place + 2);
    place += 4;
  } else if (name == 'f') {
    place = match_frontier(matcher, *at, place + 2);
    next = place == NULL ? NULL : *at;
  } else if (isdigit(name)) {
    next = match_again(matcher, *at, name);
    place += 2;
  } else {
    return match_item(matcher, at, pattern);
  }
  *at = next;
  *pattern = place;
  return next == NULL ? STEP_DONE : STEP_ON;
}

static step match_step(clua_matcher *matcher, const char **at, const char **pattern) {
  const char *place = *pattern;
  switch (*place) {
    case '(':
      *at = place[1] == ')' ? begin_capture(matcher, *at, place + 2, CLUA_CAPTURE_POSITION)
                            : begin_capture(matcher, *at, place + 1, CLUA_CAPTURE_OPEN);
      return STEP_DONE;
    case ')': *at = end_capture(matcher, *at, place + 1); return STEP_DONE;
    case '$':
      if (place + 1 != matcher->pattern_end) return match_item(matcher, at, pattern);
      if (*at != matcher->subject_end) *at = NULL;
      return STEP_DONE;
    case '%': return match_escape(matcher, at, pattern);
    default: return match_item(matcher, at, pattern);
  }
}

static const char *match(clua_matcher *matcher, const char *at, const char *pattern) {
  if (matcher->nesting-- == 0) luaL_error(matcher->L, "pattern too complex");
  do {
    clua_charge(matcher->L, 1);
  } while (pattern != matcher->pattern_end &&
           match_step(matcher, &at, &pattern) == STEP_ON);
  matcher->nesting++;
  return at;
}

// Finds the end of the single item at `place`, which moves past an opening bracket of a capture.
// NULL when the pattern has another item there.
static const char *single_item(clua_matcher *matcher, const char **place) {
  const char *item = **place == '(' && (*place)[1] != ')' ? *place + 1 : *place;
  if (item >= matcher->pattern_end || strchr("()", *item) != NULL) return NULL;
  if (*item == '$' && item + 1 == matcher->pattern_end) return NULL;
  if (*item == '%' && (item[1] == 'b' || item[1] == 'f' || isdigit(byte_at(item + 1)))) return NULL;
  *place = item;
  return item_end(matcher, item);
}

static bool may_be_absent(clua_matcher *matcher, const char *suffix) {
  return suffix < matcher->pattern_end && *suffix != '\0' && strchr("*?-", *suffix) != NULL;
}

// The first place from `at` on that matches one of two items: a match begins with the second where
// the first is absent.
static const char *either_place(clua_matcher *matcher, const char *at, const char *first, const char *first_end,
                                const char *second, const char *second_end) {
  size_t cost = (size_t)(first_end - first + second_end - second);
  ptrdiff_t stretch = (ptrdiff_t)(COMPARISONS / cost + 1);
  while (at < matcher->subject_end) {
    const char *start = at;
    while (at < matcher->subject_end && at - start < stretch && !is_one(matcher, at, first, first_end) &&
           !is_one(matcher, at, second, second_end))
      at++;
    clua_charge(matcher->L, (size_t)(at - start) * (1 + cost / 16));
    if (at - start < stretch) break;
  }
  return at;
}

const char *clua_first_place(clua_matcher *matcher, const char *at, const char *pattern) {
  const char *item = pattern, *end = single_item(matcher, &item);
  if (end == NULL) return at;
  const char *place;
  if (may_be_absent(matcher, end)) {
    const char *next = end + 1, *next_end = single_item(matcher, &next);
    if (next_end == NULL || may_be_absent(matcher, next_end)) return at;
    place = either_place(matcher, at, item, end, next, next_end);
  } else if (strchr(".%[", *item) == NULL) {
    place = memchr(at, *item, (size_t)(matcher->subject_end - at));
    if (place == NULL) place = matcher->subject_end;
    clua_charge(matcher->L, (size_t)(place - at) / 16);
  } else {
    place = at + count_run(matcher, at, item, end, false);
  }
  return place < matcher->subject_end ? place : NULL;
}

const char *clua_match(clua_matcher *matcher, const char *at, const char *pattern) {
  matcher->nesting = MOST_NESTING;
  matcher->levels = 0;
  return match(matcher, at, pattern);
}

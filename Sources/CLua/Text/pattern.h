// Lua patterns with a budget: the matcher (pattern_match.c) for the string functions
// (pattern_functions.c).
#ifndef CLUA_PATTERN_H
#define CLUA_PATTERN_H

#include <stddef.h>

#include "clua_internal.h"

enum { CLUA_MOST_CAPTURES = 32, CLUA_CAPTURE_OPEN = -1, CLUA_CAPTURE_POSITION = -2 };

/// A capture: where it starts and its length, or one of the two codes above.
typedef struct {
  const char *start;
  ptrdiff_t length;
} clua_capture;

/// A pattern matched against a subject.
typedef struct {
  lua_State *L;
  const char *subject, *subject_end;
  const char *pattern_end;
  // The last run of the pattern's last item that ended before the subject did.
  const char *vain_item, *vain_start, *vain_end;
  int nesting;  // levels of recursion that are left
  int levels;   // captures that have begun
  clua_capture captures[CLUA_MOST_CAPTURES];
} clua_matcher;

/// Initializes a matcher; the strings must stay on the stack.
void clua_matcher_init(clua_matcher *matcher, lua_State *L, const char *subject, size_t length,
                       const char *pattern_end);

/// The first place from `at` on where a match can begin, judged by the start of the pattern; NULL
/// when there is none. For patterns that are not anchored. Raises like ``clua_match``.
const char *clua_first_place(clua_matcher *matcher, const char *at, const char *pattern);

/// Matches from `at` on; returns the end of the match, or NULL. Raises for a malformed pattern, and
/// when the running time or the instruction budget is used up.
const char *clua_match(clua_matcher *matcher, const char *at, const char *pattern);

/// Reads capture `index`, from 0; the whole match from `start` to `end` when the pattern has none.
/// Raises for a capture that does not exist.
clua_capture clua_get_capture(clua_matcher *matcher, int index, const char *start, const char *end);

#endif

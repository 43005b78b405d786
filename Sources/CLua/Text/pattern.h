// Lua patterns with a budget: the matcher (pattern_match.c) and what its users need (pattern_functions.c).
#ifndef CLUA_PATTERN_H
#define CLUA_PATTERN_H

#include <stddef.h>

#include "clua_internal.h"

enum { CLUA_MOST_CAPTURES = 32, CLUA_CAPTURE_OPEN = -1, CLUA_CAPTURE_POSITION = -2 };

/// One capture: where it starts and how long it is, or one of the two codes above.
typedef struct {
  const char *start;
  ptrdiff_t length;
} clua_capture;

/// One pattern held against one subject.
typedef struct {
  lua_State *L;
  const char *subject, *subject_end;
  const char *pattern_end;
  // The last run of the pattern's last item that ended before the subject did.
  const char *vain_item, *vain_start, *vain_end;
  int nesting;  // levels of recursion left
  int levels;   // captures begun
  clua_capture captures[CLUA_MOST_CAPTURES];
} clua_matcher;

/// Makes a matcher ready; the strings must stay on the stack.
void clua_matcher_init(clua_matcher *matcher, lua_State *L, const char *subject, size_t length,
                       const char *pattern_end);

/// The first place from `at` on where a match can begin, judged by what the pattern begins with; NULL when
/// there is none. For patterns that are not bound to the beginning. Raises as ``clua_match``.
const char *clua_first_place(clua_matcher *matcher, const char *at, const char *pattern);

/// Matches from `at` on; the end of the match, or NULL. Raises for a malformed pattern, and when the
/// running time or the instruction budget is used up.
const char *clua_match(clua_matcher *matcher, const char *at, const char *pattern);

/// Reads capture `index`, 0 the first; the whole match from `start` to `end` when there are none.
/// Raises for one that is not there.
clua_capture clua_get_capture(clua_matcher *matcher, int index, const char *start, const char *end);

#endif

// `string.find`, `match`, `gmatch`, `gsub`, based on the matcher with a budget (manual, 6.4).
#define _GNU_SOURCE  // memmem
#include <ctype.h>
#include <string.h>

#include "pattern.h"

// MARK: Captures for Lua

static void push_capture(clua_matcher *matcher, int index, const char *start, const char *end) {
  clua_capture capture = clua_get_capture(matcher, index, start, end);
  if (capture.length == CLUA_CAPTURE_POSITION)
    lua_pushinteger(matcher->L, capture.start - matcher->subject + 1);
  else
    lua_pushlstring(matcher->L, capture.start, (size_t)capture.length);
}

// Pushes all captures; the whole match when there are none and `start` is given.
static int push_captures(clua_matcher *matcher, const char *start, const char *end) {
  int count = matcher->levels == 0 && start != NULL ? 1 : matcher->levels;
  luaL_checkstack(matcher->L, count, "too many captures");
  for (int index = 0; index < count; index++) push_capture(matcher, index, start, end);
  return count;
}

// Converts a start position (from 1; negative counts from the end) to an offset from 0.
static size_t start_offset(lua_Integer position, size_t length) {
  if (position > 0) return (size_t)position - 1;
  if (position == 0 || position < -(lua_Integer)length) return 0;
  return length - (size_t)-position;
}

// MARK: find and match

static bool has_specials(const char *pattern, size_t length) {
  for (size_t index = 0; index < length; index++)
    if (pattern[index] != '\0' && strchr("^$*+?.([%-", pattern[index]) != NULL) return true;
  return false;
}

// memmem is linear, so no two texts make it slow.
static int find_plain(lua_State *L, const char *subject, size_t length, size_t offset,
                      const char *needle, size_t needle_length) {
  clua_charge(L, (length - offset) / 8);
  const char *found = memmem(subject + offset, length - offset, needle, needle_length);
  if (found == NULL) {
    luaL_pushfail(L);
    return 1;
  }
  lua_pushinteger(L, found - subject + 1);
  lua_pushinteger(L, found - subject + (lua_Integer)needle_length);
  return 2;
}

static int find_or_match(lua_State *L, bool find) {
  size_t length, pattern_length;
  const char *subject = luaL_checklstring(L, 1, &length);
  const char *pattern = luaL_checklstring(L, 2, &pattern_length);
  size_t offset = start_offset(luaL_optinteger(L, 3, 1), length);
  if (offset > length) {
    luaL_pushfail(L);
    return 1;
  }
  if (find && (lua_toboolean(L, 4) || !has_specials(pattern, pattern_length)))
    return find_plain(L, subject, length, offset, pattern, pattern_length);
  clua_matcher matcher;
  clua_matcher_init(&matcher, L, subject, length, pattern + pattern_length);
  bool anchored = *pattern == '^';
  if (anchored) pattern++;
  const char *at = subject + offset;
  do {
    if (!anchored) at = clua_first_place(&matcher, at, pattern);
    if (at == NULL) break;
    const char *end = clua_match(&matcher, at, pattern);
    if (end == NULL) continue;
    if (!find) return push_captures(&matcher, at, end);
    lua_pushinteger(L, at - subject + 1);
    lua_pushinteger(L, end - subject);
    return push_captures(&matcher, NULL, NULL) + 2;
  } while (at++ < matcher.subject_end && !anchored);
  luaL_pushfail(L);
  return 1;
}

static int string_find(lua_State *L) { return find_or_match(L, true); }

static int string_match(lua_State *L) { return find_or_match(L, false); }

// MARK: gmatch

// The state of an iteration, in offsets; `last_end` is the end of the last match, plus one.
typedef struct {
  size_t offset, last_end;
} iteration;

// Finds the next match. Upvalues: subject, pattern, iteration.
static int next_match(lua_State *L) {
  iteration *state = lua_touserdata(L, lua_upvalueindex(3));
  size_t length, pattern_length;
  const char *subject = lua_tolstring(L, lua_upvalueindex(1), &length);
  const char *pattern = lua_tolstring(L, lua_upvalueindex(2), &pattern_length);
  clua_matcher matcher;
  clua_matcher_init(&matcher, L, subject, length, pattern + pattern_length);
  for (; state->offset <= length; state->offset++) {
    const char *at = clua_first_place(&matcher, subject + state->offset, pattern);
    if (at == NULL) {
      state->offset = length + 1;
      break;
    }
    state->offset = (size_t)(at - subject);
    const char *end = clua_match(&matcher, at, pattern);
    // An empty match at the end of the last one does not count.
    if (end == NULL || (size_t)(end - subject) + 1 == state->last_end) continue;
    state->offset = (size_t)(end - subject);
    state->last_end = state->offset + 1;
    return push_captures(&matcher, at, end);
  }
  return 0;
}

static int string_gmatch(lua_State *L) {
  size_t length;
  luaL_checklstring(L, 1, &length);
  luaL_checkstring(L, 2);
  size_t offset = start_offset(luaL_optinteger(L, 3, 1), length);
  lua_settop(L, 2);
  iteration *state = lua_newuserdatauv(L, sizeof *state, 0);
  state->offset = offset > length ? length + 1 : offset;
  state->last_end = 0;
  lua_pushcclosure(L, next_match, 3);
  return 1;
}

// MARK: gsub

// Adds the replacement text with `%0`…`%9` filled in.
static void add_text(clua_matcher *matcher, luaL_Buffer *buffer, const char *start,
                     const char *end) {
  lua_State *L = matcher->L;
  size_t length;
  const char *text = lua_tolstring(L, 3, &length);
  const char *text_end = text + length;
  const char *escape;
  while ((escape = memchr(text, '%', (size_t)(text_end - text))) != NULL) {
    luaL_addlstring(buffer, text, (size_t)(escape - text));
    char name = escape[1];
    if (name == '%') {
      luaL_addchar(buffer, name);
    } else if (name == '0') {
      luaL_addlstring(buffer, start, (size_t)(end - start));
    } else if (isdigit((unsigned char)name)) {
      push_capture(matcher, name - '1', start, end);
      luaL_tolstring(L, -1, NULL);
      lua_remove(L, -2);
      luaL_addvalue(buffer);
    } else {
      luaL_error(L, "invalid use of '%c' in replacement string", '%');
    }
    text = escape + 2;
  }
  luaL_addlstring(buffer, text, (size_t)(text_end - text));
}

// Adds the replacement of a match; false when the match stays.
static bool add_replacement(clua_matcher *matcher, luaL_Buffer *buffer, const char *start,
                            const char *end, int kind) {
  lua_State *L = matcher->L;
  if (kind == LUA_TFUNCTION) {
    lua_pushvalue(L, 3);
    lua_call(L, push_captures(matcher, start, end), 1);
  } else if (kind == LUA_TTABLE) {
    push_capture(matcher, 0, start, end);
    lua_gettable(L, 3);
  } else {
    add_text(matcher, buffer, start, end);
    return true;
  }
  if (!lua_toboolean(L, -1)) {
    lua_pop(L, 1);
    luaL_addlstring(buffer, start, (size_t)(end - start));
    return false;
  }
  if (!lua_isstring(L, -1))
    luaL_error(L, "invalid replacement value (a %s)", luaL_typename(L, -1));
  luaL_addvalue(buffer);
  return true;
}

static int string_gsub(lua_State *L) {
  size_t length, pattern_length;
  const char *subject = luaL_checklstring(L, 1, &length);
  const char *pattern = luaL_checklstring(L, 2, &pattern_length);
  int kind = lua_type(L, 3);
  lua_Integer most = luaL_optinteger(L, 4, (lua_Integer)length + 1);
  luaL_argexpected(L, kind == LUA_TNUMBER || kind == LUA_TSTRING || kind == LUA_TFUNCTION ||
                          kind == LUA_TTABLE, 3, "string/function/table");
  clua_matcher matcher;
  clua_matcher_init(&matcher, L, subject, length, pattern + pattern_length);
  bool anchored = *pattern == '^', changed = false;
  if (anchored) pattern++;
  const char *at = subject, *last_end = NULL;
  lua_Integer count = 0;
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  while (count < most) {
    if (!anchored) {
      const char *place = clua_first_place(&matcher, at, pattern);
      if (place == NULL) break;
      luaL_addlstring(&buffer, at, (size_t)(place - at));
      at = place;
    }
    const char *end = clua_match(&matcher, at, pattern);
    if (end != NULL && end != last_end) {
      count++;
      changed = add_replacement(&matcher, &buffer, at, end, kind) || changed;
      at = last_end = end;
    } else if (at < matcher.subject_end) {
      luaL_addchar(&buffer, *at++);
    } else {
      break;
    }
    if (anchored) break;
  }
  if (changed) {
    luaL_addlstring(&buffer, at, (size_t)(matcher.subject_end - at));
    luaL_pushresult(&buffer);
  } else {
    lua_pushvalue(L, 1);
  }
  lua_pushinteger(L, count);
  return 2;
}

void clua_open_patterns(lua_State *L) {
  static const luaL_Reg functions[] = {{"find", string_find},
                                       {"match", string_match},
                                       {"gmatch", string_gmatch},
                                       {"gsub", string_gsub},
                                       {NULL, NULL}};
  lua_getglobal(L, LUA_STRLIBNAME);
  luaL_setfuncs(L, functions, 0);
  lua_pop(L, 1);
}

// The decoder's state, shared by json_decode.c (structure) and json_scalars.c (strings, numbers).
#ifndef CLUA_JSON_READER_H
#define CLUA_JSON_READER_H

#include <cjson.h>

#include "clua_json.h"

enum { CLUA_JSON_SMALL_SCRATCH = 256, CLUA_JSON_KEYS = 64 };

// A key that was read before, by its place in the text.
typedef struct json_seen_key {
  const json_byte *text;
  size_t length;
} json_seen_key;

typedef struct json_reader {
  lua_State *L;
  const json_byte *start, *p, *end;
  clua_json_error *error;
  int depth, max_depth;
  unsigned values;
  int array_mark;           // stack index of the array metatable, or of nil
  bool marks, null_as_nil;
  int scratch_slot;         // stack index that keeps a large scratch buffer alive
  size_t scratch_size;
  json_byte *scratch;
  // Number of members in the last object of each depth: positive if the one before had as many,
  // because then the next sibling very likely has as many again; otherwise negated.
  int16_t members[CLUA_JSON_MAX_DEPTH + 1];
  int first_key;            // stack index of the Lua string of keys[0]; the others follow
  json_seen_key keys[CLUA_JSON_KEYS];
  json_byte small[CLUA_JSON_SMALL_SCRATCH];
} json_reader;

/// Fills the error with a message about the byte at `at`; returns false.
bool clua_json_fail(json_reader *r, const json_byte *at, const char *format, ...)
    __attribute__((format(printf, 3, 4), cold));

/// Fills the error with a message that `wanted` was expected at the reader's position; returns
/// false.
bool clua_json_unexpected(json_reader *r, const char *wanted) __attribute__((cold));

/// Reads the string at the reader's position (its opening quote) and pushes it.
bool clua_json_read_string(json_reader *r);

/// `clua_json_read_string` for keys: repeated keys are pushed without hashing them again.
bool clua_json_read_key(json_reader *r);

/// Reads the number at the reader's position (a digit or '-') and pushes it.
bool clua_json_read_number(json_reader *r);

#endif

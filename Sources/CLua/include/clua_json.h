// Converts between JSON (RFC 8259) and Lua tables directly.
//
// Both functions are called from a C function that runs inside Lua: a failed allocation raises
// through them, so all their memory is in Lua userdata or on the C stack, and nothing leaks. No
// metamethod runs.
//
// Values: null ↔ a light userdata NULL (`json.null`), or nil by option; a number without fraction
// and exponent that fits 64 bits ↔ integer, any other ↔ float (`-0` is the float -0.0); arrays have
// the metatable at registry key CLUA_JSON_ARRAY. An empty table without that mark is an object.
#ifndef CLUA_JSON_H
#define CLUA_JSON_H

#if __has_include(<lua5.4/lua.h>)
#include <lua5.4/lua.h>
#else
#include <lua.h>
#endif

#include <stdbool.h>
#include <stddef.h>

/// Registry keys of the metatables that mark a table's form.
#define CLUA_JSON_ARRAY "mix.json.array"
#define CLUA_JSON_OBJECT "mix.json.object"

/// Nesting: the default limit, and the highest limit of the option (each level uses C stack).
enum { CLUA_JSON_DEFAULT_DEPTH = 512, CLUA_JSON_MAX_DEPTH = 1000 };

/// The fault and its place.
typedef struct clua_json_error {
  char message[256];  // decoding: without the position; encoding: begins with the path, `$.a[3]: …`
  size_t offset;      // decoding: bytes before the fault
  int line, column;   // decoding: from 1; columns count characters
} clua_json_error;

typedef struct clua_json_decode_options {
  int max_depth;      // levels; 0: CLUA_JSON_DEFAULT_DEPTH
  bool null_as_nil;   // null becomes nil: the key is absent, the array has a hole
  bool reject_bom;    // a byte order mark is an error instead of being skipped
} clua_json_decode_options;

typedef struct clua_json_encode_options {
  int max_depth;         // levels; 0: CLUA_JSON_DEFAULT_DEPTH
  int indent;            // spaces for each level, at most 16; 0: one line
  bool unsorted;         // keys in the table's own order instead of sorted by bytes
  bool ascii;            // everything above U+007F as \u escapes
  bool replace_invalid;  // U+FFFD for each byte that is not UTF-8, instead of an error
} clua_json_encode_options;

/// Pushes the value that `text` holds and returns 0; or pushes nothing, fills `error`, returns 1.
/// `options` may be NULL. The last of equal keys wins; an escaped surrogate without its partner
/// becomes U+FFFD; numbers beyond a double's range and text that is not UTF-8 are errors.
int clua_json_decode(lua_State *L, const char *text, size_t length,
                     const clua_json_decode_options *options, clua_json_error *error);

/// Pushes the JSON text of the value at `index` and returns 0; or pushes nothing, fills `error`,
/// returns 1. `options` may be NULL. A table is an array if it is marked as one or its keys are
/// 1..n, n > 0; an object if its keys are strings; anything between is an error.
int clua_json_encode(lua_State *L, int index, const clua_json_encode_options *options,
                     clua_json_error *error);

#endif

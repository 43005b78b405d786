// The encoder's state, shared by json_encode.c (tables) and json_output.c (text, scalars, errors).
#ifndef CLUA_JSON_WRITER_H
#define CLUA_JSON_WRITER_H

#include <cjson.h>

#include "clua_json.h"

// A string in a table that is being written; the table keeps it alive, and nothing changes it.
typedef struct json_key {
  const char *text;
  size_t length;
} json_key;

// A member to be written. Its value is on the Lua stack, or is looked up when the member is
// written.
typedef struct json_member {
  json_key name;
  int slot;  // slot of the value; 0: looked up
} json_member;

enum { JSON_FEW_KEYS = 24, JSON_SHAPES = 8 };

// The keys of the last object written at a depth, in the table's order and in byte order. Records
// of one list have the same keys, which Lua interns, so their order is computed once.
typedef struct json_shape {
  size_t count;
  const char *keys[JSON_FEW_KEYS];
  unsigned char order[JSON_FEW_KEYS];
} json_shape;

// The path from the root to the value being written; one frame on the C stack for each level.
typedef struct json_frame {
  const struct json_frame *parent;
  const void *table;
  json_key name;      // of the member being written; text NULL in an array
  lua_Integer index;  // of the element being written
} json_frame;

typedef struct json_writer {
  lua_State *L;
  const clua_json_encode_options *options;
  clua_json_error *error;
  int depth, max_depth, indent;
  unsigned values;
  int text_slot, members_slot;  // stack indexes of the two userdata
  char *text;
  size_t used, room;
  size_t allowed;  // bytes that are known to fit the memory limit
  json_member *members;
  size_t members_used, members_room;
  json_shape shapes[JSON_SHAPES];
  int array_mark, object_mark;  // stack indexes of the metatables, or of nil
} json_writer;

// The results of a walk over a table.
typedef struct json_walk {
  lua_Integer strings, integers, top;
  bool is_array;
  bool keeps;  // members are on the stack, key below value, and after the used ones of `members`
} json_walk;

/// Walks over a table; fails unless it is an array 1..n or an object with string keys.
bool clua_json_walk(json_writer *w, const json_frame *at, int table, json_walk *found);

/// Appends the members of an object to `w->members`, sorted.
void clua_json_collect_members(json_writer *w, int table, const json_walk *found);

/// Fills the error with the path to `at` and a message; returns false.
bool clua_json_refuse(json_writer *w, const json_frame *at, const char *format, ...)
    __attribute__((format(printf, 3, 4), cold));

/// Makes space for `more` bytes.
void clua_json_grow(json_writer *w, size_t more) __attribute__((cold));

/// The slow path of `json_stops`.
bool clua_json_stopped(json_writer *w, size_t more) __attribute__((cold));

/// Writes one scalar.
bool clua_json_write_string(json_writer *w, const json_frame *at, json_key s);
bool clua_json_write_number(json_writer *w, const json_frame *at, double d);
void clua_json_write_integer(json_writer *w, lua_Integer n);

static inline char *json_reserve(json_writer *w, size_t more) {
  if (w->room - w->used < more) clua_json_grow(w, more);
  return w->text + w->used;
}

static inline void json_put(json_writer *w, char c) {
  *json_reserve(w, 1) = c;
  w->used++;
}

static inline void json_append(json_writer *w, const void *bytes, size_t length) {
  memcpy(json_reserve(w, length), bytes, length);
  w->used += length;
}

// Bytes before the end of the text's buffer at which the next space is checked.
enum { JSON_AHEAD = 65536 };

/// Whether writing has to stop: something is due, or `more` bytes would take the text over the
/// memory limit, which `clua_vm.fatal` then states.
static inline bool json_stops(json_writer *w, size_t more) {
  bool small = w->room < JSON_AHEAD && more < JSON_AHEAD;
  if ((++w->values & 4095) != 0 && (small || w->room - w->used >= more + JSON_AHEAD)) return false;
  return clua_json_stopped(w, more);
}

#endif

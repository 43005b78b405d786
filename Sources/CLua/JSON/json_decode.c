// Parses JSON text into Lua tables in one pass. A container's values stay on the Lua stack until it
// ends (or a batch is full), so that its table is created once, in its final size; an object whose
// siblings all had one size is created in that size at once.
#include <stdarg.h>
#include <stdio.h>

#include "clua_internal.h"
#include "json_reader.h"

enum {
  BATCH = 64,  // stack slots that a container fills before they are moved to its table
  SLACK = 8    // free slots for a scalar
};

static bool value(json_reader *r);

// MARK: Errors

bool clua_json_fail(json_reader *r, const json_byte *at, const char *format, ...) {
  clua_json_error *e = r->error;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(e->message, sizeof e->message, format, arguments);
  va_end(arguments);
  e->offset = (size_t)(at - r->start);
  e->line = e->column = 1;
  for (const json_byte *p = r->start; p < at; p++) {
    if (*p == '\n') {
      e->line++;
      e->column = 1;
    } else if ((*p & 0xC0) != 0x80) {
      e->column++;
    }
  }
  return false;
}

static bool after_comma(const json_reader *r) {
  const json_byte *p = r->p;
  while (p > r->start && (p[-1] == ' ' || p[-1] == '\n' || p[-1] == '\r' || p[-1] == '\t')) p--;
  return p > r->start && p[-1] == ',';
}

static const char *remark(const json_reader *r, json_byte found) {
  switch (found) {
    case '<': return r->depth == 0 ? " (this looks like HTML)" : "";
    case '\'': return " (strings take double quotes)";
    case '/': case '#': return " (JSON has no comments)";
    case 0xFE: case 0xFF: return " (this looks like UTF-16)";
    case '}': case ']': return after_comma(r) ? " (a comma too many)" : "";
    default: return "";
  }
}

bool clua_json_unexpected(json_reader *r, const char *wanted) {
  if (r->p == r->end)
    return clua_json_fail(
        r, r->p, r->start == r->end ? "the text is empty" : "unexpected end of text");
  json_byte found = *r->p;
  if (found > 0x20 && found < 0x7F)
    return clua_json_fail(r, r->p, "expected %s, found '%c'%s", wanted, found, remark(r, found));
  int length = json_utf8_length(r->p, r->end);
  if (length > 1)
    return clua_json_fail(r, r->p, "expected %s, found '%.*s'", wanted, length, (const char *)r->p);
  return clua_json_fail(
      r, r->p, "expected %s, found byte 0x%02X%s", wanted, found, remark(r, found));
}

// MARK: Small parts

static inline void skip_space(json_reader *r) { r->p = json_space(r->p, r->end); }

static bool literal(json_reader *r, const char *word, size_t length) {
  if ((size_t)(r->end - r->p) < length || memcmp(r->p, word, length) != 0)
    return clua_json_unexpected(r, "a value");
  r->p += length;
  return true;
}

// MARK: Containers

static bool enter(json_reader *r) {
  if (++r->depth > r->max_depth)
    return clua_json_fail(r, r->p, "nested deeper than %d levels", r->max_depth);
  if (!lua_checkstack(r->L, BATCH + SLACK))
    return clua_json_fail(r, r->p, "out of memory for nesting");
  lua_pushnil(r->L);  // the table's slot
  r->p++;
  skip_space(r);
  return true;
}

// Moves the `held` values above `slot` into the array after its first `count` elements.
static void flush_array(json_reader *r, int slot, lua_Integer count, int held, bool last) {
  if (count == 0) {
    lua_createtable(r->L, last ? held : 2 * held, 0);
    if (r->marks) {
      lua_pushvalue(r->L, r->array_mark);
      lua_setmetatable(r->L, -2);
    }
    lua_replace(r->L, slot);
  }
  for (int i = held; i > 0; i--) lua_rawseti(r->L, slot, count + i);
}

static bool array(json_reader *r) {
  if (!enter(r)) return false;
  int slot = lua_gettop(r->L), held = 0;
  lua_Integer count = 0;
  bool more = !(r->p < r->end && *r->p == ']');
  while (more) {
    if (!value(r)) return false;
    held++;
    skip_space(r);
    more = r->p < r->end && *r->p == ',';
    if (!more && !(r->p < r->end && *r->p == ']')) return clua_json_unexpected(r, "',' or ']'");
    if (!more) break;
    r->p++;
    skip_space(r);
    if (held == BATCH) {
      flush_array(r, slot, count, held, false);
      count += held;
      held = 0;
    }
  }
  flush_array(r, slot, count, held, true);
  r->p++;
  r->depth--;
  return true;
}

// Moves the `held` slots of keys and values above `slot` into the object, in order: of equal keys
// the last wins.
static void flush_object(json_reader *r, int slot, bool first, int held, bool last) {
  if (first) {
    lua_createtable(r->L, 0, last ? held / 2 : held);
    lua_replace(r->L, slot);
  }
  for (int i = 1; i < held; i += 2) {
    lua_pushvalue(r->L, slot + i);
    lua_pushvalue(r->L, slot + i + 1);
    lua_rawset(r->L, slot);
  }
  lua_settop(r->L, slot);
}

static bool member(json_reader *r) {
  if (r->p == r->end || *r->p != '"') return clua_json_unexpected(r, "a key in double quotes");
  if (!clua_json_read_key(r)) return false;
  skip_space(r);
  if (r->p == r->end || *r->p != ':') return clua_json_unexpected(r, "':'");
  r->p++;
  skip_space(r);
  return value(r);
}

static void note_members(int16_t *known, int count) {
  if (count > INT16_MAX) count = INT16_MAX;
  *known = (int16_t)(count == *known || count == -*known ? count : -count);
}

static bool object(json_reader *r) {
  if (!enter(r)) return false;
  int16_t *known = &r->members[r->depth];
  int slot = lua_gettop(r->L), held = 0, count = 0;
  bool more = !(r->p < r->end && *r->p == '}'), made = more && *known > 0, direct = made;
  if (direct) {
    lua_createtable(r->L, 0, *known);
    lua_replace(r->L, slot);
  }
  while (more) {
    if (!member(r)) return false;
    count++;
    if (direct)
      lua_rawset(r->L, slot);
    else
      held += 2;
    skip_space(r);
    more = r->p < r->end && *r->p == ',';
    if (!more && !(r->p < r->end && *r->p == '}')) return clua_json_unexpected(r, "',' or '}'");
    if (!more) break;
    r->p++;
    skip_space(r);
    if (held == BATCH) {
      flush_object(r, slot, !made, held, false);
      made = true;
      held = 0;
    }
  }
  if (!direct) flush_object(r, slot, !made, held, true);
  note_members(known, count);
  r->p++;
  r->depth--;
  return true;
}

static bool value(json_reader *r) {
  if (r->p == r->end) return clua_json_unexpected(r, "a value");
  if (clua_due_at(r->L, &r->values)) return clua_json_fail(r, r->p, "stopped");
  switch (*r->p) {
    case '"': return clua_json_read_string(r);
    case '{': return object(r);
    case '[': return array(r);
    case '-': case '0': case '1': case '2': case '3': case '4':
    case '5': case '6': case '7': case '8': case '9': return clua_json_read_number(r);
    case 't':
      lua_pushboolean(r->L, 1);
      return literal(r, "true", 4);
    case 'f':
      lua_pushboolean(r->L, 0);
      return literal(r, "false", 5);
    case 'n':
      if (r->null_as_nil)
        lua_pushnil(r->L);
      else
        lua_pushlightuserdata(r->L, NULL);
      return literal(r, "null", 4);
    default: return clua_json_unexpected(r, "a value");
  }
}

// MARK: Entry

static bool document(json_reader *r, bool reject_bom) {
  if (r->end - r->p >= 3 && memcmp(r->p, "\xEF\xBB\xBF", 3) == 0) {
    if (reject_bom) return clua_json_fail(r, r->p, "a byte order mark is not allowed");
    r->p += 3;
  }
  skip_space(r);
  if (!value(r)) return false;
  skip_space(r);
  return r->p == r->end || clua_json_unexpected(r, "the end of the text");
}

int clua_json_decode(lua_State *L, const char *text, size_t length,
                     const clua_json_decode_options *options, clua_json_error *error) {
  static const clua_json_decode_options defaults;
  if (options == NULL) options = &defaults;
  int base = lua_gettop(L);
  json_reader r;
  r.L = L;
  r.start = r.p = (const json_byte *)text;
  r.end = r.start + length;
  r.error = error;
  r.depth = 0;
  r.values = 0;
  r.max_depth = options->max_depth > 0 ? options->max_depth : CLUA_JSON_DEFAULT_DEPTH;
  if (r.max_depth > CLUA_JSON_MAX_DEPTH) r.max_depth = CLUA_JSON_MAX_DEPTH;
  r.null_as_nil = options->null_as_nil;
  r.array_mark = base + 1;
  r.scratch_slot = base + 2;
  r.scratch_size = 0;
  r.scratch = NULL;
  r.first_key = base + 3;
  memset(r.keys, 0, sizeof r.keys);
  memset(r.members, 0, sizeof r.members);
  if (!lua_checkstack(L, 2 + CLUA_JSON_KEYS + SLACK)) {
    clua_json_fail(&r, r.start, "out of memory");
    return 1;
  }
  lua_pushstring(L, CLUA_JSON_ARRAY);
  r.marks = lua_rawget(L, LUA_REGISTRYINDEX) == LUA_TTABLE;
  lua_settop(L, base + 2 + CLUA_JSON_KEYS);
  if (!document(&r, options->reject_bom)) {
    lua_settop(L, base);
    return 1;
  }
  lua_replace(L, base + 1);
  lua_settop(L, base + 1);
  return 0;
}

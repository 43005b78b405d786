// Reads JSON strings and numbers onto the Lua stack.
#include <math.h>

#include "clua_internal.h"
#include "json_reader.h"

// MARK: Strings

// A buffer of `size` bytes; the contents of the last call are lost.
static json_byte *scratch(json_reader *r, size_t size) {
  if (size <= CLUA_JSON_SMALL_SCRATCH) return r->small;
  if (size > r->scratch_size) {
    size_t room = size + size / 2;
    r->scratch = lua_newuserdatauv(r->L, room, 0);
    r->scratch_size = room;
    lua_replace(r->L, r->scratch_slot);
  }
  return r->scratch;
}

// Pushes a checked string body that contains escapes.
static void push_unescaped(json_reader *r, const json_byte *p, const json_byte *end) {
  json_byte *buffer = scratch(r, (size_t)(end - p));
  lua_pushlstring(r->L, (const char *)buffer, (size_t)(json_unescape(buffer, p, end) - buffer));
}

static bool wrong_string(json_reader *r, json_fault fault) {
  switch (fault) {
    case JSON_NOT_UTF8:
      return clua_json_fail(r, r->p, "byte 0x%02X is not valid UTF-8 here", *r->p);
    case JSON_CONTROL_CHARACTER:
      return clua_json_fail(r, r->p, "control character U+%04X in a string must be escaped", *r->p);
    case JSON_HEXADECIMAL_DIGITS:
      return clua_json_fail(r, r->p, "\\u takes four hexadecimal digits");
    case JSON_UNKNOWN_ESCAPE: return clua_json_fail(r, r->p, "unknown escape in a string");
    default: return clua_json_fail(r, r->end, "unexpected end of text in a string");
  }
}

bool clua_json_read_string(json_reader *r) {
  const json_byte *body = ++r->p;
  bool escaped = false;
  for (;;) {
    r->p = json_plain_run(r->p, r->end);
    if (r->p == r->end) return clua_json_fail(r, r->p, "unexpected end of text in a string");
    if (*r->p == '"') break;
    if (clua_due_at(r->L, &r->values)) return clua_json_fail(r, r->p, "stopped");
    json_fault fault = json_special(&r->p, r->end, &escaped);
    if (fault != JSON_OK) return wrong_string(r, fault);
  }
  if (escaped)
    push_unescaped(r, body, r->p);
  else
    lua_pushlstring(r->L, (const char *)body, (size_t)(r->p - body));
  r->p++;
  return true;
}

bool clua_json_read_key(json_reader *r) {
  const json_byte *body = r->p + 1, *end = json_plain_run(body, r->end);
  size_t length = (size_t)(end - body);
  if (end == r->end || *end != '"' || length == 0) return clua_json_read_string(r);
  unsigned mix = (unsigned)length + body[0] * 7u + body[length / 2] * 13u + body[length - 1] * 31u;
  unsigned slot = mix % CLUA_JSON_KEYS;
  json_seen_key *seen = &r->keys[slot];
  r->p = end + 1;
  if (seen->length == length && memcmp(seen->text, body, length) == 0) {
    lua_pushvalue(r->L, r->first_key + (int)slot);
    return true;
  }
  lua_pushlstring(r->L, (const char *)body, length);
  lua_copy(r->L, -1, r->first_key + (int)slot);
  seen->text = body;
  seen->length = length;
  return true;
}

// MARK: Numbers

// Reads numbers that need more than one exact operation by Lua's own conversion, in any locale.
static bool slow_number(json_reader *r, const json_byte *first) {
  size_t length = (size_t)(r->p - first);
  json_byte *copy = scratch(r, length + 1);
  memcpy(copy, first, length);
  copy[length] = 0;
  if (lua_stringtonumber(r->L, (const char *)copy) == 0 || !isfinite(lua_tonumber(r->L, -1)))
    return clua_json_fail(r, first, "the number is out of range");
  return true;
}

static bool wrong_number(json_reader *r, json_fault fault) {
  switch (fault) {
    case JSON_LEADING_ZERO: return clua_json_fail(r, r->p, "a number may not begin with 0");
    case JSON_POINT_DIGIT: return clua_json_unexpected(r, "a digit behind the point");
    case JSON_EXPONENT_DIGIT: return clua_json_unexpected(r, "a digit of the exponent");
    default: return clua_json_unexpected(r, "a digit");
  }
}

bool clua_json_read_number(json_reader *r) {
  const json_byte *first = r->p;
  json_number number;
  json_fault fault = json_read_number(&r->p, r->end, &number);
  if (fault != JSON_OK) return wrong_number(r, fault);
  switch (number.form) {
    case JSON_INTEGER: lua_pushinteger(r->L, (lua_Integer)number.integer); return true;
    case JSON_REAL: lua_pushnumber(r->L, number.real); return true;
    default: return slow_number(r, first);
  }
}

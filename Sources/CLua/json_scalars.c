// JSON strings and numbers onto the Lua stack.
#include <math.h>

#include "clua_internal.h"
#include "json_reader.h"

// MARK: Strings

// Room for `size` bytes; the contents of the last call are lost.
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

static int hex4(const json_byte *p, const json_byte *end) {
  if (end - p < 4) return -1;
  int unit = 0;
  for (int i = 0; i < 4; i++) {
    int digit = p[i] >= '0' && p[i] <= '9'   ? p[i] - '0'
                : p[i] >= 'a' && p[i] <= 'f' ? p[i] - 'a' + 10
                : p[i] >= 'A' && p[i] <= 'F' ? p[i] - 'A' + 10
                                             : -1;
    if (digit < 0) return -1;
    unit = unit << 4 | digit;
  }
  return unit;
}

// The scalar of the `\u` escape(s) at `*p`, which moves behind them. RFC 8259 §8.2 leaves a lone
// surrogate open: it becomes U+FFFD, so that one cut title does not cost a whole answer.
static uint32_t escaped_scalar(const json_byte **p, const json_byte *end) {
  uint32_t unit = (uint32_t)hex4(*p + 2, end);
  *p += 6;
  if (unit < 0xD800 || unit > 0xDFFF) return unit;
  if (unit < 0xDC00 && end - *p >= 6 && (*p)[0] == '\\' && (*p)[1] == 'u') {
    int low = hex4(*p + 2, end);
    if (low >= 0xDC00 && low <= 0xDFFF) {
      *p += 6;
      return 0x10000 + ((unit - 0xD800) << 10) + ((uint32_t)low - 0xDC00);
    }
  }
  return 0xFFFD;
}

// Pushes a checked string body that holds escapes; what it stands for is never longer.
static void push_unescaped(json_reader *r, const json_byte *p, const json_byte *end) {
  json_byte *buffer = scratch(r, (size_t)(end - p)), *out = buffer;
  while (p < end) {
    const json_byte *slash = memchr(p, '\\', (size_t)(end - p));
    size_t run = (size_t)((slash != NULL ? slash : end) - p);
    memcpy(out, p, run);
    out += run;
    p += run;
    if (slash == NULL) break;
    if (p[1] == 'u') {
      out = json_utf8_write(out, escaped_scalar(&p, end));
      continue;
    }
    switch (p[1]) {
      case 'b': *out++ = '\b'; break;
      case 'f': *out++ = '\f'; break;
      case 'n': *out++ = '\n'; break;
      case 'r': *out++ = '\r'; break;
      case 't': *out++ = '\t'; break;
      default: *out++ = p[1];
    }
    p += 2;
  }
  lua_pushlstring(r->L, (const char *)buffer, (size_t)(out - buffer));
}

// Steps over one thing that is not plain: an escape, or a longer UTF-8 sequence.
static bool string_special(json_reader *r, bool *escaped) {
  json_byte c = *r->p;
  if (c >= 0x80) {
    int length = json_utf8_length(r->p, r->end);
    if (length == 0) return clua_json_fail(r, r->p, "byte 0x%02X is not valid UTF-8 here", c);
    r->p += length;
    return true;
  }
  if (c != '\\')
    return clua_json_fail(r, r->p, "control character U+%04X in a string must be escaped", c);
  *escaped = true;
  if (r->end - r->p < 2) return clua_json_fail(r, r->end, "unexpected end of text in a string");
  if (r->p[1] == 'u') {
    if (hex4(r->p + 2, r->end) < 0)
      return clua_json_fail(r, r->p, "\\u takes four hexadecimal digits");
    r->p += 6;
    return true;
  }
  if (memchr("\"\\/bfnrt", r->p[1], 8) == NULL)
    return clua_json_fail(r, r->p, "unknown escape in a string");
  r->p += 2;
  return true;
}

bool clua_json_read_string(json_reader *r) {
  const json_byte *body = ++r->p;
  bool escaped = false;
  for (;;) {
    r->p = json_plain_run(r->p, r->end);
    if (r->p == r->end) return clua_json_fail(r, r->p, "unexpected end of text in a string");
    if (*r->p == '"') break;
    if (clua_due_at(r->L, &r->values)) return clua_json_fail(r, r->p, "stopped");
    if (!string_special(r, &escaped)) return false;
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

static inline bool is_digit(const json_reader *r) {
  return r->p < r->end && *r->p >= '0' && *r->p <= '9';
}

// Numbers that need more than one exact operation: by Lua's own conversion, any locale.
static bool slow_number(json_reader *r, const json_byte *first) {
  size_t length = (size_t)(r->p - first);
  json_byte *copy = scratch(r, length + 1);
  memcpy(copy, first, length);
  copy[length] = 0;
  if (lua_stringtonumber(r->L, (const char *)copy) == 0 || !isfinite(lua_tonumber(r->L, -1)))
    return clua_json_fail(r, first, "the number is out of range");
  return true;
}

// Mantissa digits from `r->p` on into `*mantissa`, exact up to 19 of them.
static void digits(json_reader *r, uint64_t *mantissa, int *significant) {
  for (; is_digit(r); r->p++) {
    if (*significant < 19) *mantissa = *mantissa * 10 + (uint64_t)(*r->p - '0');
    if (*mantissa != 0 && *significant < 20) ++*significant;
  }
}

static bool exponent(json_reader *r, int *power) {
  bool negative = false;
  r->p++;
  if (r->p < r->end && (*r->p == '+' || *r->p == '-')) negative = *r->p++ == '-';
  if (!is_digit(r)) return clua_json_unexpected(r, "a digit of the exponent");
  int n = 0;
  for (; is_digit(r); r->p++)
    if (n < 10000) n = n * 10 + (*r->p - '0');
  *power = negative ? -n : n;
  return true;
}

bool clua_json_read_number(json_reader *r) {
  static const double tens[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  const json_byte *first = r->p;
  bool negative = *r->p == '-';
  if (negative) r->p++;
  if (!is_digit(r)) return clua_json_unexpected(r, "a digit");
  uint64_t mantissa = 0;
  int significant = 0, power = 0;
  if (*r->p == '0') {
    r->p++;
    if (is_digit(r)) return clua_json_fail(r, r->p - 1, "a number may not begin with 0");
  } else {
    digits(r, &mantissa, &significant);
  }
  bool whole = r->p == r->end || (*r->p != '.' && (*r->p | 0x20) != 'e');
  if (whole && significant <= 19 && mantissa <= (uint64_t)INT64_MAX + negative) {
    if (negative && mantissa == 0)
      lua_pushnumber(r->L, -0.0);
    else
      lua_pushinteger(r->L, (lua_Integer)(negative ? 0 - mantissa : mantissa));
    return true;
  }
  if (!whole && *r->p == '.') {
    const json_byte *point = r->p++;
    if (!is_digit(r)) return clua_json_unexpected(r, "a digit behind the point");
    digits(r, &mantissa, &significant);
    ptrdiff_t places = r->p - point - 1;
    if (places > 10000)
      significant = 20;  // the slow way counts them
    else
      power = -(int)places;
  }
  if (!whole && r->p < r->end && (*r->p | 0x20) == 'e') {
    int scale = 0;
    if (!exponent(r, &scale)) return false;
    power += scale;
  }
  // Both factors are exact doubles, so the one operation rounds correctly (Clinger).
  if (significant > 19 || mantissa > (UINT64_C(1) << 53) || power < -22 || power > 22)
    return slow_number(r, first);
  double result = (double)mantissa;
  result = power < 0 ? result / tens[-power] : result * tens[power];
  lua_pushnumber(r->L, negative ? -result : result);
  return true;
}


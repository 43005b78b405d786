// The lexical rules of JSON (RFC 8259) for every reader and writer of the project: `mix.json`,
// which converts between text and Lua tables (CLua), and Swift's `JSONReader` and `JSONWriter`
// (Notation). Inline, because `mix.json` calls them for every value. No function allocates.
#ifndef CJSON_H
#define CJSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef unsigned char json_byte;

/// The rules that a text can break.
typedef enum json_fault {
  JSON_OK,
  JSON_NOT_UTF8,            // a byte that is not valid UTF-8 here
  JSON_CONTROL_CHARACTER,   // an unescaped control character in a string
  JSON_UNKNOWN_ESCAPE,
  JSON_HEXADECIMAL_DIGITS,  // \u without four hexadecimal digits
  JSON_UNENDED_STRING,
  JSON_DIGIT,               // no digit where a number begins
  JSON_POINT_DIGIT,         // no digit after the point
  JSON_EXPONENT_DIGIT,
  JSON_LEADING_ZERO,
} json_fault;

// MARK: Space and runs of bytes

static inline const json_byte *json_space(const json_byte *p, const json_byte *end) {
  while (p < end && (*p == ' ' || *p == '\n' || *p == '\r' || *p == '\t')) p++;
  return p;
}

/// The first byte in `p..<end` that a JSON string cannot copy unchecked: a quote, a backslash, a
/// control character, or part of a longer UTF-8 sequence. Reads eight bytes at a time.
static inline const json_byte *json_plain_run(const json_byte *p, const json_byte *end) {
  const uint64_t ones = UINT64_C(0x0101010101010101), high = UINT64_C(0x8080808080808080);
  while (end - p >= 8) {
    uint64_t word;
    memcpy(&word, p, 8);
    uint64_t quote = word ^ (ones * '"'), slash = word ^ (ones * '\\');
    // Borrows only reach bytes above a match, so "any match" is exact.
    if (((quote - ones) | (slash - ones) | (word - ones * 0x20) | word) & high) break;
    p += 8;
  }
  while (p < end && *p >= 0x20 && *p < 0x80 && *p != '"' && *p != '\\') p++;
  return p;
}

// MARK: UTF-8

/// The length of the well-formed UTF-8 sequence at `p` (Unicode table 3-7), or 0.
static inline int json_utf8_length(const json_byte *p, const json_byte *end) {
  size_t left = (size_t)(end - p);
  json_byte a = p[0];
  if (a < 0x80) return 1;
  if (a < 0xC2 || a > 0xF4 || left < 2) return 0;
  if (a < 0xE0) return (p[1] & 0xC0) == 0x80 ? 2 : 0;
  json_byte low = 0x80, top = 0xBF;
  if (a == 0xE0) low = 0xA0;
  if (a == 0xED) top = 0x9F;
  if (a == 0xF0) low = 0x90;
  if (a == 0xF4) top = 0x8F;
  if (p[1] < low || p[1] > top || left < 3 || (p[2] & 0xC0) != 0x80) return 0;
  if (a < 0xF0) return 3;
  return left >= 4 && (p[3] & 0xC0) == 0x80 ? 4 : 0;
}

/// The scalar of a sequence that `json_utf8_length` accepted.
static inline uint32_t json_utf8_scalar(const json_byte *p, int length) {
  switch (length) {
    case 1: return p[0];
    case 2: return (p[0] & 0x1Fu) << 6 | (p[1] & 0x3Fu);
    case 3: return (p[0] & 0x0Fu) << 12 | (p[1] & 0x3Fu) << 6 | (p[2] & 0x3Fu);
    default:
      return (p[0] & 0x07u) << 18 | (p[1] & 0x3Fu) << 12 | (p[2] & 0x3Fu) << 6 | (p[3] & 0x3Fu);
  }
}

/// Writes `scalar` (not a surrogate) as UTF-8; returns the end.
static inline json_byte *json_utf8_write(json_byte *out, uint32_t scalar) {
  if (scalar < 0x80) {
    *out++ = (json_byte)scalar;
  } else if (scalar < 0x800) {
    *out++ = (json_byte)(0xC0 | scalar >> 6);
    *out++ = (json_byte)(0x80 | (scalar & 0x3F));
  } else if (scalar < 0x10000) {
    *out++ = (json_byte)(0xE0 | scalar >> 12);
    *out++ = (json_byte)(0x80 | (scalar >> 6 & 0x3F));
    *out++ = (json_byte)(0x80 | (scalar & 0x3F));
  } else {
    *out++ = (json_byte)(0xF0 | scalar >> 18);
    *out++ = (json_byte)(0x80 | (scalar >> 12 & 0x3F));
    *out++ = (json_byte)(0x80 | (scalar >> 6 & 0x3F));
    *out++ = (json_byte)(0x80 | (scalar & 0x3F));
  }
  return out;
}

// MARK: Reading strings

static inline int json_hexadecimal(const json_byte *p, const json_byte *end) {
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

/// Steps over the item at `*p` that is not plain: an escape, or a longer UTF-8 sequence. After a
/// fault `*p` is unchanged.
static inline json_fault json_special(const json_byte **p, const json_byte *end, bool *escaped) {
  json_byte c = **p;
  if (c >= 0x80) {
    int length = json_utf8_length(*p, end);
    if (length == 0) return JSON_NOT_UTF8;
    *p += length;
    return JSON_OK;
  }
  if (c != '\\') return JSON_CONTROL_CHARACTER;
  *escaped = true;
  if (end - *p < 2) return JSON_UNENDED_STRING;
  if ((*p)[1] == 'u') {
    if (json_hexadecimal(*p + 2, end) < 0) return JSON_HEXADECIMAL_DIGITS;
    *p += 6;
    return JSON_OK;
  }
  if (memchr("\"\\/bfnrt", (*p)[1], 8) == NULL) return JSON_UNKNOWN_ESCAPE;
  *p += 2;
  return JSON_OK;
}

/// The scalar of the checked `\u` escape or escapes at `*p`, which moves past them. RFC 8259 §8.2
/// does not define a lone surrogate: it becomes U+FFFD, so that one cut title does not cost a whole
/// answer.
static inline uint32_t json_escaped_scalar(const json_byte **p, const json_byte *end) {
  uint32_t unit = (uint32_t)json_hexadecimal(*p + 2, end);
  *p += 6;
  if (unit < 0xD800 || unit > 0xDFFF) return unit;
  if (unit < 0xDC00 && end - *p >= 6 && (*p)[0] == '\\' && (*p)[1] == 'u') {
    int low = json_hexadecimal(*p + 2, end);
    if (low >= 0xDC00 && low <= 0xDFFF) {
      *p += 6;
      return 0x10000 + ((unit - 0xD800) << 10) + ((uint32_t)low - 0xDC00);
    }
  }
  return 0xFFFD;
}

/// Unescapes a checked string body, which never gets longer; returns the end.
static inline json_byte *json_unescape(json_byte *out, const json_byte *p, const json_byte *end) {
  while (p < end) {
    const json_byte *slash = memchr(p, '\\', (size_t)(end - p));
    size_t run = (size_t)((slash != NULL ? slash : end) - p);
    memcpy(out, p, run);
    out += run;
    p += run;
    if (slash == NULL) break;
    if (p[1] == 'u') {
      out = json_utf8_write(out, json_escaped_scalar(&p, end));
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
  return out;
}

// MARK: Writing strings

/// Most bytes that `json_escape` and `json_escape_unit` write.
enum { JSON_ESCAPE_BYTES = 6 };

/// Writes a UTF-16 unit as `\u` and four digits; returns the number of bytes.
static inline int json_escape_unit(char *out, unsigned unit) {
  static const char hexadecimal[] = "0123456789abcdef";
  out[0] = '\\';
  out[1] = 'u';
  for (int i = 0; i < 4; i++) out[2 + i] = hexadecimal[unit >> (12 - 4 * i) & 15];
  return 6;
}

/// Writes the escape of a quote, a backslash or a control character; returns the number of bytes.
static inline int json_escape(char *out, json_byte c) {
  static const char names[] = "btn\0fr";  // U+0008 … U+000D; U+000B has none
  char name = c == '"' || c == '\\' ? (char)c : c >= 8 && c <= 13 ? names[c - 8] : 0;
  if (name == 0) return json_escape_unit(out, c);
  out[0] = '\\';
  out[1] = name;
  return 2;
}

// MARK: Reading numbers

/// A number as read.
typedef struct json_number {
  enum {
    JSON_INTEGER,  // without fraction and exponent, and it fits 64 bits: `integer`
    JSON_REAL,     // `real`, correctly rounded
    JSON_LONG,     // needs a full conversion of its text
  } form;
  int64_t integer;
  double real;
} json_number;

static inline bool json_is_digit(const json_byte *p, const json_byte *end) {
  return p < end && *p >= '0' && *p <= '9';
}

// Reads digits from `p` on into `*mantissa`, which is exact up to 19 of them.
static inline const json_byte *json_digits(
    const json_byte *p, const json_byte *end, uint64_t *mantissa, int *significant) {
  for (; json_is_digit(p, end); p++) {
    if (*significant < 19) *mantissa = *mantissa * 10 + (uint64_t)(*p - '0');
    if (*mantissa != 0 && *significant < 20) ++*significant;
  }
  return p;
}

/// Reads the number at `*p` (a digit or '-'), which moves past it or to the fault.
static inline json_fault json_read_number(
    const json_byte **text, const json_byte *end, json_number *number) {
  static const double tens[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  const json_byte *p = *text;
  uint64_t mantissa = 0;
  int significant = 0, power = 0;
  bool negative = *p == '-';
  if (negative) p++;
  *text = p;
  if (!json_is_digit(p, end)) return JSON_DIGIT;
  if (*p == '0') {
    if (json_is_digit(p + 1, end)) return JSON_LEADING_ZERO;
    p++;
  } else {
    p = json_digits(p, end, &mantissa, &significant);
  }
  bool whole = p == end || (*p != '.' && (*p | 0x20) != 'e');
  if (whole && significant <= 19 && mantissa <= (uint64_t)INT64_MAX + negative) {
    *text = p;
    number->form = negative && mantissa == 0 ? JSON_REAL : JSON_INTEGER;
    number->real = -0.0;
    number->integer = (int64_t)(negative ? 0 - mantissa : mantissa);
    return JSON_OK;
  }
  if (!whole && *p == '.') {
    const json_byte *point = p++;
    *text = p;
    if (!json_is_digit(p, end)) return JSON_POINT_DIGIT;
    p = json_digits(p, end, &mantissa, &significant);
    ptrdiff_t places = p - point - 1;
    if (places > 10000)
      significant = 20;  // the full conversion will count them
    else
      power = -(int)places;
  }
  if (!whole && p < end && (*p | 0x20) == 'e') {
    p++;
    bool falls = p < end && *p == '-';
    if (falls || (p < end && *p == '+')) p++;
    *text = p;
    if (!json_is_digit(p, end)) return JSON_EXPONENT_DIGIT;
    int scale = 0;
    for (; json_is_digit(p, end); p++)
      if (scale < 10000) scale = scale * 10 + (*p - '0');
    power += falls ? -scale : scale;
  }
  *text = p;
  // Both factors are exact doubles, so a single operation rounds correctly (Clinger).
  if (significant > 19 || mantissa > (UINT64_C(1) << 53) || power < -22 || power > 22) {
    number->form = JSON_LONG;
    return JSON_OK;
  }
  double real = (double)mantissa;
  real = power < 0 ? real / tens[-power] : real * tens[power];
  number->form = JSON_REAL;
  number->real = negative ? -real : real;
  return JSON_OK;
}

#endif

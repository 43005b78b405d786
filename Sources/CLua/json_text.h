// What the JSON decoder and encoder share: runs of plain bytes, and UTF-8.
#ifndef CLUA_JSON_TEXT_H
#define CLUA_JSON_TEXT_H

#include <stdint.h>
#include <string.h>

typedef unsigned char json_byte;

/// The first byte in `p..<end` that a JSON string cannot hold as it is without a look: a quote, a
/// backslash, a control character, or part of a longer UTF-8 sequence. Eight bytes at a time.
static inline const json_byte *json_plain_run(const json_byte *p, const json_byte *end) {
  const uint64_t ones = UINT64_C(0x0101010101010101), high = UINT64_C(0x8080808080808080);
  while (end - p >= 8) {
    uint64_t word;
    memcpy(&word, p, 8);
    uint64_t quote = word ^ (ones * '"'), slash = word ^ (ones * '\\');
    // Borrows reach only above a byte that did match, so "any match" is exact.
    if (((quote - ones) | (slash - ones) | (word - ones * 0x20) | word) & high) break;
    p += 8;
  }
  while (p < end && *p >= 0x20 && *p < 0x80 && *p != '"' && *p != '\\') p++;
  return p;
}

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

/// Writes `scalar` (no surrogate) as UTF-8; returns the end.
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

#endif

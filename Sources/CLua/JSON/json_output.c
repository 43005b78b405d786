// JSON text of scalars, the text's buffer, and errors with their path.
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "clua_internal.h"
#include "json_writer.h"

enum { PATH_PART = 60 };

// MARK: Errors

static size_t path_part(const json_frame *at, char *out, size_t room) {
  int n;
  if (at->name.text == NULL) {
    n = snprintf(out, room, "[" LUA_INTEGER_FMT "]", at->index);
  } else {
    bool plain = at->name.length > 0 && at->name.length <= PATH_PART;
    for (size_t i = 0; plain && i < at->name.length; i++) {
      char c = at->name.text[i];
      plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
              (i > 0 && c >= '0' && c <= '9');
    }
    int shown = at->name.length > PATH_PART ? PATH_PART : (int)at->name.length;
    n = snprintf(out, room, plain ? ".%.*s" : "[\"%.*s\"]", shown, at->name.text);
  }
  return n < 0 ? 0 : (size_t)n < room ? (size_t)n : room - 1;
}

static size_t path(const json_frame *at, char *out, size_t room) {
  if (at == NULL) return (size_t)snprintf(out, room, "$");
  size_t n = path(at->parent, out, room);
  // A path that leaves no space for the message ends in an ellipsis.
  if (n + PATH_PART + 8 > room) {
    if (n > 0 && out[n - 1] != '.') n += (size_t)snprintf(out + n, room - n, "...");
    return n;
  }
  return n + path_part(at, out + n, room - n);
}

bool clua_json_refuse(json_writer *w, const json_frame *at, const char *format, ...) {
  char *out = w->error->message;
  size_t n = path(at, out, sizeof w->error->message - 100);
  n += (size_t)snprintf(out + n, sizeof w->error->message - n, ": ");
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(out + n, sizeof w->error->message - n, format, arguments);
  va_end(arguments);
  // Keys may hold any bytes; a message must be clean text.
  const json_byte *end = (json_byte *)out + strlen(out);
  for (json_byte *p = (json_byte *)out; p < end;) {
    int length = *p < 0x20 ? 0 : json_utf8_length(p, end);
    if (length == 0) *p = '?';
    p += length == 0 ? 1 : length;
  }
  w->error->offset = w->used;
  w->error->line = w->error->column = 0;
  return false;
}

// MARK: The text

// While the host runs no allocation can be refused, so the text could double far past the limit: by
// a table that is reached by many paths, or a long text that is used often. Therefore space is
// checked before it is needed.
bool clua_json_stopped(json_writer *w, size_t more) {
  if ((w->values & 4095) == 0 && clua_stops_walk(w->L)) return true;
  size_t next = 2 * w->room + more;
  if (next <= w->allowed) return false;
  if (!clua_has_room(w->L, next)) {
    clua_vm_of(w->L)->fatal = CLUA_FATAL_MEMORY;
    return true;
  }
  w->allowed = next;
  return false;
}

void clua_json_grow(json_writer *w, size_t more) {
  size_t room = 2 * w->room + more;
  char *text = lua_newuserdatauv(w->L, room, 0);
  memcpy(text, w->text, w->used);
  lua_replace(w->L, w->text_slot);
  w->text = text;
  w->room = room;
}

// MARK: Scalars

static void put_unit(json_writer *w, unsigned unit) {
  w->used += (size_t)json_escape_unit(json_reserve(w, JSON_ESCAPE_BYTES), unit);
}

static void put_escaped(json_writer *w, json_byte c) {
  w->used += (size_t)json_escape(json_reserve(w, JSON_ESCAPE_BYTES), c);
}

// Whether a terminal obeys a character, or writes what follows in another direction. JSON has a
// second form for each.
static bool steers(uint32_t scalar) {
  return scalar < 0xA0 || scalar == 0x61C || scalar == 0x200E || scalar == 0x200F ||
         (scalar >= 0x2028 && scalar <= 0x202E) || (scalar >= 0x2066 && scalar <= 0x2069);
}

static void put_scalar(json_writer *w, const json_byte *p, int length) {
  uint32_t scalar = json_utf8_scalar(p, length);
  if (!w->options->ascii && !steers(scalar)) {
    json_append(w, p, (size_t)length);
    return;
  }
  if (scalar >= 0x10000) {
    put_unit(w, 0xD800 + ((scalar - 0x10000) >> 10));
    scalar = 0xDC00 + ((scalar - 0x10000) & 0x3FF);
  }
  put_unit(w, scalar);
}

bool clua_json_write_string(json_writer *w, const json_frame *at, json_key s) {
  const json_byte *p = (const json_byte *)s.text, *end = p + s.length;
  if (json_stops(w, s.length)) return clua_json_refuse(w, at, "stopped");
  json_put(w, '"');
  while (p < end) {
    const json_byte *run = json_plain_run(p, end);
    json_append(w, p, (size_t)(run - p));
    if ((p = run) == end) break;
    if (json_stops(w, 0)) return clua_json_refuse(w, at, "stopped");
    if (*p < 0x80) {
      put_escaped(w, *p++);
      continue;
    }
    int length = json_utf8_length(p, end);
    if (length > 0) {
      put_scalar(w, p, length);
      p += length;
    } else if (w->options->replace_invalid) {
      put_scalar(w, (const json_byte *)"\xEF\xBF\xBD", 3);
      p++;
    } else {
      return clua_json_refuse(w, at, "the string is not UTF-8 (byte 0x%02X at %zu)", *p,
                  (size_t)(p - (const json_byte *)s.text) + 1);
    }
  }
  json_put(w, '"');
  return true;
}

void clua_json_write_integer(json_writer *w, lua_Integer n) {
  char text[24], *p = text + sizeof text;
  uint64_t rest = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
  do *--p = (char)('0' + rest % 10);
  while ((rest /= 10) != 0);
  if (n < 0) *--p = '-';
  json_append(w, p, (size_t)(text + sizeof text - p));
}

// Writes floats with few decimal places, such as prices and ratings: an integer divided by a power
// of ten. Both are exact doubles below 2^53, so a quotient equal to `d` is its shortest decimal
// form.
static bool short_number(json_writer *w, double d) {
  if (!(fabs(d) < 1e9) || (fabs(d) < 1e-3 && d != 0) || signbit(d)) return false;
  double scale = 1;
  for (int places = 0; places <= 4; places++, scale *= 10) {
    double scaled = nearbyint(d * scale);
    if (scaled / scale != d) continue;
    lua_Integer digits = (lua_Integer)scaled, unit = (lua_Integer)scale;
    clua_json_write_integer(w, digits / unit);
    json_put(w, '.');
    if (places == 0) json_put(w, '0');
    for (lua_Integer rest = digits % unit; unit > 1; rest %= unit)
      json_put(w, (char)('0' + rest / (unit /= 10)));
    return true;
  }
  return false;
}

// Writes the shortest of 15 to 17 digits that reads back as the same double, recognisable as a
// float.
bool clua_json_write_number(json_writer *w, const json_frame *at, double d) {
  if (!isfinite(d)) return clua_json_refuse(w, at, "JSON has no %s", isnan(d) ? "NaN" : "infinity");
  if (short_number(w, d)) return true;
  char text[40];
  int n = 0;
  for (int precision = 15; precision <= 17; precision++) {
    n = snprintf(text, sizeof text, "%.*g", precision, d);
    if (strtod(text, NULL) == d) break;
  }
  bool whole = true;
  for (int i = 0; i < n; i++) {
    if (text[i] == 'e') whole = false;
    else if (text[i] != '-' && text[i] != '+' && (text[i] < '0' || text[i] > '9')) {
      text[i] = '.';  // the locale's decimal point
      whole = false;
    }
  }
  json_append(w, text, (size_t)n);
  if (whole) json_append(w, ".0", 2);
  return true;
}

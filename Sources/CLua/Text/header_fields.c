// Puts the header lines of an HTTP answer into a Lua table, without strings of the host in between.
#include "clua_internal.h"

#include <string.h>

enum { MAX_NAME = 64 };

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r'; }

static bool is_ascii(const char *bytes, size_t length) {
  unsigned char all = 0;
  for (size_t i = 0; i < length; i++) all |= (unsigned char)bytes[i];
  return all < 0x80;
}

// Sets one field of the table on top; values of a repeated name are joined by ", ".
static void set_field(lua_State *L, const char *name, size_t name_length, const char *value,
                      size_t value_length) {
  char lower[MAX_NAME];
  for (size_t i = 0; i < name_length; i++) {
    lower[i] = name[i] >= 'A' && name[i] <= 'Z' ? (char)(name[i] | 0x20) : name[i];
  }
  lua_pushlstring(L, lower, name_length);
  lua_pushvalue(L, -1);
  bool repeats = lua_rawget(L, -3) == LUA_TSTRING;
  if (repeats)
    lua_pushliteral(L, ", ");
  else
    lua_pop(L, 1);
  lua_pushlstring(L, value, value_length);
  if (repeats) lua_concat(L, 3);  // allowed: three strings
  lua_rawset(L, -3);              // allowed: the key is a string
}

bool clua_push_header_fields(lua_State *L, const char *lines, size_t length) {
  if (!is_ascii(lines, length)) return false;  // it may not be UTF-8
  const char *end = lines + length;
  int count = 0;
  for (const char *at = lines; at < end && (at = memchr(at, '\n', (size_t)(end - at))); at++) {
    count++;
  }
  lua_createtable(L, 0, count);
  for (const char *line = lines, *next; line < end; line = next) {
    const char *stop = memchr(line, '\n', (size_t)(end - line));
    next = stop ? stop + 1 : end;
    if (!stop) stop = end;
    while (stop > line && is_space(stop[-1])) stop--;
    if (stop == line) continue;
    const char *colon = memchr(line, ':', (size_t)(stop - line));
    // A line that begins with white space continues the previous one (RFC 9112, 5.2).
    if (is_space(*line) || (colon && colon - line > MAX_NAME)) {
      lua_pop(L, 1);
      return false;
    }
    if (!colon || colon == line) continue;
    const char *value = colon + 1;
    while (value < stop && is_space(*value)) value++;
    set_field(L, line, (size_t)(colon - line), value, (size_t)(stop - value));
  }
  return true;
}

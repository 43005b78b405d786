// Stock functions whose work grows with their texts, with that work charged.
#include "clua_internal.h"

#include <string.h>

// Bytes that such a function processes in the time of one step; the longest format that is handled
// at once; the most arguments that `string.format` takes at once.
enum { BYTES_A_STEP = 8, LONG_FORMAT = 100000, MANY_ARGUMENTS = 64, LONG_TEXT = 65536 };

static void charge_texts(lua_State *L) {
  size_t bytes = 0;
  for (int index = lua_gettop(L); index > 0; index--)
    if (lua_type(L, index) == LUA_TSTRING) bytes += lua_rawlen(L, index);
  clua_charge(L, bytes / BYTES_A_STEP);
}

// A format costs up to a microsecond a byte, and no hook interrupts the function.
static void check_format(lua_State *L) {
  if (lua_type(L, 1) == LUA_TSTRING && lua_rawlen(L, 1) > LONG_FORMAT)
    luaL_argerror(L, 1, "format longer than 100000 bytes");
}

// One wrapper for each function, so that a traceback can tell them apart. The stock functions are
// the same in every state.
#define STOCK(name) static lua_CFunction stock_##name

#define CHARGED(name, check)                                    \
  STOCK(name);                                                  \
  static int charged_##name(lua_State *L) {                     \
    check;                                                      \
    charge_texts(L);                                            \
    return __atomic_load_n(&stock_##name, __ATOMIC_RELAXED)(L); \
  }

CHARGED(byte, )
CHARGED(pack, check_format(L))
CHARGED(packsize, check_format(L))
CHARGED(unpack, check_format(L))
CHARGED(offset, )
CHARGED(codepoint, )
CHARGED(date, check_format(L))

// MARK: format

STOCK(format);

// Formats `%q` of a long text (manual, 6.4).
static void add_quoted(lua_State *L, luaL_Buffer *buffer, int index) {
  size_t length;
  const char *text = lua_tolstring(L, index, &length);
  luaL_addchar(buffer, '"');
  for (size_t at = 0; at < length; at++) {
    unsigned char byte = (unsigned char)text[at];
    if (at % LONG_TEXT == 0) clua_charge(L, LONG_TEXT);
    if (byte == '"' || byte == '\\' || byte == '\n') {
      luaL_addchar(buffer, '\\');
      luaL_addchar(buffer, (char)byte);
    } else if (byte < 32 || byte == 127) {
      char escape[8];
      // Three digits when a digit follows; the zero byte after the text is none.
      bool digit = text[at + 1] >= '0' && text[at + 1] <= '9';
      snprintf(escape, sizeof escape, digit ? "\\%03d" : "\\%d", byte);
      luaL_addstring(buffer, escape);
    } else {
      luaL_addchar(buffer, (char)byte);
    }
  }
  luaL_addchar(buffer, '"');
}

// Formats one conversion of `length` bytes at `spec`, for the argument at `index`, by the stock
// function.
static void add_conversion(lua_State *L, luaL_Buffer *buffer, const char *spec, size_t length,
                           int index) {
  if (length == 2 && spec[1] == 'q' && lua_type(L, index) == LUA_TSTRING) {
    add_quoted(L, buffer, index);
    return;
  }
  clua_charge(L, 64);
  lua_pushcfunction(L, __atomic_load_n(&stock_format, __ATOMIC_RELAXED));
  lua_pushlstring(L, spec, length);
  lua_pushvalue(L, index);
  lua_call(L, 2, 1);
  luaL_addvalue(buffer);
}

// Formats like the stock function, but one conversion at a time.
static int format_in_parts(lua_State *L) {
  int top = lua_gettop(L), argument = 1;
  size_t length;
  const char *format = luaL_checklstring(L, 1, &length);
  const char *end = format + length;
  luaL_checkstack(L, 8, "too many arguments");
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  while (format < end) {
    const char *percent = memchr(format, '%', (size_t)(end - format));
    luaL_addlstring(&buffer, format, (size_t)((percent ? percent : end) - format));
    if (percent == NULL) break;
    if (percent[1] == '%') {
      clua_charge(L, 1);
      luaL_addchar(&buffer, '%');
      format = percent + 2;
      continue;
    }
    size_t flags = strspn(percent + 1, "-+ #0123456789.");
    if (flags > 32) flags = 32;  // the stock function refuses it
    if (++argument > top) return luaL_argerror(L, argument, "no value");
    format = percent + flags + 2;
    if (format > end) format = end;
    add_conversion(L, &buffer, percent, (size_t)(format - percent), argument);
  }
  luaL_pushresult(&buffer);
  return 1;
}

static int charged_format(lua_State *L) {
  int top = lua_gettop(L);
  bool in_parts = top > MANY_ARGUMENTS;
  for (int index = 1; index <= top && !in_parts; index++)
    in_parts = lua_type(L, index) == LUA_TSTRING && lua_rawlen(L, index) > LONG_TEXT;
  charge_texts(L);
  return in_parts ? format_in_parts(L) : __atomic_load_n(&stock_format, __ATOMIC_RELAXED)(L);
}

struct charged {
  const char *library, *name;
  lua_CFunction *stock;
  lua_CFunction wrapper;
};

#define ENTRY(library, name) {library, #name, &stock_##name, charged_##name}

void clua_open_charged_strings(lua_State *L) {
  static const struct charged all[] = {
      ENTRY(LUA_STRLIBNAME, byte),    ENTRY(LUA_STRLIBNAME, format),
      ENTRY(LUA_STRLIBNAME, pack),    ENTRY(LUA_STRLIBNAME, packsize),
      ENTRY(LUA_STRLIBNAME, unpack),  ENTRY(LUA_UTF8LIBNAME, offset),
      ENTRY(LUA_UTF8LIBNAME, codepoint), ENTRY(LUA_OSLIBNAME, date),
  };
  for (size_t index = 0; index < sizeof all / sizeof *all; index++) {
    lua_getglobal(L, all[index].library);
    lua_getfield(L, -1, all[index].name);
    // Every state finds the same address; storing it again changes nothing.
    __atomic_store_n(all[index].stock, lua_tocfunction(L, -1), __ATOMIC_RELAXED);
    lua_pushcfunction(L, all[index].wrapper);
    lua_setfield(L, -3, all[index].name);
    lua_pop(L, 2);
  }
}

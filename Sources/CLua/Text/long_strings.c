// String functions whose work grows with a text's length, done a block at a time and charged for
// each, so that limits and Ctrl-C apply in the middle.
#include "clua_internal.h"

#include <string.h>

enum { BLOCK = 65536, BYTES_A_STEP = 8 };

static size_t block_of(size_t left) { return left < BLOCK ? left : BLOCK; }

// MARK: rep

// Fills `out` with repetitions of its first `unit` bytes.
static void fill(lua_State *L, char *out, size_t unit, size_t total) {
  size_t done = unit;
  while (done < total) {
    // Whole units, so that each copy begins like the text.
    size_t most = done <= BLOCK * 16 ? done : BLOCK * 16 / unit * unit;
    if (most == 0) most = unit;
    size_t count = total - done < most ? total - done : most;
    memcpy(out + done, out, count);
    done += count;
    clua_charge(L, count / BYTES_A_STEP);
  }
}

// The stock function counts to n even when nothing is copied, and allocates the memory first.
static int string_rep(lua_State *L) {
  size_t length, separator_length;
  const char *text = luaL_checklstring(L, 1, &length);
  lua_Integer count = luaL_checkinteger(L, 2);
  const char *separator = luaL_optlstring(L, 3, "", &separator_length);
  if (count <= 0 || length + separator_length == 0) {
    lua_pushliteral(L, "");
    return 1;
  }
  size_t limit = clua_vm_of(L)->limit;
  if (limit == 0 || limit > INT32_MAX) limit = INT32_MAX;
  size_t unit = length + separator_length;
  if ((size_t)count > limit / unit)
    return luaL_error(L, "resulting string too large (memory limit: %d MB)",
                      (int)((limit + 500000) / 1000000));
  luaL_Buffer buffer;
  size_t total = (size_t)count * length + (size_t)(count - 1) * separator_length;
  char *out = luaL_buffinitsize(L, &buffer, total);
  memcpy(out, text, length);
  if (count > 1) {
    memcpy(out + length, separator, separator_length);
    fill(L, out, unit, total);
  }
  luaL_pushresultsize(&buffer, total);
  return 1;
}

// MARK: upper, lower, reverse

// Changes the case of the letters from `first` to `first` + 25, in the locales "C" and UTF-8, the
// only ones here.
static int change_case(lua_State *L, unsigned char first) {
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  luaL_Buffer buffer;
  char *out = luaL_buffinitsize(L, &buffer, length);
  for (size_t done = 0; done < length;) {
    size_t end = done + block_of(length - done);
    clua_charge(L, (end - done) / BYTES_A_STEP);
    for (; done < end; done++) {
      unsigned char byte = (unsigned char)text[done];
      out[done] = (char)((unsigned char)(byte - first) < 26 ? byte ^ 0x20 : byte);
    }
  }
  luaL_pushresultsize(&buffer, length);
  return 1;
}

static int string_upper(lua_State *L) { return change_case(L, 'a'); }
static int string_lower(lua_State *L) { return change_case(L, 'A'); }

static int string_reverse(lua_State *L) {
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  luaL_Buffer buffer;
  char *out = luaL_buffinitsize(L, &buffer, length);
  for (size_t done = 0; done < length;) {
    size_t end = done + block_of(length - done);
    clua_charge(L, (end - done) / BYTES_A_STEP);
    for (; done < end; done++) out[done] = text[length - done - 1];
  }
  luaL_pushresultsize(&buffer, length);
  return 1;
}

// MARK: utf8.len

static bool is_continuation(char byte) { return ((unsigned char)byte & 0xC0) == 0x80; }

// Calls the stock function (upvalue 1) for the text at 1 from `first` to `last`, with the fourth
// argument; leaves its two results.
static void count_part(lua_State *L, lua_Integer first, lua_Integer last) {
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_pushvalue(L, 1);
  lua_pushinteger(L, first);
  lua_pushinteger(L, last);
  lua_pushvalue(L, 4);
  lua_call(L, 4, 2);
}

// Converts a position counted from the end, which is negative, to one from the beginning.
static lua_Integer from_start(lua_Integer position, lua_Integer length) {
  return position >= 0 ? position : -position > length ? 0 : length + position + 1;
}

static int utf8_len(lua_State *L) {
  size_t size;
  const char *text = luaL_checklstring(L, 1, &size);
  lua_Integer length = (lua_Integer)size;
  lua_settop(L, 4);
  lua_Integer first = from_start(luaL_optinteger(L, 2, 1), length);
  lua_Integer last = from_start(luaL_optinteger(L, 3, -1), length);
  luaL_argcheck(L, first >= 1 && first <= length + 1, 2, "initial position out of bounds");
  luaL_argcheck(L, last <= length, 3, "final position out of bounds");
  lua_Integer count = 0;
  while (first <= last) {
    lua_Integer end = last - first < BLOCK ? last : first + BLOCK;
    while (end < last && is_continuation(text[end])) end++;
    clua_charge(L, (size_t)(end - first) / 2);
    count_part(L, first, end);
    if (lua_isnil(L, -2)) return 2;
    count += lua_tointeger(L, -2);
    lua_pop(L, 2);
    first = end + 1;
  }
  lua_pushinteger(L, count);
  return 1;
}

void clua_open_long_strings(lua_State *L) {
  static const luaL_Reg functions[] = {{"rep", string_rep},         {"upper", string_upper},
                                       {"lower", string_lower},     {"reverse", string_reverse},
                                       {NULL, NULL}};
  lua_getglobal(L, LUA_STRLIBNAME);
  luaL_setfuncs(L, functions, 0);
  lua_getglobal(L, LUA_UTF8LIBNAME);
  lua_getfield(L, -1, "len");
  lua_pushcclosure(L, utf8_len, 1);
  lua_setfield(L, -2, "len");
  lua_pop(L, 2);
}

// Stock functions whose work grows with the texts they are given, with that work charged.
#include "clua_internal.h"

// Bytes that such a function handles in the time of one step.
enum { BYTES_A_STEP = 8 };

static void charge_texts(lua_State *L) {
  size_t bytes = 0;
  for (int index = lua_gettop(L); index > 0; index--)
    if (lua_type(L, index) == LUA_TSTRING) bytes += lua_rawlen(L, index);
  clua_charge(L, bytes / BYTES_A_STEP);
}

// One wrapper for each function, so that a traceback can tell them apart. The stock functions are the
// same in every state.
#define CHARGED(name)                                           \
  static lua_CFunction stock_##name;                            \
  static int charged_##name(lua_State *L) {                     \
    charge_texts(L);                                            \
    return __atomic_load_n(&stock_##name, __ATOMIC_RELAXED)(L); \
  }

CHARGED(upper)
CHARGED(lower)
CHARGED(reverse)
CHARGED(byte)
CHARGED(format)
CHARGED(pack)
CHARGED(unpack)
CHARGED(len)
CHARGED(offset)
CHARGED(codepoint)

struct charged {
  const char *library, *name;
  lua_CFunction *stock;
  lua_CFunction wrapper;
};

#define ENTRY(library, name) {library, #name, &stock_##name, charged_##name}

void clua_open_charged_strings(lua_State *L) {
  static const struct charged all[] = {
      ENTRY(LUA_STRLIBNAME, upper),  ENTRY(LUA_STRLIBNAME, lower),
      ENTRY(LUA_STRLIBNAME, reverse), ENTRY(LUA_STRLIBNAME, byte),
      ENTRY(LUA_STRLIBNAME, format), ENTRY(LUA_STRLIBNAME, pack),
      ENTRY(LUA_STRLIBNAME, unpack), ENTRY(LUA_UTF8LIBNAME, len),
      ENTRY(LUA_UTF8LIBNAME, offset), ENTRY(LUA_UTF8LIBNAME, codepoint),
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

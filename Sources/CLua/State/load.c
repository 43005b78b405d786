// Compiles text. The parser runs in C, where no hook interrupts it, so its reader passes the text
// in pieces and charges each of them.
#include "clua_internal.h"

#include <string.h>

// The parser takes up to about 30 ns a byte; a step is a few nanoseconds.
enum { PIECE = 1024, STEPS_A_BYTE = 8 };

struct text {
  const char *start;
  size_t length;
};

static const char *read_piece(lua_State *L, void *data, size_t *size) {
  struct text *text = data;
  if (text->length == 0) return NULL;
  size_t piece = text->length < PIECE ? text->length : PIECE;
  const char *start = text->start;
  text->start += piece;
  text->length -= piece;
  clua_charge(L, piece * STEPS_A_BYTE);
  *size = piece;
  return start;
}

int clua_load_text(lua_State *L, const char *text, size_t length, const char *name) {
  clua_vm *vm = clua_vm_of(L);
  // A refused or stopped chunk raises inside lua_load, which catches it: no Swift frame is crossed.
  int depth = vm->host_depth;
  vm->host_depth = 0;
  clua_take_duty(vm);
  struct text rest = {text, length};  // an empty Swift buffer has a NULL address
  int status = lua_load(L, read_piece, &rest, name, "t");
  if (status != LUA_OK) clua_note_memory(L, status);
  vm->host_depth = depth;
  return status;
}

// MARK: load

enum { PIECE_SLOT = 5 };  // above the arguments: keeps the reader's last result alive

// Reads the pieces that the function at 1 returns; nil or an empty piece ends the text.
static const char *call_reader(lua_State *L, void *data, size_t *size) {
  (void)data;
  luaL_checkstack(L, 2, "too many nested functions");
  lua_pushvalue(L, 1);
  lua_call(L, 0, 1);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    *size = 0;
    return NULL;
  }
  if (!lua_isstring(L, -1)) luaL_error(L, "reader function must return a string");
  lua_replace(L, PIECE_SLOT);
  const char *piece = lua_tolstring(L, PIECE_SLOT, size);
  clua_charge(L, 1 + *size * STEPS_A_BYTE);
  return piece;
}

static int base_load(lua_State *L) {
  const char *mode = luaL_optstring(L, 3, "bt");
  bool has_environment = !lua_isnone(L, 4);
  if (strchr(mode, 't') == NULL) {
    lua_pushnil(L);
    lua_pushliteral(L, "only text chunks can be loaded");
    return 2;
  }
  int status;
  if (lua_isstring(L, 1)) {
    struct text text;
    text.start = lua_tolstring(L, 1, &text.length);
    const char *name = luaL_optstring(L, 2, text.start);
    status = lua_load(L, read_piece, &text, name, "t");
  } else {
    const char *name = luaL_optstring(L, 2, "=(load)");
    luaL_checktype(L, 1, LUA_TFUNCTION);
    lua_settop(L, PIECE_SLOT);
    status = lua_load(L, call_reader, NULL, name, "t");
  }
  if (status != LUA_OK) {
    clua_pass_fatal(L, status);
    lua_pushnil(L);
    lua_insert(L, -2);
    return 2;
  }
  if (has_environment) {
    lua_pushvalue(L, 4);
    if (lua_setupvalue(L, -2, 1) == NULL) lua_pop(L, 1);
  }
  return 1;
}

void clua_open_load(lua_State *L) {
  lua_pushcfunction(L, base_load);
  lua_setglobal(L, "load");
}

// The output functions of scripts: `print`, `warn`, and `io` with the standard streams.
//
// A stream is a userdata, as in the stock interpreter, but its methods work on that stream only.
#include "clua_internal.h"

#include <string.h>

static int output_failed(lua_State *L) { return clua_raise_fatal(L, CLUA_FATAL_OUTPUT); }

static int base_print(lua_State *L) {
  int count = lua_gettop(L);
  for (int i = 1; i <= count; i++) {
    size_t length;
    const char *text = luaL_tolstring(L, i, &length);
    if (i > 1 && !clua_write_output("\t", 1)) return output_failed(L);
    if (!clua_write_output(text, length)) return output_failed(L);
    lua_pop(L, 1);
  }
  if (!clua_write_output("\n", 1)) return output_failed(L);
  return 0;
}

// `warn(…)` as in the stock interpreter: off until `warn("@on")`. Upvalue 1 says whether it is on.
static int base_warn(lua_State *L) {
  int count = lua_gettop(L);
  luaL_checkstring(L, 1);
  for (int i = 2; i <= count; i++) luaL_checkstring(L, i);
  const char *first = lua_tostring(L, 1);
  if (count == 1 && *first == '@') {
    bool on = strcmp(first, "@on") == 0;
    if (on || strcmp(first, "@off") == 0) {
      lua_pushboolean(L, on);
      lua_replace(L, lua_upvalueindex(1));
    }
    return 0;
  }
  if (!lua_toboolean(L, lua_upvalueindex(1))) return 0;
  lua_pushliteral(L, "Lua warning: ");
  lua_insert(L, 1);
  lua_pushliteral(L, "\n");
  lua_concat(L, count + 2);
  size_t length;
  const char *text = lua_tolstring(L, -1, &length);
  clua_note_output(text, length);
  fwrite(text, 1, length, stderr);
  return 0;
}

// The stream of a method: upvalue 2 says whether it is that of errors. A prompt replaces `stdout`
// itself while it runs.
static FILE *stream_of(lua_State *L) { return lua_toboolean(L, lua_upvalueindex(2)) ? stderr : stdout; }

// `io.write(…)` and `stream:write(…)`: upvalue 1 is the script's stream object, which is returned.
static int io_write(lua_State *L) {
  FILE *stream = stream_of(L);
  int first = lua_rawequal(L, 1, lua_upvalueindex(1)) ? 2 : 1;
  int count = lua_gettop(L);
  for (int i = first; i <= count; i++) {
    size_t length;
    const char *text = luaL_checklstring(L, i, &length);
    if (stream == stderr) clua_note_output(text, length);
    bool written = stream == stdout ? clua_write_output(text, length)
                                    : fwrite(text, 1, length, stream) == length;
    // Failed output to standard error is dropped; standard output is the script's result.
    if (!written && stream == stdout) return output_failed(L);
  }
  lua_pushvalue(L, lua_upvalueindex(1));
  return 1;
}

static int io_flush(lua_State *L) {
  fflush(stream_of(L));
  lua_pushvalue(L, lua_upvalueindex(1));
  return 1;
}

// `stream:setvbuf(mode)`. The host flushes at each wait, whatever the mode.
static int io_setvbuf(lua_State *L) {
  static const char *const names[] = {"no", "full", "line", NULL};
  static const int modes[] = {_IONBF, _IOFBF, _IOLBF};
  int mode = modes[luaL_checkoption(L, 2, NULL, names)];
  lua_pushboolean(L, setvbuf(stream_of(L), NULL, mode, BUFSIZ) == 0);
  return 1;
}

static int stream_text(lua_State *L) {
  lua_pushfstring(L, "file (%p)", lua_topointer(L, 1));
  return 1;
}

void clua_push_stream(lua_State *L) {
  lua_newuserdatauv(L, 0, 0);
  lua_createtable(L, 0, 4);
  lua_pushcfunction(L, stream_text);
  lua_setfield(L, -2, "__tostring");
  lua_pushliteral(L, "FILE*");
  lua_setfield(L, -2, "__name");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_createtable(L, 0, 2);
  lua_pushvalue(L, -1);
  lua_setfield(L, -3, "__index");
  lua_insert(L, -3);
  lua_setmetatable(L, -2);
  lua_insert(L, -2);
}

// Sets a method, with the stream and its methods on top.
static void set_method(lua_State *L, bool is_errors, const char *name, lua_CFunction function) {
  lua_pushvalue(L, -2);
  lua_pushboolean(L, is_errors);
  lua_pushcclosure(L, function, 2);
  lua_setfield(L, -2, name);
}

static void push_output(lua_State *L, bool is_errors) {
  clua_push_stream(L);
  set_method(L, is_errors, "write", io_write);
  set_method(L, is_errors, "flush", io_flush);
  set_method(L, is_errors, "setvbuf", io_setvbuf);
}

void clua_open_output(lua_State *L) {
  lua_pushcfunction(L, base_print);
  lua_setglobal(L, "print");
  lua_pushboolean(L, 0);
  lua_pushcclosure(L, base_warn, 1);
  lua_setglobal(L, "warn");
  lua_createtable(L, 0, 6);
  push_output(L, false);
  lua_getfield(L, -1, "write");
  lua_setfield(L, -4, "write");
  lua_pop(L, 1);
  lua_setfield(L, -2, "stdout");
  push_output(L, true);
  lua_pop(L, 1);
  lua_setfield(L, -2, "stderr");
  lua_setglobal(L, "io");
}

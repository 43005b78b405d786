// Conversions that may run script code, under protection.
#include "clua_internal.h"

#include <errno.h>
#include <poll.h>
#include <stdio_ext.h>
#include <unistd.h>

static int tostring_body(lua_State *L) {
  luaL_tolstring(L, 1, NULL);
  return 1;
}

void clua_tostring_safe(lua_State *L, int index) {
  index = lua_absindex(L, index);
  lua_pushcfunction(L, tostring_body);
  lua_pushvalue(L, index);
  if (clua_pcall(L, 1, 1) != LUA_OK) {
    lua_pop(L, 1);
    lua_pushfstring(L, "(a %s whose __tostring failed)", luaL_typename(L, index));
  }
}

static _Atomic int output_error;

static bool note_output(bool complete) {
  int none = 0;
  if (!complete) atomic_compare_exchange_strong(&output_error, &none, errno);
  return complete;
}

// Called before any output; NULL when the terminal shows nothing in the way.
static void (*_Atomic before_output)(void);
static _Atomic bool is_at_line_start = true;

void clua_before_output(void (*function)(void)) { atomic_store(&before_output, function); }

bool clua_output_is_at_line_start(void) { return atomic_load(&is_at_line_start); }

void clua_note_output(const char *text, size_t length) {
  if (length == 0) return;
  void (*function)(void) = atomic_load_explicit(&before_output, memory_order_relaxed);
  if (function) function();
  atomic_store_explicit(&is_at_line_start, text[length - 1] == '\n', memory_order_relaxed);
}

bool clua_write_output(const char *text, size_t length) {
  clua_note_output(text, length);
  return length == 0 || note_output(fwrite(text, 1, length, stdout) == length);
}

void clua_flush_output(void) {
  // Checked at each wait of a script: avoids the stream's lock when nothing is buffered.
  if (__fpending(stdout) != 0) note_output(fflush(stdout) == 0);
}

void clua_try_flush_output(void) {
  struct pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT};
  if (poll(&output, 1, 0) != 1 || ftrylockfile(stdout) != 0) return;
  fflush(stdout);
  funlockfile(stdout);
}

int clua_output_error(void) { return atomic_load(&output_error); }

size_t clua_list_texts(lua_State *L, int index, lua_Integer first, size_t count, clua_text *texts) {
  enum { BATCH = 16 };  // values on the stack at a time; clua.h asks for this space
  int table = lua_absindex(L, index);
  int top = lua_gettop(L);
  size_t found = 0;
  while (found < count) {
    size_t batch = count - found < BATCH ? count - found : BATCH;
    for (size_t i = 0; i < batch; i++) {
      if (lua_rawgeti(L, table, first + (lua_Integer)(found + i)) != LUA_TSTRING) {
        batch = i;
        count = found + i;  // the last batch
        break;
      }
    }
    for (size_t i = 0; i < batch; i++, found++) {
      texts[found].start = (const uint8_t *)lua_tolstring(L, top + 1 + (int)i, &texts[found].length);
    }
    lua_settop(L, top);
  }
  return found;
}

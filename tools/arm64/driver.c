// Runs the C parts without Swift: `driver SCRIPT FOLDER JSON…` prints what they do, so that two machines can be
// compared. SCRIPT runs in a state of CLua; FOLDER is empty; each JSON is a text of JSONTestSuite.
#include <cfiles.h>
#include <cisolation.h>
#include <clua.h>
#include <creactor.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int no_host(lua_State *L, void *box) { (void)box; lua_pushliteral(L, "no host"); return CLUA_RAISE; }
static void no_release(void *object) { (void)object; }
static void no_note(lua_State *L) { (void)L; }
static bool never(clua_vm *vm) { (void)vm; return false; }
static int pass(lua_State *L) { return lua_gettop(L); }

static int decode(lua_State *L) {
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  clua_json_error error;
  if (clua_json_decode(L, text, length, NULL, &error) == 0) return 1;
  lua_pushnil(L);
  lua_pushfstring(L, "%s (%d:%d)", error.message, error.line, error.column);
  return 2;
}

static int encode(lua_State *L) {
  clua_json_encode_options options = {.indent = (int)luaL_optinteger(L, 2, 0), .ascii = lua_toboolean(L, 3)};
  clua_json_error error;
  if (clua_json_encode(L, 1, &options, &error) == 0) return 1;
  lua_pushnil(L);
  lua_pushstring(L, error.message);
  return 2;
}

static char *read_all(const char *path, size_t *length) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) { perror(path); exit(2); }
  char *text = malloc(1 << 20);
  *length = fread(text, 1, 1 << 20, file);
  fclose(file);
  return text;
}

static clua_vm *open_state(clua_ledger *ledger) {
  clua_vm *vm = clua_open(ledger, NULL, no_host, no_release, no_note, never);
  if (vm == NULL || clua_open_libraries(vm) != LUA_OK) exit(2);
  // Loader, finder, begin and end of a load, raiser, getenv and exit stand in for the host's.
  clua_push_open_globals(vm->main);
  for (int count = 0; count < 7; count++) lua_pushcfunction(vm->main, pass);
  lua_pushboolean(vm->main, 0);
  if (clua_pcall_trusted(vm->main, 8, 0) != LUA_OK) exit(2);
  clua_begin_slice(vm);
  return vm;
}

static int load(clua_vm *vm, const char *text, const char *name) {
  if (clua_load_text(vm->main, text, strlen(text), name) == LUA_OK) return 0;
  printf("%s: %s\n", name, lua_tostring(vm->main, -1));
  return 1;
}

// Runs `text` within limits and prints the end: an error, or the code of a limit.
static void stop(const char *what, const char *text, size_t bytes, int64_t instructions, uint64_t nanoseconds) {
  clua_ledger *ledger = clua_ledger_new(bytes);
  clua_vm *vm = open_state(ledger);
  int stopped = 0, status = load(vm, text, "=limit");
  if (status == 0 && instructions + (int64_t)nanoseconds != 0)
    status = clua_pcall_rule(vm->main, 0, 0, instructions, nanoseconds, bytes, &stopped);
  else if (status == 0)
    status = clua_pcall(vm->main, 0, 0);
  printf("%s: %s, stopped by %d\n", what, status == LUA_OK ? "ended" : "error", stopped != 0 ? stopped : vm->fatal);
  clua_close(vm);
  printf("%s: %zu bytes are left\n", what, clua_ledger_total(ledger));
  clua_ledger_free(ledger);
}

static void try_files(const char *folder) {
  int beneath = open(folder, O_RDONLY | O_DIRECTORY);
  mkdirat(beneath, "a", 0700);
  close(openat(beneath, "a/file", O_CREAT | O_WRONLY, 0600));
  symlinkat("a", beneath, "link");
  const char *paths[] = {"a/file", "link/file", "a/../a/file", "a/none"};
  for (size_t index = 0; index < sizeof paths / sizeof *paths; index++) {
    int (*const opens[])(int, const char *, int, unsigned) = {cfiles_open_beneath, cfiles_open_stepwise};
    for (int way = 0; way < 2; way++) {
      errno = 0;
      int file = opens[way](beneath, paths[index], O_RDONLY, 0);
      printf("%s %s: %s\n", way == 0 ? "beneath" : "stepwise", paths[index], file >= 0 ? "opened" : strerror(errno));
      if (file >= 0) close(file);
    }
  }
  close(beneath);
}

static void *signal_it(void *context) {
  creactor_eventfd_signal(*(int *)context);
  return NULL;
}

static void try_threads(void) {
  int event = creactor_eventfd_open();
  uint64_t thread, before = creactor_monotonic_ns();
  int started = creactor_thread_start(&thread, "tried", 256 * 1024, signal_it, &event);
  creactor_eventfd_wait(event, -1);
  creactor_thread_join(thread);
  printf("thread: %d, time goes on: %d\n", started, creactor_monotonic_ns() > before);
  creactor_eventfd_close(event);
}

static void try_child(const char *script) {
  int beat[2];
  if (pipe(beat) != 0) exit(2);
  char *arguments[] = {"sh", "-c", (char *)script, NULL};
  cisolation_limits limits = {.address_bytes = (uint64_t)4 << 30, .files = 64, .seconds = 1};
  int child = cisolation_start("/bin/sh", arguments, beat[0], beat[1], &limits);
  close(beat[1]);
  cisolation_end end = cisolation_watch(child, beat[0], &limits);
  close(beat[0]);
  printf("child `%s`: code %d, signal %d, killed %d\n", script, end.code, end.signal, end.killed);
}

int main(int count, char *const *arguments) {
  if (count < 3) return 2;
  clua_ledger *ledger = clua_ledger_new(256 << 20);
  clua_vm *vm = open_state(ledger);
  size_t length;
  char *text = read_all(arguments[1], &length);
  int status = clua_load_text(vm->main, text, length, "=parts");
  lua_pushcfunction(vm->main, decode);
  lua_pushcfunction(vm->main, encode);
  if (status != LUA_OK || clua_pcall(vm->main, 2, 1) != LUA_OK) {
    printf("script: %s\n", lua_tostring(vm->main, 1));
    return 1;
  }
  free(text);
  for (int index = 3; index < count; index++) {
    text = read_all(arguments[index], &length);
    // The script returns the function for a JSON text.
    lua_settop(vm->main, 1);
    lua_pushvalue(vm->main, 1);
    lua_pushstring(vm->main, strrchr(arguments[index], '/') + 1);
    lua_pushlstring(vm->main, text, length);
    if (clua_pcall(vm->main, 2, 0) != LUA_OK) printf("%s: %s\n", arguments[index], lua_tostring(vm->main, -1));
    free(text);
  }
  clua_close(vm);
  printf("%zu bytes are left\n", clua_ledger_total(ledger));
  clua_ledger_free(ledger);
  stop("memory", "local t = {} while true do t[#t + 1] = ('x'):rep(1000) end", 16 << 20, 0, 0);
  stop("one string", "return ('x'):rep(1 << 30)", 16 << 20, 0, 0);
  stop("instructions", "pcall(function() while true do end end)", 16 << 20, 1000000, 60000000000u);
  stop("time", "while true do end", 16 << 20, INT64_MAX, 50000000);
  stop("pattern", "return ('a'):rep(5000):find(('a*'):rep(50) .. 'b')", 16 << 20, INT64_MAX, 50000000);
  try_files(arguments[2]);
  try_threads();
  try_child("exit 7");
  try_child("kill -9 $$");
  try_child("while :; do :; done");
  char build[2 * CISOLATION_BUILD_BYTES + 1];
  cisolation_build(build);
  printf("the build is known: %d\n", build[0] != 0);
  return 0;
}

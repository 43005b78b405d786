// The standard library as scripts get it.
#include "clua_internal.h"

#include <stdlib.h>
#include <string.h>

static const luaL_Reg opened[] = {
    {LUA_GNAME, luaopen_base},       {LUA_TABLIBNAME, luaopen_table}, {LUA_STRLIBNAME, luaopen_string},
    {LUA_MATHLIBNAME, luaopen_math}, {LUA_UTF8LIBNAME, luaopen_utf8}, {LUA_COLIBNAME, luaopen_coroutine},
    {LUA_OSLIBNAME, luaopen_os},     {NULL, NULL},
};

static const char *const kept_os[] = {"time", "date", "clock", "difftime", NULL};

// Reduces `os` to the functions that only read clocks; the host adds `getenv`.
static void narrow_os(lua_State *L) {
  lua_getglobal(L, "os");
  lua_newtable(L);
  for (const char *const *name = kept_os; *name != NULL; name++) {
    lua_getfield(L, -2, *name);
    lua_setfield(L, -2, *name);
  }
  lua_setglobal(L, "os");
  lua_pop(L, 1);
}

// Messages name a function by its place in the registry's table of libraries: `os.date`.
static void note_library(lua_State *L, const char *name) {
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_getglobal(L, name);
  lua_setfield(L, -2, name);
  lua_pop(L, 1);
}

static void remove_global(lua_State *L, const char *name) {
  lua_pushnil(L);
  lua_setglobal(L, name);
}

static void remove_field(lua_State *L, const char *table, const char *name) {
  lua_getglobal(L, table);
  lua_pushnil(L);
  lua_setfield(L, -2, name);
  lua_pop(L, 1);
}

enum { most_names = 224 };

// Registers `prefix.name` for every C function of the table on top.
static void name_functions(lua_State *L, const char *prefix) {
  clua_vm *vm = clua_vm_of(L);
  lua_pushnil(L);
  while (lua_next(L, -2) != 0 && vm->name_count < most_names) {
    lua_CFunction function = lua_tocfunction(L, -1);
    if (function != NULL && lua_type(L, -2) == LUA_TSTRING) {
      struct clua_name *name = &vm->names[vm->name_count++];
      name->function = function;
      char *end = stpcpy(name->text, prefix);
      strncpy(end, lua_tostring(L, -2), sizeof name->text - 1 - (size_t)(end - name->text));
    }
    lua_pop(L, 1);
  }
}

// Outside Lua's memory, because a traceback may be read when that is used up.
static void name_libraries(lua_State *L) {
  static const char *const tables[] = {"table",     "string", "math", "utf8",
                                       "coroutine", "os",     "io",   "debug"};
  clua_vm *vm = clua_vm_of(L);
  vm->names = calloc(most_names, sizeof *vm->names);
  if (vm->names == NULL) return;
  lua_pushglobaltable(L);
  name_functions(L, "");
  lua_settop(L, 0);
  for (size_t index = 0; index < sizeof tables / sizeof *tables; index++) {
    char prefix[12];
    snprintf(prefix, sizeof prefix, "%s.", tables[index]);
    lua_getglobal(L, tables[index]);
    name_functions(L, prefix);
    lua_settop(L, 0);
  }
}

static int null_text(lua_State *L) {
  lua_pushliteral(L, "null");
  return 1;
}

// `mix.json.null`, the only light userdata that scripts see, says its name.
static void name_null(lua_State *L) {
  lua_pushlightuserdata(L, NULL);
  lua_createtable(L, 0, 3);
  lua_pushliteral(L, "null");
  lua_setfield(L, -2, "__name");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pushcfunction(L, null_text);
  lua_setfield(L, -2, "__tostring");
  lua_setmetatable(L, -2);
  lua_pop(L, 1);
}

static int open_all(lua_State *L) {
  for (const luaL_Reg *library = opened; library->name != NULL; library++) {
    luaL_requiref(L, library->name, library->func, 1);
    lua_pop(L, 1);
  }
  narrow_os(L);
  remove_global(L, "dofile");
  remove_global(L, "loadfile");
  remove_field(L, "string", "dump");
  clua_open_coroutines(L);
  clua_open_protected(L);
  clua_open_debug_info(L);
  clua_open_raw_functions(L);
  clua_open_output(L);
  clua_open_patterns(L);
  clua_open_tables(L);
  clua_open_charged_strings(L);
  clua_open_long_strings(L);
  clua_open_load(L);
  name_null(L);
  note_library(L, LUA_OSLIBNAME);
  note_library(L, LUA_IOLIBNAME);
  name_libraries(L);
  clua_open_rule_environment(L);
  return 0;
}

int clua_open_libraries(clua_vm *vm) {
  lua_pushcfunction(vm->main, open_all);
  return clua_pcall_trusted(vm->main, 0, 0);
}

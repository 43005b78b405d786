// The globals of rules instead of a program's: copies of the pure libraries, and lookups for the
// names that older rule files use.
#include "clua_internal.h"

#include <string.h>

static const char *const pure_functions[] = {
    "assert", "error",  "getmetatable", "ipairs",   "next",         "pairs",    "pcall", "rawequal",
    "rawget", "rawlen", "rawset",       "select",   "setmetatable", "tonumber", "tostring",
    "type",   "xpcall", "_VERSION",     NULL};
static const char *const pure_tables[] = {"string", "table", "math", "utf8", NULL};

// Copies the fields of the table on top into a new table, which replaces it.
static void copy_table(lua_State *L) {
  lua_newtable(L);
  lua_pushnil(L);
  while (lua_next(L, -3) != 0) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, -4);
  }
  lua_remove(L, -2);
}

// `__index` of string methods: a program's additions to its `string` (upvalue 1). Rules see only
// the library's methods.
static int added_method(lua_State *L) {
  if (clua_vm_of(L)->counting) return 0;
  lua_settop(L, 2);
  lua_rawget(L, lua_upvalueindex(1));
  return 1;
}

// All code of a state shares one metatable for strings. It finds methods in a copy of `string` that
// no program can reach, so that `string.upper = …` does not change `s:upper()` in a rule; programs
// still find their own additions. The metatable itself is hidden.
static void lock_string_metatable(lua_State *L) {
  lua_pushliteral(L, "");
  lua_getmetatable(L, -1);
  lua_getglobal(L, LUA_STRLIBNAME);
  copy_table(L);
  lua_newtable(L);
  lua_getglobal(L, LUA_STRLIBNAME);
  lua_pushcclosure(L, added_method, 1);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
  lua_setfield(L, -2, "__index");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pop(L, 2);
}

// Saves the globals of rules before any script runs, so that later changes to globals do not affect
// rules.
static void keep_pure_environment(lua_State *L) {
  lua_newtable(L);
  for (const char *const *name = pure_functions; *name != NULL; name++) {
    lua_getglobal(L, *name);
    lua_setfield(L, -2, *name);
  }
  for (const char *const *name = pure_tables; *name != NULL; name++) {
    lua_getglobal(L, *name);
    copy_table(L);
    lua_setfield(L, -2, *name);
  }
  lua_getfield(L, -1, "math");
  lua_pushnil(L);
  lua_setfield(L, -2, "random");  // a rule must be deterministic
  lua_pushnil(L);
  lua_setfield(L, -2, "randomseed");
  lua_pop(L, 1);
  lua_setfield(L, LUA_REGISTRYINDEX, "mix.pure");
}

void clua_open_rule_environment(lua_State *L) {
  keep_pure_environment(L);
  lock_string_metatable(L);
}

void clua_push_pure_environment(lua_State *L) {
  lua_getfield(L, LUA_REGISTRYINDEX, "mix.pure");
  copy_table(L);
  for (const char *const *name = pure_tables; *name != NULL; name++) {
    lua_getfield(L, -1, *name);
    copy_table(L);
    lua_setfield(L, -2, *name);
  }
  lua_pushvalue(L, -1);
  lua_setfield(L, -2, "_G");
}

static int index_table(lua_State *L) {
  lua_gettable(L, 1);
  return 1;
}

int clua_index_table(lua_State *L) {
  lua_pushcfunction(L, index_table);
  lua_insert(L, -3);
  return clua_pcall(L, 2, 1);
}

// MARK: Older rule files

// Modules that rule files used as globals before `mix` existed.
static bool is_older_name(const char *name) {
  return strcmp(name, "text") == 0 || strcmp(name, "random") == 0;
}

// `__index` of a rule's globals. Upvalues: the rule's `mix`; the host's function that reports a
// use, called once for each file and name with the name, the chunk's name and the line; the
// reported uses, by the address of the file's name.
static int older_global(lua_State *L) {
  lua_settop(L, 2);
  if (lua_type(L, 2) != LUA_TSTRING || !is_older_name(lua_tostring(L, 2))) return 0;
  lua_Debug frame;
  if (lua_getstack(L, 1, &frame) && lua_getinfo(L, "Sl", &frame) &&
      lua_rawgetp(L, lua_upvalueindex(3), frame.source) == LUA_TNIL) {
    lua_pushvalue(L, lua_upvalueindex(2));
    lua_pushvalue(L, 2);
    lua_pushstring(L, frame.source);
    lua_pushinteger(L, frame.currentline);
    lua_call(L, 3, 0);
    lua_pushboolean(L, 1);
    lua_rawsetp(L, lua_upvalueindex(3), frame.source);
  }
  lua_pushvalue(L, 2);
  lua_gettable(L, lua_upvalueindex(1));
  return 1;
}

// Calls a module's function for older files, without their leading argument, one of the modules
// that they have as globals. Upvalues: the function; the rule's `mix`; whether a call with only
// that argument returns the function itself.
static int older_call(lua_State *L) {
  bool given = false;
  for (int name = 0; name < 2 && lua_type(L, 1) == LUA_TTABLE && !given; name++) {
    lua_getfield(L, lua_upvalueindex(2), name == 0 ? "text" : "random");
    given = lua_rawequal(L, 1, -1);
    lua_pop(L, 1);
  }
  int count = lua_gettop(L);
  lua_pushvalue(L, lua_upvalueindex(1));
  if (given && count == 1 && lua_toboolean(L, lua_upvalueindex(3))) return 1;
  if (given) lua_remove(L, 1);
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
  return lua_gettop(L);
}

// Reads a field of a module for an older file. Upvalues: the module; the rule's `mix`.
static int older_field(lua_State *L) {
  lua_settop(L, 2);
  if (lua_gettable(L, lua_upvalueindex(1)) == LUA_TFUNCTION) {
    lua_pushvalue(L, lua_upvalueindex(2));
    lua_pushboolean(L, 0);
    lua_pushcclosure(L, older_call, 3);
  }
  return 1;
}

// Returns the module itself, for `require("lib.titles")(text)`. Upvalue: the module.
static int older_module(lua_State *L) {
  lua_pushvalue(L, lua_upvalueindex(1));
  return 1;
}

void clua_push_older_module(lua_State *L, int mix) {
  mix = lua_absindex(L, mix);
  int module = lua_gettop(L);
  if (lua_type(L, module) == LUA_TFUNCTION) {
    lua_pushvalue(L, module);
    lua_pushvalue(L, mix);
    lua_pushboolean(L, 1);
    lua_pushcclosure(L, older_call, 3);
  } else if (lua_type(L, module) == LUA_TTABLE) {
    lua_newtable(L);
    lua_createtable(L, 0, 2);
    lua_pushvalue(L, module);
    lua_pushvalue(L, mix);
    lua_pushcclosure(L, older_field, 2);
    lua_setfield(L, -2, "__index");
    lua_pushvalue(L, module);
    lua_pushcclosure(L, older_module, 1);
    lua_setfield(L, -2, "__call");
    lua_setmetatable(L, -2);
  } else {
    lua_pushvalue(L, module);
  }
  lua_remove(L, module);
}

void clua_set_older_globals(lua_State *L, int environment, int mix) {
  environment = lua_absindex(L, environment);
  mix = lua_absindex(L, mix);
  int note = lua_gettop(L);
  lua_createtable(L, 0, 1);
  lua_pushvalue(L, mix);
  lua_pushvalue(L, note);
  lua_newtable(L);
  lua_pushcclosure(L, older_global, 3);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, environment);
  lua_settop(L, note - 1);
}

// The globals of scripts besides the libraries: `mix`, `require`, strict globals.
//
// They are in C, because compiling them from Lua text took a tenth of a short run's time. Only
// `require` is Lua, so that a module may wait while it loads; its text is compiled at the first
// call.
#include "clua_internal.h"

#include <string.h>

// MARK: Read-only views

// Refuses a write to a view. Upvalue: the view's name.
static int refuse_write(lua_State *L) {
  return luaL_error(L, "%s is read-only: %s cannot be set", lua_tostring(L, lua_upvalueindex(1)),
                    luaL_tolstring(L, 2, NULL));
}

// One step of an iteration over a view. Upvalue: the table behind it, which scripts must not get.
static int next_entry(lua_State *L) {
  lua_settop(L, 2);
  if (lua_next(L, lua_upvalueindex(1))) return 2;
  lua_pushnil(L);
  return 1;
}

static int iterate(lua_State *L) {
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_pushcclosure(L, next_entry, 1);
  return 1;
}

// Its address is the key in a view's metatable that blocks `rawset`.
static const char sealed_key;

bool clua_is_sealed(lua_State *L, int index) {
  if (!lua_getmetatable(L, index)) return false;
  bool sealed = lua_rawgetp(L, -1, &sealed_key) != LUA_TNIL;
  lua_pop(L, 2);
  return sealed;
}

// Replaces the table on top by a read-only view of it.
static void make_read_only(lua_State *L, const char *name) {
  lua_newtable(L);
  lua_createtable(L, 0, 6);
  lua_pushboolean(L, 1);
  lua_rawsetp(L, -2, &sealed_key);
  lua_pushvalue(L, -3);
  lua_setfield(L, -2, "__index");
  lua_pushstring(L, name);
  lua_pushvalue(L, -1);
  lua_setfield(L, -3, "__name");
  lua_pushcclosure(L, refuse_write, 1);
  lua_setfield(L, -2, "__newindex");
  lua_pushvalue(L, -3);
  lua_pushcclosure(L, iterate, 1);
  lua_setfield(L, -2, "__pairs");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);
  lua_remove(L, -2);
}

// MARK: mix

// The first use of `mix.NAME`: builds the module and stores it. Upvalue: the loader.
static int load_module(lua_State *L) {
  lua_settop(L, 2);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_pushvalue(L, 2);
  lua_call(L, 1, 1);
  if (lua_isnil(L, -1)) return 1;
  lua_pushfstring(L, "mix.%s", lua_tostring(L, 2));
  lua_insert(L, -2);
  make_read_only(L, lua_tostring(L, -2));
  lua_pushvalue(L, 2);
  lua_pushvalue(L, -2);
  lua_rawset(L, 1);
  return 1;
}

// `pairs(mix)`: builds all modules first. Upvalues: the table behind `mix`, and the loader, which
// returns the names when it is called without one.
static int iterate_modules(lua_State *L) {
  lua_pushvalue(L, lua_upvalueindex(2));
  lua_call(L, 0, 1);
  int names = lua_gettop(L);
  for (lua_Integer i = 1; lua_rawgeti(L, names, i) != LUA_TNIL; i++) {
    lua_gettable(L, lua_upvalueindex(1));
    lua_pop(L, 1);
  }
  return iterate(L);
}

// Pushes `mix`; `loader` is the index of the host's function that makes a module.
static void open_mix(lua_State *L, int loader) {
  lua_newtable(L);
  lua_createtable(L, 0, 1);
  lua_pushvalue(L, loader);
  lua_pushcclosure(L, load_module, 1);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
  lua_pushvalue(L, -1);
  make_read_only(L, "mix");
  lua_getmetatable(L, -1);
  lua_pushvalue(L, -3);
  lua_pushvalue(L, loader);
  lua_pushcclosure(L, iterate_modules, 2);
  lua_setfield(L, -2, "__pairs");
  lua_pop(L, 1);
  lua_remove(L, -2);
}

void clua_push_rule_modules(lua_State *L) {
  int loader = lua_gettop(L);
  open_mix(L, loader);
  lua_remove(L, loader);
}

// MARK: require

// Number of arguments of the text below.
enum { REQUIRE_PARTS = 8 };

// `begin` returns true when this task has to load the module. Otherwise it has waited for another
// task's load, which may have failed.
static const char require_source[] =
    "local find_module, begin, finish, loaded, setmetatable, load, error, type = ...\n"
    "local mix = loaded.mix\n"
    "local done = { __close = function(guard) finish(guard.name) end }\n"
    "return function(name)\n"
    "  if type(name) ~= 'string' then error('require takes a module\\'s name', 3) end\n"
    "  local value = loaded[name]\n"
    "  if value ~= nil then return value end\n"
    "  local part = name:match('^mix%.(%w+)$')\n"
    "  if part then return mix[part] end\n"
    "  while not begin(name) do\n"
    "    value = loaded[name]\n"
    "    if value ~= nil then return value end\n"
    "  end\n"
    "  local guard <close> = setmetatable({ name = name }, done)\n"
    "  local chunk_name, text = find_module(name)\n"
    "  local chunk, message = load(text, chunk_name, 't')\n"
    "  if not chunk then error(message, 0) end\n"
    "  value = chunk(name, chunk_name:sub(2))\n"
    "  if value == nil then value = true end\n"
    "  loaded[name] = value\n"
    "  return value\n"
    "end\n";

static int finish_require(lua_State *L, int status, lua_KContext context) {
  (void)status;
  (void)context;
  return lua_gettop(L);
}

// Upvalues: the arguments of the text above.
static int require_module(lua_State *L) {
  lua_settop(L, 1);
  if (lua_getfield(L, LUA_REGISTRYINDEX, "mix.require") == LUA_TNIL) {
    lua_pop(L, 1);
    if (luaL_loadbufferx(L, require_source, sizeof require_source - 1, CLUA_HIDDEN_SOURCE, "t"))
      return lua_error(L);
    for (int index = 1; index <= REQUIRE_PARTS; index++) lua_pushvalue(L, lua_upvalueindex(index));
    lua_call(L, REQUIRE_PARTS, 1);
    lua_pushvalue(L, -1);
    lua_setfield(L, LUA_REGISTRYINDEX, "mix.require");
  }
  lua_insert(L, 1);
  lua_callk(L, 1, LUA_MULTRET, 0, finish_require);
  return finish_require(L, LUA_OK, 0);
}

// `functions` is the index of the first of three: the module finder, begin, finish.
static void open_require(lua_State *L, int functions) {
  static const char *const base[] = {"setmetatable", "load", "error", "type"};
  static const char *const libraries[] = {"mix",  "_G",        "string", "table", "math",
                                          "utf8", "coroutine", "os",     "io",    "debug"};
  for (int index = functions; index < functions + 3; index++) lua_pushvalue(L, index);
  lua_createtable(L, 0, 16);
  for (size_t index = 0; index < sizeof libraries / sizeof *libraries; index++) {
    lua_getglobal(L, libraries[index]);
    lua_setfield(L, -2, libraries[index]);
  }
  // Read now, so that later changes by a script do not affect `require`.
  for (int index = 0; index < 4; index++) lua_getglobal(L, base[index]);
  lua_pushcclosure(L, require_module, REQUIRE_PARTS);
  lua_setglobal(L, "require");
}

// MARK: Strict globals

// Reads an unknown global. Upvalue: the host's function that raises the error.
static int unknown_global(lua_State *L) {
  lua_settop(L, 2);
  lua_pushvalue(L, lua_upvalueindex(1));
  luaL_tolstring(L, 2, NULL);
  lua_call(L, 1, 0);
  return 0;
}

static int undeclared_global(lua_State *L) {
  lua_settop(L, 3);
  if (lua_type(L, 2) == LUA_TSTRING && strcmp(lua_tostring(L, 2), "arg") == 0) {
    lua_rawset(L, 1);
    return 0;
  }
  const char *name = luaL_tolstring(L, 2, NULL);
  return luaL_error(L, "global '%s' is not declared: write local %s", name, name);
}

static void close_globals(lua_State *L, int unknown) {
  lua_pushglobaltable(L);
  lua_createtable(L, 0, 3);
  lua_pushvalue(L, unknown);
  lua_pushcclosure(L, unknown_global, 1);
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, undeclared_global);
  lua_setfield(L, -2, "__newindex");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);
  lua_pop(L, 1);
}

// Arguments: the module loader; the module finder, begin and finish of a load; the raiser for
// unknown globals; getenv; exit; whether globals are strict.
static int open_globals(lua_State *L) {
  open_mix(L, 1);
  lua_setglobal(L, "mix");
  lua_getglobal(L, "os");
  lua_pushvalue(L, 6);
  lua_setfield(L, -2, "getenv");
  lua_pushvalue(L, 7);
  lua_setfield(L, -2, "exit");
  open_require(L, 2);
  if (lua_toboolean(L, 8)) close_globals(L, 5);
  lua_gc(L, LUA_GCRESTART);
  return 0;
}

void clua_push_open_globals(lua_State *L) { lua_pushcfunction(L, open_globals); }

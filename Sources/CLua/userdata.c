// Swift objects in Lua: one retained pointer a userdata, identity by metatable.
#include "clua_internal.h"

// What an object takes outside Lua's memory, roughly: a script that keeps millions of them ends at its
// memory limit, not at the machine's.
enum { OBJECT_BYTES = 1024 };

static void account(clua_vm *vm) {
  vm->used += OBJECT_BYTES;
  if (vm->limit != 0 && vm->used > vm->limit) vm->over = true;
}

void clua_push_object(lua_State *L, void *object, const void *type) {
  account(clua_vm_of(L));
  void **slot = lua_newuserdatauv(L, sizeof(void *), 0);
  *slot = object;
  lua_rawgetp(L, LUA_REGISTRYINDEX, type);
  lua_setmetatable(L, -2);
}

void *clua_object(lua_State *L, int index, const void *type) {
  if (lua_type(L, index) != LUA_TUSERDATA || !lua_getmetatable(L, index)) return NULL;
  lua_rawgetp(L, LUA_REGISTRYINDEX, type);
  bool same = lua_rawequal(L, -1, -2);
  lua_pop(L, 2);
  return same ? *(void **)lua_touserdata(L, index) : NULL;
}

// `__gc` and `__close`: gives the reference back once; the object is nil for methods afterwards.
static int collect(lua_State *L) {
  void **slot = lua_touserdata(L, 1);
  if (slot == NULL || *slot == NULL) return 0;
  clua_vm *vm = clua_vm_of(L);
  void *object = *slot;
  *slot = NULL;
  vm->used -= OBJECT_BYTES;
  vm->host_depth++;
  vm->release(object);
  vm->host_depth--;
  return 0;
}

bool clua_push_table_type(lua_State *L, const void *type) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, type) != LUA_TNIL) return false;
  lua_pop(L, 1);
  lua_createtable(L, 0, 4);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, type);
  return true;
}

bool clua_new_object_type(lua_State *L, const void *type) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, type) != LUA_TNIL) return false;
  lua_pop(L, 1);
  lua_createtable(L, 0, 8);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, type);
  lua_pushcfunction(L, collect);
  lua_setfield(L, -2, "__gc");
  lua_pushcfunction(L, collect);
  lua_setfield(L, -2, "__close");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  return true;
}

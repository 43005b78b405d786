// Swift objects in Lua: one retained pointer for each userdata, with its charged bytes; the
// metatable identifies the type.
#include "clua_internal.h"

// An object's approximate memory outside Lua, without its contents.
enum { OBJECT_BYTES = 1024 };

typedef struct object_slot {
  void *object;  // NULL after its release
  size_t bytes;
} object_slot;

void clua_push_object(lua_State *L, void *object, const void *type) {
  clua_vm *vm = clua_vm_of(L);
  object_slot *slot = lua_newuserdatauv(L, sizeof *slot, 0);
  slot->object = object;
  // An object may keep all arguments of the call that makes it.
  slot->bytes = OBJECT_BYTES + vm->copied;
  clua_hold(vm, slot->bytes);
  lua_rawgetp(L, LUA_REGISTRYINDEX, type);
  lua_setmetatable(L, -2);
  clua_pace(L, slot->bytes);
}

void *clua_object(lua_State *L, int index, const void *type) {
  if (lua_type(L, index) != LUA_TUSERDATA || !lua_getmetatable(L, index)) return NULL;
  lua_rawgetp(L, LUA_REGISTRYINDEX, type);
  bool same = lua_rawequal(L, -1, -2);
  lua_pop(L, 2);
  return same ? ((object_slot *)lua_touserdata(L, index))->object : NULL;
}

// `__gc` and `__close`: release the reference once; methods then find no object.
static int collect(lua_State *L) {
  object_slot *slot = lua_touserdata(L, 1);
  if (slot == NULL || slot->object == NULL) return 0;
  clua_vm *vm = clua_vm_of(L);
  void *object = slot->object;
  slot->object = NULL;
  clua_ledger_remove(vm->ledger, slot->bytes);
  vm->host_depth++;
  vm->release(object);
  vm->host_depth--;
  return 0;
}

void clua_charge_object(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TUSERDATA || !lua_getmetatable(L, index)) return;
  lua_pushliteral(L, "__gc");
  bool ours = lua_rawget(L, -2) == LUA_TFUNCTION && lua_tocfunction(L, -1) == collect;
  lua_pop(L, 2);
  if (!ours) return;
  clua_vm *vm = clua_vm_of(L);
  object_slot *slot = lua_touserdata(L, index);
  size_t bytes = OBJECT_BYTES + vm->copied;
  if (slot->object == NULL || bytes <= slot->bytes) return;
  size_t more = bytes - slot->bytes;
  slot->bytes = bytes;
  clua_hold(vm, more);
  clua_pace(L, more);
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

// Merging lists: what would cost more than the merge itself if each step crossed into Swift.
#include "clua_internal.h"

#include <math.h>

// The working state of a merge by a function, on its thread's stack. After the heads come the lists.
enum { LISTS = 2, FUNCTION, RESULT, HEADS };

// Whether the head of one list comes before that of another; the earlier list wins a tie.
static bool wins(lua_State *L, clua_merge *merge, int left, int right) {
  if (merge->heads[left] > merge->ends[left]) return false;
  if (merge->heads[right] > merge->ends[right]) return true;
  // An earlier list loses to an item that comes before its own only.
  bool earlier = left < right;
  lua_pushvalue(L, FUNCTION);
  lua_pushvalue(L, HEADS + (earlier ? right : left));
  lua_pushvalue(L, HEADS + (earlier ? left : right));
  lua_call(L, 2, 1);
  bool answer = lua_toboolean(L, -1);
  int type = lua_type(L, -1);
  if (type != LUA_TBOOLEAN) {
    merge->wrong_type = type;
    merge->wrong_integer = lua_isinteger(L, -1);
  }
  lua_pop(L, 1);
  return answer != earlier;
}

static void build(lua_State *L, clua_merge *merge) {
  for (int source = 0; source < merge->count; source++) merge->tree[source] = -1;
  for (int source = merge->count - 1; source >= 0; source--) {
    int winner = source, place = (source + merge->count) / 2;
    for (; place > 0; place /= 2) {
      int other = merge->tree[place];
      // The first to come waits for the winner of the other half.
      if (other < 0) {
        merge->tree[place] = winner;
        break;
      }
      if (wins(L, merge, other, winner)) {
        merge->tree[place] = winner;
        winner = other;
      }
    }
    if (place == 0) merge->tree[0] = winner;
  }
}

static void replay(lua_State *L, clua_merge *merge, int source) {
  int winner = source;
  for (int place = (source + merge->count) / 2; place > 0; place /= 2) {
    int other = merge->tree[place];
    if (wins(L, merge, other, winner)) {
      merge->tree[place] = winner;
      winner = other;
    }
  }
  merge->tree[0] = winner;
}

// Puts a list's next item in its place on the stack.
static void load_head(lua_State *L, clua_merge *merge, int source) {
  lua_rawgeti(L, HEADS + merge->count + source, merge->heads[source]);
  lua_replace(L, HEADS + source);
}

// Stack: the merge, the lists, the function. Returns a list of what was merged.
static int merge_lists(lua_State *L) {
  clua_merge *merge = lua_touserdata(L, 1);
  lua_settop(L, FUNCTION);
  luaL_checkstack(L, 2 * merge->count + LUA_MINSTACK, "too many sources");
  int64_t left = 0;
  for (int source = 0; source < merge->count; source++)
    left += merge->ends[source] - merge->heads[source] + 1;
  if (left > merge->limit) left = merge->limit;
  lua_createtable(L, left > INT32_MAX ? INT32_MAX : (int)left, 0);
  lua_settop(L, HEADS + merge->count - 1);
  for (int source = 0; source < merge->count; source++) lua_rawgeti(L, LISTS, source + 1);
  for (int source = 0; source < merge->count; source++) load_head(L, merge, source);
  if (!merge->built && merge->count > 0) build(L, merge);
  // The rest that an error leaves behind is not a tree.
  merge->built = false;
  merge->merged = 0;
  while (merge->merged < left && merge->wrong_type == LUA_TNONE) {
    int winner = merge->tree[0];
    lua_pushvalue(L, HEADS + winner);
    lua_rawseti(L, RESULT, ++merge->merged);
    merge->heads[winner]++;
    load_head(L, merge, winner);
    replay(L, merge, winner);
  }
  merge->built = true;
  lua_settop(L, RESULT);
  return 1;
}

void clua_push_merge(lua_State *L, clua_merge *merge) {
  merge->wrong_type = LUA_TNONE;
  lua_pushcfunction(L, merge_lists);
  lua_pushlightuserdata(L, merge);
}

void clua_copy_list(lua_State *L, int index) {
  index = lua_absindex(L, index);
  lua_Integer count = (lua_Integer)lua_rawlen(L, index);
  lua_createtable(L, count > INT32_MAX ? INT32_MAX : (int)count, 0);
  for (lua_Integer i = 1; i <= count; i++) {
    lua_rawgeti(L, index, i);
    lua_rawseti(L, -2, i);
  }
}

void clua_gather(lua_State *L, int lists, int result, lua_Integer first, const clua_place *places,
                 size_t count) {
  lists = lua_absindex(L, lists);
  result = lua_absindex(L, result);
  for (size_t i = 0; i < count; i++) {
    lua_rawgeti(L, lists, places[i].source + 1);
    lua_rawgeti(L, -1, places[i].position);
    lua_rawseti(L, result, first + (lua_Integer)i);
    lua_pop(L, 1);
  }
}

// A field as a sort key that is a number; false for a value that takes more: beyond 2^53 a float may
// stand for several integers.
static bool key_number(lua_State *L, double *number) {
  switch (lua_type(L, -1)) {
    case LUA_TNIL:
      *number = NAN;
      return true;
    case LUA_TBOOLEAN:
      *number = lua_toboolean(L, -1);
      return true;
    case LUA_TNUMBER:
      *number = lua_tonumber(L, -1);
      return isnan(*number) || fabs(*number) < 0x1p53;
    default:
      return false;
  }
}

size_t clua_list_numbers(lua_State *L, int index, lua_Integer first, size_t count, int keys,
                         int key_count, double *numbers) {
  index = lua_absindex(L, index);
  int top = lua_gettop(L);
  size_t row = 0;
  for (bool plain = true; plain && row < count; row += plain) {
    plain = lua_rawgeti(L, index, first + (lua_Integer)row) == LUA_TTABLE;
    for (int key = 0; plain && key < key_count; key++) {
      // No key: a rank, which the merge itself counts.
      if (lua_isnil(L, keys + key)) continue;
      lua_pushvalue(L, keys + key);
      lua_rawget(L, top + 1);
      plain = key_number(L, numbers + row * (size_t)key_count + (size_t)key);
      lua_pop(L, 1);
    }
    lua_settop(L, top);
  }
  return row;
}

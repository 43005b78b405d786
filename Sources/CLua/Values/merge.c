// Merging lists: what would cost more than the merge itself if each step crossed into Swift.
#include "clua_internal.h"
#include "loser_tree.h"

// The working state of a merge by a function, on its thread's stack. After the heads come the lists.
enum { LISTS = 2, FUNCTION, RESULT, HEADS };

typedef struct {
  lua_State *L;
  clua_merge *merge;
} merge_call;

// Whether the head of one list comes before that of another; the earlier list wins a tie.
static bool wins(void *context, int left, int right) {
  lua_State *L = ((merge_call *)context)->L;
  clua_merge *merge = ((merge_call *)context)->merge;
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
  merge_call call = {L, merge};
  if (!merge->built && merge->count > 0) loser_tree_build(merge->count, merge->tree, wins, &call);
  // The rest that an error leaves behind is not a tree.
  merge->built = false;
  merge->merged = 0;
  while (merge->merged < left && merge->wrong_type == LUA_TNONE) {
    int winner = merge->tree[0];
    lua_pushvalue(L, HEADS + winner);
    lua_rawseti(L, RESULT, ++merge->merged);
    merge->heads[winner]++;
    load_head(L, merge, winner);
    loser_tree_replay(merge->count, merge->tree, winner, wins, &call);
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

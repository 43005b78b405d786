// Merging lists by fields of their items.
#include <math.h>
#include <string.h>

#include "clua_internal.h"
#include "loser_tree.h"

void clua_copy_elements(lua_State *L, int index, lua_Integer first, lua_Integer count) {
  index = lua_absindex(L, index);
  lua_createtable(L, count > INT32_MAX ? INT32_MAX : (int)count, 0);
  for (lua_Integer i = 0; i < count; i++) {
    lua_rawgeti(L, index, first + i);
    lua_rawseti(L, -2, i + 1);
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

// The value on top as a sort key that is a number; false for one that takes more: beyond 2^53 a float may
// stand for several integers.
static inline bool key_number(lua_State *L, int type, double *number) {
  if (type == LUA_TNUMBER) {
    *number = lua_tonumber(L, -1);
    return isnan(*number) || fabs(*number) < 0x1p53;
  }
  *number = type == LUA_TBOOLEAN ? lua_toboolean(L, -1) : NAN;
  return type == LUA_TBOOLEAN || type == LUA_TNIL;
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
      int type = lua_rawget(L, top + 1);
      plain = key_number(L, type, numbers + row * (size_t)key_count + (size_t)key);
      lua_pop(L, 1);
    }
    lua_settop(L, top);
  }
  return row;
}

// MARK: Lists in order, merged as they are read

// The state of a merge during one call. The items' indexes on the stack begin with `items`.
typedef struct {
  lua_State *L;
  clua_key_merge *merge;
  int names;
  int items;
} keyed_call;

static uint64_t *words_of(clua_key_merge *merge, int source) {
  return merge->words + (size_t)source * (size_t)merge->key_count;
}

// As MergeWord in MixCore: IEEE 754 orders numbers of one sign by their bits, negative ones are turned
// round.
static uint64_t packed(double number, const clua_sort_key *key) {
  if (isnan(number)) return key->missing;
  number += 0;  // -0 + 0 is 0: the two are equal
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  uint64_t sign = (uint64_t)((int64_t)bits >> 63);
  return (bits ^ (sign | UINT64_C(1) << 63)) ^ key->flip;
}

// Reads the keys of an item of a list from one on, up to `end`. A merge that comes upon something else
// than numbers is unfit, whatever follows.
static inline void read_keys(keyed_call *call, uint64_t *words, int place, int end, int64_t position,
                             int item) {
  lua_State *L = call->L;
  const clua_sort_key *key = call->merge->keys + place;
  for (; place < end; place++, key++) {
    double number = (double)(position - 1);
    if (!key->is_rank) {
      lua_pushvalue(L, call->names + place);
      int type = lua_rawget(L, item);
      if (!key_number(L, type, &number)) call->merge->unfit = true;
      lua_pop(L, 1);
    }
    words[place] = packed(number, key);
  }
}

// The rest of the keys of a list's head, where the first one does not decide.
static inline void read_rest(keyed_call *call, int source) {
  clua_key_merge *merge = call->merge;
  if (merge->known[source] > 1) return;
  read_keys(call, words_of(merge, source), 1, merge->key_count, merge->heads[source],
            call->items + source);
  merge->known[source] = merge->key_count;
}

static inline bool head_wins(void *context, int left, int right) {
  keyed_call *call = context;
  clua_key_merge *merge = call->merge;
  if (merge->heads[left] > merge->ends[left]) return false;
  if (merge->heads[right] > merge->ends[right]) return true;
  const uint64_t *first = words_of(merge, left), *second = words_of(merge, right);
  if (first[0] != second[0]) return first[0] < second[0];
  read_rest(call, left);
  read_rest(call, right);
  for (int place = 1; place < merge->key_count; place++) {
    if (first[place] != second[place]) return first[place] < second[place];
  }
  return left < right;
}

// Whether the item at `next`, the head of a list now, does not come before the one at `item`, which was
// its head. Reads its first key, and the others where the first one does not decide.
static inline bool in_order(keyed_call *call, int source, int item, int next) {
  clua_key_merge *merge = call->merge;
  uint64_t *words = words_of(merge, source);
  int64_t head = merge->heads[source];
  uint64_t before = words[0];
  int known = merge->known[source];
  read_keys(call, words, 0, 1, head, next);
  merge->known[source] = 1;
  if (words[0] != before) return words[0] > before;
  // The one before may not have been asked for the others, which matter only now.
  if (known == 1) read_keys(call, words, 1, merge->key_count, head - 1, item);
  merge->known[source] = merge->key_count;
  for (int place = 1; place < merge->key_count; place++) {
    before = words[place];
    read_keys(call, words, place, place + 1, head, next);
    if (words[place] == before) continue;
    read_keys(call, words, place + 1, merge->key_count, head, next);
    return words[place] > before;
  }
  return true;
}

// Puts the next item of a list in its place on the stack. One that is not a table, or comes before the one
// before it, makes the merge unfit.
static inline void advance(keyed_call *call, int source, bool is_first) {
  lua_State *L = call->L;
  clua_key_merge *merge = call->merge;
  if (merge->heads[source] > merge->ends[source]) return;
  int item = call->items + source;
  if (lua_rawgeti(L, call->items + merge->count + source, merge->heads[source]) != LUA_TTABLE) {
    merge->unfit = true;
  } else if (is_first) {
    read_keys(call, words_of(merge, source), 0, 1, 1, lua_gettop(L));
    merge->known[source] = 1;
  } else if (!in_order(call, source, item, lua_gettop(L))) {
    merge->unfit = true;
  }
  lua_replace(L, item);
}

clua_key_merge *clua_push_key_merge(lua_State *L, int count, int key_count) {
  size_t lists = (size_t)count, keys = (size_t)key_count;
  size_t size = sizeof(clua_key_merge) + lists * (2 * sizeof(int64_t) + 2 * sizeof(int)) +
                keys * sizeof(clua_sort_key) + lists * keys * sizeof(uint64_t);
  clua_key_merge *merge = lua_newuserdatauv(L, size, 0);
  memset(merge, 0, size);
  merge->count = count;
  merge->key_count = key_count;
  // Arrays of 8 bytes each come before those of 4, so that all are aligned.
  merge->heads = (int64_t *)(merge + 1);
  merge->ends = merge->heads + lists;
  merge->words = (uint64_t *)(merge->ends + lists);
  merge->keys = (clua_sort_key *)(merge->words + lists * keys);
  merge->known = (int *)(merge->keys + keys);
  merge->tree = merge->known + lists;
  for (int source = 0; source < count; source++) merge->heads[source] = 1;
  return merge;
}

void clua_merge_by_keys(lua_State *L, clua_key_merge *merge, int lists, int names, int result,
                        int64_t count) {
  int top = lua_gettop(L);
  keyed_call call = {L, merge, names, top + 1};
  lua_settop(L, top + merge->count);
  for (int source = 0; source < merge->count; source++) lua_rawgeti(L, lists, source + 1);
  bool is_new = !merge->built;
  for (int source = 0; source < merge->count; source++) {
    if (is_new) {
      advance(&call, source, true);
    } else if (merge->heads[source] <= merge->ends[source]) {
      lua_rawgeti(L, call.items + merge->count + source, merge->heads[source]);
      lua_replace(L, call.items + source);
    }
  }
  if (is_new && !merge->unfit) loser_tree_build(merge->count, merge->tree, head_wins, &call);
  merge->built = true;
  while (count-- > 0 && !merge->unfit) {
    int winner = merge->tree[0];
    if (merge->heads[winner] > merge->ends[winner]) break;
    merge->merged++;
    if (merge->merged <= merge->kept) {
      lua_pushvalue(L, call.items + winner);
      lua_rawseti(L, result, merge->merged);
    }
    merge->heads[winner]++;
    advance(&call, winner, false);
    // Something that is not a table has no keys to be compared by.
    if (merge->unfit) break;
    loser_tree_replay(merge->count, merge->tree, winner, head_wins, &call);
  }
  lua_settop(L, top);
}

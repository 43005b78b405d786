// Finds the JSON form of a table, and the members of an object in order. One walk over the table
// finds the form; the members of a small object stay on the stack, from which they are written.
#include <stdlib.h>

#include "clua_internal.h"
#include "json_writer.h"

typedef enum form { FORM_ARRAY, FORM_OBJECT, FORM_NONE } form;

static form marked_form(json_writer *w, int table, bool *weak) {
  if (!lua_getmetatable(w->L, table)) return FORM_NONE;
  lua_pushliteral(w->L, "__mode");
  *weak = lua_rawget(w->L, -2) != LUA_TNIL;
  lua_pop(w->L, 1);
  form f = lua_rawequal(w->L, -1, w->array_mark)    ? FORM_ARRAY
           : lua_rawequal(w->L, -1, w->object_mark) ? FORM_OBJECT
                                                    : FORM_NONE;
  lua_pop(w->L, 1);
  return f;
}

static void reserve_members(json_writer *w, size_t count) {
  if (w->members_room - w->members_used >= count) return;
  size_t room = 2 * w->members_room + count;
  json_member *members = lua_newuserdatauv(w->L, room * sizeof(json_member), 0);
  if (w->members_used > 0) memcpy(members, w->members, w->members_used * sizeof(json_member));
  lua_replace(w->L, w->members_slot);
  w->members = members;
  w->members_room = room;
}

// Continues the walk without members on the stack: only the walk's key stays above the table.
static void stop_keeping(json_writer *w, json_walk *found, int table) {
  found->keeps = false;
  if (lua_gettop(w->L) == table + 2) return;
  lua_pushvalue(w->L, -2);
  lua_replace(w->L, table + 1);
  lua_settop(w->L, table + 2);
}

// Visits every key; fails on a key without a JSON form.
static bool walk_table(json_writer *w, const json_frame *at, int table, json_walk *found) {
  lua_State *L = w->L;
  lua_pushnil(L);
  while (lua_next(L, table)) {
    if (lua_type(L, -2) == LUA_TSTRING) {
      if (found->keeps && found->strings == JSON_FEW_KEYS) stop_keeping(w, found, table);
      if (found->keeps) {
        json_member *m = &w->members[w->members_used + (size_t)found->strings++];
        m->name.text = lua_tolstring(L, -2, &m->name.length);
        m->slot = lua_gettop(L);
        lua_pushvalue(L, -2);
        continue;
      }
      found->strings++;
    } else if (lua_isinteger(L, -2) && lua_tointeger(L, -2) > 0) {
      if (found->keeps) stop_keeping(w, found, table);
      found->integers++;
      if (lua_tointeger(L, -2) > found->top) found->top = lua_tointeger(L, -2);
    } else if (lua_type(L, -2) == LUA_TNUMBER) {
      return clua_json_refuse(w, at, "a key is the number %.14g", lua_tonumber(L, -2));
    } else {
      return clua_json_refuse(w, at, "a key is a %s", lua_typename(L, lua_type(L, -2)));
    }
    lua_pop(L, 1);
  }
  return true;
}

bool clua_json_walk(json_writer *w, const json_frame *at, int table, json_walk *found) {
  bool weak = false;
  form mark = marked_form(w, table, &weak);
  // The collector may remove entries, keys included, while the table is being written.
  if (weak) return clua_json_refuse(w, at, "a weak table has no JSON form");
  found->keeps = mark != FORM_ARRAY && !w->options->unsorted;
  if (found->keeps) reserve_members(w, JSON_FEW_KEYS);
  if (!walk_table(w, at, table, found)) return false;
  if (found->strings > 0 && found->integers > 0)
    return clua_json_refuse(w, at, "mixes string keys and the index " LUA_INTEGER_FMT
                            ": a table is a list or an object", found->top);
  if (mark == FORM_ARRAY && found->strings > 0)
    return clua_json_refuse(w, at, "an array has a string key");
  if (mark == FORM_OBJECT && found->integers > 0)
    return clua_json_refuse(w, at, "an object has the key " LUA_INTEGER_FMT ", not a string",
                            found->top);
  if (found->top != found->integers)
    return clua_json_refuse(
        w, at, "sparse: " LUA_INTEGER_FMT " elements, but the last index is " LUA_INTEGER_FMT
               ": put mix.json.null into the holes, or leave them out",
        found->integers, found->top);
  found->is_array = mark == FORM_ARRAY || found->integers > 0;
  return true;
}

// MARK: Members

static int by_bytes(const void *left, const void *right) {
  const json_key *a = &((const json_member *)left)->name, *b = &((const json_member *)right)->name;
  int order = memcmp(a->text, b->text, a->length < b->length ? a->length : b->length);
  if (order != 0) return order;
  return (a->length > b->length) - (a->length < b->length);
}

// Sorts few members without a call into the library, unless they are those of the last object.
static void sort_few(json_writer *w, json_member *members, size_t count) {
  json_shape *shape = &w->shapes[w->depth % JSON_SHAPES];
  json_member given[JSON_FEW_KEYS];
  memcpy(given, members, count * sizeof(json_member));
  bool same = shape->count == count;
  for (size_t i = 0; same && i < count; i++) same = shape->keys[i] == given[i].name.text;
  if (!same) {
    shape->count = count;
    for (size_t i = 0; i < count; i++) {
      shape->keys[i] = given[i].name.text;
      size_t at = i;
      for (; at > 0 && by_bytes(&given[i], &given[shape->order[at - 1]]) < 0; at--)
        shape->order[at] = shape->order[at - 1];
      shape->order[at] = (unsigned char)i;
    }
  }
  for (size_t i = 0; i < count; i++) members[i] = given[shape->order[i]];
}

void clua_json_collect_members(json_writer *w, int table, const json_walk *found) {
  size_t count = (size_t)found->strings;
  if (found->keeps) {
    sort_few(w, w->members + w->members_used, count);
  } else {
    reserve_members(w, count);
    json_member *m = w->members + w->members_used;
    for (lua_pushnil(w->L); lua_next(w->L, table); lua_pop(w->L, 1), m++) {
      m->name.text = lua_tolstring(w->L, -2, &m->name.length);
      m->slot = 0;
    }
    qsort(w->members + w->members_used, count, sizeof(json_member), by_bytes);
  }
  w->members_used += count;
}

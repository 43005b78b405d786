// Lua tables into JSON text. The text grows in one Lua userdata; keys are sorted in a second one,
// shared by all levels, so that a raised allocation error leaves nothing behind.
#include <stdlib.h>

#include "clua_internal.h"
#include "json_writer.h"

enum { SLACK = 8, FIRST_ROOM = 1024, MAX_INDENT = 16, FEW_KEYS = 24 };

static bool value(json_writer *w, const json_frame *at);

static void new_line(json_writer *w) {
  if (w->indent == 0) return;
  size_t spaces = (size_t)w->depth * (size_t)w->indent;
  char *out = json_reserve(w, spaces + 1);
  *out = '\n';
  memset(out + 1, ' ', spaces);
  w->used += spaces + 1;
}

// MARK: The form of a table

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

// Looks at every key; fails on what is neither the array 1..n nor an object of string keys.
static bool find_form(json_writer *w, const json_frame *at, int table, form *found,
                      lua_Integer *count) {
  lua_State *L = w->L;
  bool weak = false;
  form mark = marked_form(w, table, &weak);
  // The collector may empty it, keys included, while it is being written.
  if (weak) return clua_json_refuse(w, at, "a weak table has no JSON form");
  lua_Integer strings = 0, integers = 0, top = 0;
  for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1)) {
    if (lua_type(L, -2) == LUA_TSTRING) {
      strings++;
    } else if (lua_isinteger(L, -2) && lua_tointeger(L, -2) > 0) {
      integers++;
      if (lua_tointeger(L, -2) > top) top = lua_tointeger(L, -2);
    } else if (lua_type(L, -2) == LUA_TNUMBER) {
      return clua_json_refuse(w, at, "a key is the number %.14g", lua_tonumber(L, -2));
    } else {
      return clua_json_refuse(w, at, "a key is a %s", lua_typename(L, lua_type(L, -2)));
    }
  }
  *count = integers + strings;
  if (strings > 0 && integers > 0)
    return clua_json_refuse(w, at, "mixes string keys and the index " LUA_INTEGER_FMT, top);
  if (mark == FORM_ARRAY && strings > 0)
    return clua_json_refuse(w, at, "an array has a string key");
  if (mark == FORM_OBJECT && integers > 0)
    return clua_json_refuse(w, at, "an object has the key " LUA_INTEGER_FMT ", not a string", top);
  if (top != integers)
    return clua_json_refuse(
        w, at, "sparse: " LUA_INTEGER_FMT " elements, but the last index is " LUA_INTEGER_FMT,
        integers, top);
  *found = mark == FORM_ARRAY || integers > 0 ? FORM_ARRAY : FORM_OBJECT;
  return true;
}

// MARK: Tables

static bool array(json_writer *w, json_frame *at, int table, lua_Integer count) {
  json_put(w, '[');
  for (lua_Integer i = 1; i <= count; i++) {
    if (i > 1) json_put(w, ',');
    new_line(w);
    at->index = i;
    lua_rawgeti(w->L, table, i);
    if (!value(w, at)) return false;
    lua_pop(w->L, 1);
  }
  w->depth--;
  if (count > 0) new_line(w);
  json_put(w, ']');
  return true;
}

static int by_bytes(const void *left, const void *right) {
  const json_key *a = left, *b = right;
  int order = memcmp(a->text, b->text, a->length < b->length ? a->length : b->length);
  if (order != 0) return order;
  return (a->length > b->length) - (a->length < b->length);
}

// Most objects have few keys, for which a call into the library costs more than the sorting.
static void sort_keys(json_key *keys, size_t count) {
  if (count > FEW_KEYS) {
    qsort(keys, count, sizeof(json_key), by_bytes);
    return;
  }
  for (size_t i = 1; i < count; i++) {
    json_key moved = keys[i];
    size_t at = i;
    for (; at > 0 && by_bytes(&moved, &keys[at - 1]) < 0; at--) keys[at] = keys[at - 1];
    keys[at] = moved;
  }
}

// Appends the table's keys, sorted, to `w->keys`.
static void collect_keys(json_writer *w, int table, size_t count) {
  if (w->keys_room - w->keys_used < count) {
    size_t room = 2 * w->keys_room + count;
    json_key *keys = lua_newuserdatauv(w->L, room * sizeof(json_key), 0);
    if (w->keys_used > 0) memcpy(keys, w->keys, w->keys_used * sizeof(json_key));
    lua_replace(w->L, w->keys_slot);
    w->keys = keys;
    w->keys_room = room;
  }
  json_key *first = w->keys + w->keys_used;
  for (lua_pushnil(w->L); lua_next(w->L, table); lua_pop(w->L, 1)) {
    json_key *k = &w->keys[w->keys_used++];
    k->text = lua_tolstring(w->L, -2, &k->length);
  }
  sort_keys(first, count);
}

// Writes one member; its value is on top of the stack.
static bool member(json_writer *w, json_frame *at, json_key name, bool first) {
  if (!first) json_put(w, ',');
  new_line(w);
  at->name = name;
  if (!clua_json_write_string(w, at, name)) return false;
  json_put(w, ':');
  if (w->indent > 0) json_put(w, ' ');
  return value(w, at);
}

static bool object(json_writer *w, json_frame *at, int table, size_t count) {
  json_put(w, '{');
  if (w->options->unsorted) {
    bool first = true;
    for (lua_pushnil(w->L); lua_next(w->L, table); lua_pop(w->L, 1), first = false) {
      json_key name;
      name.text = lua_tolstring(w->L, -2, &name.length);
      if (!member(w, at, name, first)) return false;
    }
  } else {
    size_t start = w->keys_used;
    if (count > 0) collect_keys(w, table, count);
    for (size_t i = 0; i < count; i++) {
      json_key name = w->keys[start + i];
      lua_pushlstring(w->L, name.text, name.length);
      lua_rawget(w->L, table);
      if (!member(w, at, name, i == 0)) return false;
      lua_pop(w->L, 1);
    }
    w->keys_used = start;
  }
  w->depth--;
  if (count > 0) new_line(w);
  json_put(w, '}');
  return true;
}

static bool table_value(json_writer *w, const json_frame *at) {
  json_frame here = {.parent = at, .table = lua_topointer(w->L, -1)};
  for (const json_frame *f = at; f != NULL; f = f->parent)
    if (f->table == here.table) return clua_json_refuse(w, at, "a cycle: this table holds itself");
  if (++w->depth > w->max_depth)
    return clua_json_refuse(w, at, "nested deeper than %d levels", w->max_depth);
  if (!lua_checkstack(w->L, SLACK)) return clua_json_refuse(w, at, "out of memory for nesting");
  int table = lua_gettop(w->L);
  form f = FORM_OBJECT;
  lua_Integer count = 0;
  if (!find_form(w, at, table, &f, &count)) return false;
  return f == FORM_ARRAY ? array(w, &here, table, count) : object(w, &here, table, (size_t)count);
}

// Writes the value on top of the stack, which stays there.
static bool value(json_writer *w, const json_frame *at) {
  lua_State *L = w->L;
  if (json_stops(w, 0)) return clua_json_refuse(w, at, "stopped");
  switch (lua_type(L, -1)) {
    case LUA_TSTRING: {
      json_key s;
      s.text = lua_tolstring(L, -1, &s.length);
      return clua_json_write_string(w, at, s);
    }
    case LUA_TNUMBER:
      if (!lua_isinteger(L, -1)) return clua_json_write_number(w, at, lua_tonumber(L, -1));
      clua_json_write_integer(w, lua_tointeger(L, -1));
      return true;
    case LUA_TBOOLEAN:
      if (lua_toboolean(L, -1))
        json_append(w, "true", 4);
      else
        json_append(w, "false", 5);
      return true;
    case LUA_TTABLE: return table_value(w, at);
    case LUA_TNIL: json_append(w, "null", 4); return true;
    case LUA_TLIGHTUSERDATA:
      if (lua_touserdata(L, -1) == NULL) {
        json_append(w, "null", 4);
        return true;
      }
      break;
    default: break;
  }
  return clua_json_refuse(w, at, "a %s has no JSON form", lua_typename(L, lua_type(L, -1)));
}

// MARK: Entry

static int push_registry(lua_State *L, const char *name) {
  lua_pushstring(L, name);
  lua_rawget(L, LUA_REGISTRYINDEX);
  return lua_gettop(L);
}

int clua_json_encode(lua_State *L, int index, const clua_json_encode_options *options,
                     clua_json_error *error) {
  static const clua_json_encode_options defaults;
  json_writer w = {.L = L, .options = options != NULL ? options : &defaults, .error = error};
  int base = lua_gettop(L);
  index = lua_absindex(L, index);
  w.max_depth = w.options->max_depth > 0 ? w.options->max_depth : CLUA_JSON_DEFAULT_DEPTH;
  if (w.max_depth > CLUA_JSON_MAX_DEPTH) w.max_depth = CLUA_JSON_MAX_DEPTH;
  w.indent = w.options->indent > MAX_INDENT ? MAX_INDENT : w.options->indent;
  if (w.indent < 0) w.indent = 0;
  if (!lua_checkstack(L, 5 + SLACK)) {
    clua_json_refuse(&w, NULL, "out of memory");
    return 1;
  }
  w.array_mark = push_registry(L, CLUA_JSON_ARRAY);
  w.object_mark = push_registry(L, CLUA_JSON_OBJECT);
  w.text = lua_newuserdatauv(L, FIRST_ROOM, 0);
  w.room = FIRST_ROOM;
  w.text_slot = lua_gettop(L);
  lua_pushnil(L);
  w.keys_slot = lua_gettop(L);
  lua_pushvalue(L, index);
  if (!value(&w, NULL)) {
    lua_settop(L, base);
    return 1;
  }
  lua_pushlstring(L, w.text, w.used);
  lua_replace(L, base + 1);
  lua_settop(L, base + 1);
  return 0;
}

// Writes Lua tables as JSON text. The text grows in one Lua userdata; a second one, shared by all
// levels, sorts members. A raised allocation error therefore leaks nothing.
#include "clua_internal.h"
#include "json_writer.h"

enum { SLACK = 8, FIRST_ROOM = 1024, MAX_INDENT = 16 };

static bool value(json_writer *w, const json_frame *at);

static void new_line(json_writer *w) {
  if (w->indent == 0) return;
  size_t spaces = (size_t)w->depth * (size_t)w->indent;
  char *out = json_reserve(w, spaces + 1);
  *out = '\n';
  memset(out + 1, ' ', spaces);
  w->used += spaces + 1;
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

// Writes one member, whose value is on top of the stack.
static bool member(json_writer *w, json_frame *at, json_key name, bool first) {
  if (!first) json_put(w, ',');
  new_line(w);
  at->name = name;
  if (!clua_json_write_string(w, at, name)) return false;
  json_put(w, ':');
  if (w->indent > 0) json_put(w, ' ');
  return value(w, at);
}

static bool object(json_writer *w, json_frame *at, int table, const json_walk *found) {
  size_t count = (size_t)found->strings;
  json_put(w, '{');
  if (w->options->unsorted) {
    bool first = true;
    for (lua_pushnil(w->L); lua_next(w->L, table); lua_pop(w->L, 1), first = false) {
      json_key name;
      name.text = lua_tolstring(w->L, -2, &name.length);
      if (!member(w, at, name, first)) return false;
    }
  } else {
    size_t start = w->members_used;
    if (count > 0) clua_json_collect_members(w, table, found);
    for (size_t i = 0; i < count; i++) {
      json_member m = w->members[start + i];
      if (m.slot != 0) {
        lua_pushvalue(w->L, m.slot);
      } else {
        lua_pushlstring(w->L, m.name.text, m.name.length);
        lua_rawget(w->L, table);
      }
      if (!member(w, at, m.name, i == 0)) return false;
      lua_pop(w->L, 1);
    }
    w->members_used = start;
    lua_settop(w->L, table);
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
  if (!lua_checkstack(w->L, SLACK + 2 * JSON_FEW_KEYS))
    return clua_json_refuse(w, at, "out of memory for nesting");
  int table = lua_gettop(w->L);
  json_walk found = {0};
  if (!clua_json_walk(w, at, table, &found)) return false;
  return found.is_array ? array(w, &here, table, found.integers) : object(w, &here, table, &found);
}

// Writes the value on top of the stack and leaves it there.
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
  // Most texts are short: those leave no garbage.
  char first[FIRST_ROOM];
  w.text = first;
  w.room = FIRST_ROOM;
  lua_pushnil(L);
  w.text_slot = lua_gettop(L);
  lua_pushnil(L);
  w.members_slot = lua_gettop(L);
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

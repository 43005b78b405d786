// The limit for decoding: `walk FILE` parses FILE with simdjson and walks its tree into Lua tables,
// strings and numbers. Prints MB/s (median of 40).
#include <lua5.4/lua.hpp>
#include <simdjson.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

using simdjson::dom::element;
using simdjson::dom::element_type;

static void push(lua_State *L, element value) {
  luaL_checkstack(L, 8, "nesting");
  switch (value.type()) {
    case element_type::OBJECT: {
      simdjson::dom::object object = value;
      lua_createtable(L, 0, static_cast<int>(object.size()));
      for (auto member : object) {
        lua_pushlstring(L, member.key.data(), member.key.size());
        push(L, member.value);
        lua_rawset(L, -3);
      }
      break;
    }
    case element_type::ARRAY: {
      simdjson::dom::array array = value;
      lua_createtable(L, static_cast<int>(array.size()), 0);
      lua_Integer index = 0;
      for (element item : array) {
        push(L, item);
        lua_rawseti(L, -2, ++index);
      }
      break;
    }
    case element_type::STRING: {
      std::string_view text = value;
      lua_pushlstring(L, text.data(), text.size());
      break;
    }
    case element_type::INT64: lua_pushinteger(L, int64_t(value)); break;
    case element_type::UINT64:
    case element_type::DOUBLE: lua_pushnumber(L, double(value)); break;
    case element_type::BOOL: lua_pushboolean(L, bool(value)); break;
    case element_type::NULL_VALUE: lua_pushlightuserdata(L, nullptr); break;
  }
}

int main(int count, char **arguments) {
  if (count != 2) return 2;
  simdjson::padded_string text = simdjson::padded_string::load(arguments[1]);
  lua_State *L = luaL_newstate();
  simdjson::dom::parser parser;
  std::vector<double> times;
  for (int i = 0; i < 40; i++) {
    auto start = std::chrono::steady_clock::now();
    push(L, parser.parse(text));
    lua_settop(L, 0);
    times.push_back(
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  std::sort(times.begin(), times.end());
  std::printf("%.1f\n", static_cast<double>(text.size()) / times[times.size() / 2] / 1e6);
  lua_close(L);
}

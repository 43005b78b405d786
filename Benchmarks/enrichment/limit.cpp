// The limit for an enrichment: `limit URL FILE CONCURRENCY DATABASE` does what enrich.lua does, in C++ around
// Lua coroutines: libcurl-multi with pooled handles, a cache of answers in SQLite that is read in held
// transactions and written in batches, simdjson into Lua tables, a bit-parallel ratio. Prints items/s, the sum of
// the places and that of the similarities.
#include <curl/curl.h>
#include <lua5.4/lua.hpp>
#include <simdjson.h>
#include <sqlite3.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

static const char *const script = R"lua(
local url, titles, get, decode, best_of, store = ...
local next_title, places, scores = 1, 0, 0.0
local function work()
  while next_title <= #titles do
    local title = titles[next_title]
    next_title = next_title + 1
    local results, names = decode(get(url .. "?term=" .. title:gsub(" ", "+"))).results, {}
    for i = 1, #results do
      names[i] = results[i].trackName
    end
    local score, place = best_of(title, names)
    local best = results[place]
    store(title, best.trackId, best.artistName, best.trackName, score)
    places, scores = places + place, scores + score
  end
end
return work, function() return places, scores end
)lua";

[[noreturn]] static void fail(const char *what) {
  std::fprintf(stderr, "limit: %s\n", what);
  std::exit(1);
}

// --- The store: one connection, one transaction for every BATCH songs and what was read and fetched meanwhile.

struct Answer {
  std::string url, body;
};

struct Song {
  std::string title, text;
};

static sqlite3 *database;
static sqlite3_stmt *find_answer, *put_answer, *put_song;
static std::vector<Answer> answers;
static std::vector<Song> songs;
enum { BATCH = 64 };

static sqlite3_int64 hash(std::string_view text) {
  uint64_t value = 0xcbf29ce484222325;
  for (unsigned char byte : text) value = (value ^ byte) * 0x100000001b3;
  return static_cast<sqlite3_int64>(value);
}

static void execute(const char *sql) {
  if (sqlite3_exec(database, sql, nullptr, nullptr, nullptr) != SQLITE_OK) fail(sqlite3_errmsg(database));
}

static sqlite3_stmt *prepare(const char *sql) {
  sqlite3_stmt *statement = nullptr;
  if (sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, nullptr) != SQLITE_OK)
    fail(sqlite3_errmsg(database));
  return statement;
}

static void open_database(const char *path) {
  if (sqlite3_open(path, &database) != SQLITE_OK) fail("the database cannot be opened");
  execute(
      "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"
      "CREATE TABLE IF NOT EXISTS answers (hash INTEGER PRIMARY KEY, url TEXT, expires REAL, body BLOB);"
      "CREATE TABLE IF NOT EXISTS songs (hash INTEGER PRIMARY KEY, title TEXT, song TEXT); BEGIN");
  find_answer = prepare("SELECT url, body FROM answers WHERE hash = ? AND expires > ?");
  put_answer = prepare("INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?)");
  put_song = prepare("INSERT OR REPLACE INTO songs VALUES (?, ?, ?)");
}

static void bind(sqlite3_stmt *statement, int index, const std::string &text) {
  sqlite3_bind_text(statement, index, text.data(), static_cast<int>(text.size()), SQLITE_STATIC);
}

static void step(sqlite3_stmt *statement) {
  if (sqlite3_step(statement) != SQLITE_DONE) fail(sqlite3_errmsg(database));
  sqlite3_reset(statement);
}

static void flush() {
  double expires = static_cast<double>(std::time(nullptr)) + 86400;
  for (const Answer &answer : answers) {
    sqlite3_bind_int64(put_answer, 1, hash(answer.url));
    bind(put_answer, 2, answer.url);
    sqlite3_bind_double(put_answer, 3, expires);
    sqlite3_bind_blob(put_answer, 4, answer.body.data(), static_cast<int>(answer.body.size()), SQLITE_STATIC);
    step(put_answer);
  }
  for (const Song &song : songs) {
    sqlite3_bind_int64(put_song, 1, hash(song.title));
    bind(put_song, 2, song.title);
    bind(put_song, 3, song.text);
    step(put_song);
  }
  execute("COMMIT; BEGIN");
  answers.clear();
  songs.clear();
}

// --- The transfers.

struct Transfer {
  CURL *easy = nullptr;
  lua_State *waiting = nullptr;
  std::string url, body;
};

static CURLM *multi;
static std::vector<Transfer *> idle;

static size_t collect(char *bytes, size_t size, size_t count, void *context) {
  static_cast<Transfer *>(context)->body.append(bytes, size * count);
  return size * count;
}

static Transfer *take_transfer() {
  if (!idle.empty()) {
    Transfer *transfer = idle.back();
    idle.pop_back();
    return transfer;
  }
  Transfer *transfer = new Transfer;
  transfer->easy = curl_easy_init();
  if (transfer->easy == nullptr) fail("libcurl has no handle");
  curl_easy_setopt(transfer->easy, CURLOPT_WRITEFUNCTION, collect);
  curl_easy_setopt(transfer->easy, CURLOPT_WRITEDATA, transfer);
  curl_easy_setopt(transfer->easy, CURLOPT_PRIVATE, transfer);
  curl_easy_setopt(transfer->easy, CURLOPT_NOSIGNAL, 1L);
  return transfer;
}

// --- What Lua calls.

static int get(lua_State *L) {
  size_t length;
  const char *url = luaL_checklstring(L, 1, &length);
  sqlite3_bind_int64(find_answer, 1, hash({url, length}));
  sqlite3_bind_double(find_answer, 2, static_cast<double>(std::time(nullptr)));
  bool found = sqlite3_step(find_answer) == SQLITE_ROW &&
               std::string_view(reinterpret_cast<const char *>(sqlite3_column_text(find_answer, 0)),
                                static_cast<size_t>(sqlite3_column_bytes(find_answer, 0))) ==
                   std::string_view(url, length);
  if (found) {
    const void *body = sqlite3_column_blob(find_answer, 1);
    lua_pushlstring(L, static_cast<const char *>(body),
                    static_cast<size_t>(sqlite3_column_bytes(find_answer, 1)));
  }
  sqlite3_reset(find_answer);
  if (found) return 1;
  Transfer *transfer = take_transfer();
  transfer->waiting = L;
  transfer->url.assign(url, length);
  transfer->body.clear();
  curl_easy_setopt(transfer->easy, CURLOPT_URL, url);
  curl_multi_add_handle(multi, transfer->easy);
  return lua_yield(L, 0);
}

static void push(lua_State *L, simdjson::dom::element value) {
  using simdjson::dom::element_type;
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
      for (simdjson::dom::element item : array) {
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

static int decode(lua_State *L) {
  static simdjson::dom::parser parser;
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  push(L, parser.parse(text, length));
  return 1;
}

// Twice the longest common subsequence by the sum of the lengths (Hyyrö's bit-parallel form); 64 bytes at most.
static double ratio(const uint64_t *places_of, size_t query_length, std::string_view text) {
  uint64_t rest = ~uint64_t{0};
  for (unsigned char byte : text) {
    uint64_t found = rest & places_of[byte];
    rest = (rest + found) | (rest - found);
  }
  uint64_t mask = query_length == 64 ? ~uint64_t{0} : (uint64_t{1} << query_length) - 1;
  return 2.0 * __builtin_popcountll(~rest & mask) / static_cast<double>(query_length + text.size());
}

static int best_of(lua_State *L) {
  size_t length;
  const char *query = luaL_checklstring(L, 1, &length);
  if (length == 0 || length > 64) return luaL_error(L, "a query of 1 to 64 bytes");
  uint64_t places_of[256] = {};
  for (size_t i = 0; i < length; i++) places_of[static_cast<unsigned char>(query[i])] |= uint64_t{1} << i;
  double best = -1;
  lua_Integer place = 0;
  for (lua_Integer i = 1, count = static_cast<lua_Integer>(lua_rawlen(L, 2)); i <= count; i++) {
    lua_rawgeti(L, 2, i);
    size_t size;
    const char *text = lua_tolstring(L, -1, &size);
    double score = ratio(places_of, length, {text, size});
    lua_pop(L, 1);
    if (score > best) best = score, place = i;
  }
  lua_pushnumber(L, best);
  lua_pushinteger(L, place);
  return 2;
}

static int store(lua_State *L) {
  char text[1024];
  int length = std::snprintf(
      text, sizeof text, "{\"artist\":\"%s\",\"id\":%lld,\"score\":%.17g,\"title\":\"%s\"}",
      luaL_checkstring(L, 3), static_cast<long long>(luaL_checkinteger(L, 2)), luaL_checknumber(L, 5),
      luaL_checkstring(L, 4));
  songs.push_back({luaL_checkstring(L, 1), {text, static_cast<size_t>(length)}});
  if (songs.size() >= BATCH) flush();
  return 0;
}

// --- The loop.

static int working;

static void resume(lua_State *worker, lua_State *from, int arguments) {
  int results;
  int status = lua_resume(worker, from, arguments, &results);
  if (status == LUA_OK) working--;
  else if (status != LUA_YIELD) fail(lua_tostring(worker, -1));
}

static void finish(lua_State *L) {
  int queued;
  while (CURLMsg *message = curl_multi_info_read(multi, &queued)) {
    Transfer *transfer = nullptr;
    long status = 0;
    CURLcode result = message->data.result;
    CURL *easy = message->easy_handle;
    curl_easy_getinfo(easy, CURLINFO_PRIVATE, reinterpret_cast<char **>(&transfer));
    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    curl_multi_remove_handle(multi, easy);
    if (result != CURLE_OK || status != 200) fail(curl_easy_strerror(result));
    lua_State *worker = transfer->waiting;
    lua_pushlstring(worker, transfer->body.data(), transfer->body.size());
    answers.push_back({transfer->url, transfer->body});
    idle.push_back(transfer);
    resume(worker, L, 1);
  }
}

static void push_titles(lua_State *L, const char *path) {
  std::ifstream file(path);
  lua_newtable(L);
  lua_Integer count = 0;
  for (std::string title; std::getline(file, title);) {
    lua_pushlstring(L, title.data(), title.size());
    lua_rawseti(L, -2, ++count);
  }
}

int main(int count, char **arguments) {
  if (count != 5) {
    std::fprintf(stderr, "usage: limit URL FILE CONCURRENCY DATABASE\n");
    return 2;
  }
  int width = std::atoi(arguments[3]);
  curl_global_init(CURL_GLOBAL_DEFAULT);
  multi = curl_multi_init();
  curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, static_cast<long>(width));
  open_database(arguments[4]);
  lua_State *L = luaL_newstate();
  luaL_openlibs(L);
  if (luaL_loadstring(L, script) != LUA_OK) fail(lua_tostring(L, -1));
  lua_pushstring(L, arguments[1]);
  push_titles(L, arguments[2]);
  size_t titles = lua_rawlen(L, -1);
  for (lua_CFunction function : {get, decode, best_of, store}) lua_pushcfunction(L, function);

  auto start = std::chrono::steady_clock::now();
  lua_call(L, 6, 2);
  for (int i = 0; i < width; i++) {
    lua_State *worker = lua_newthread(L);
    luaL_ref(L, LUA_REGISTRYINDEX);
    lua_pushvalue(L, -2);
    lua_xmove(L, worker, 1);
    working++;
    resume(worker, L, 0);
  }
  while (working > 0) {
    int running, before = working;
    curl_multi_perform(multi, &running);
    finish(L);
    if (running > 0 && working == before) curl_multi_poll(multi, nullptr, 0, 1000, nullptr);
  }
  flush();
  double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  lua_call(L, 0, 2);
  std::printf("%.1f %lld %.6f\n", static_cast<double>(titles) / seconds,
              static_cast<long long>(lua_tointeger(L, -2)), lua_tonumber(L, -1));
}

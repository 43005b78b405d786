// The limit for a cache on disk: `limit put|get FILE ENTRIES` with SQLite, the schema of a key's hash and a value,
// prepared statements, writes in transactions of 64, reads in one held transaction. Prints entries a second.
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static sqlite3 *database;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void check(int status) {
  if (status == SQLITE_OK || status == SQLITE_ROW || status == SQLITE_DONE) return;
  fprintf(stderr, "limit: %s\n", sqlite3_errmsg(database));
  exit(1);
}

static void execute(const char *text) { check(sqlite3_exec(database, text, NULL, NULL, NULL)); }

static sqlite3_stmt *prepare(const char *text) {
  sqlite3_stmt *statement;
  check(sqlite3_prepare_v2(database, text, -1, &statement, NULL));
  return statement;
}

// FNV-1a: spreads the keys as any hash would.
static int64_t hash(const char *key) {
  uint64_t h = 14695981039346656037u;
  for (; *key != 0; key++) h = (h ^ (unsigned char)*key) * 1099511628211u;
  return (int64_t)h;
}

static void put(long entries) {
  sqlite3_stmt *insert = prepare("INSERT OR REPLACE INTO entries VALUES (?, ?, ?)");
  char key[32], value[2048];
  memset(value, 'a', sizeof value);
  execute("BEGIN");
  for (long i = 1; i <= entries; i++) {
    snprintf(key, sizeof key, "key %ld", i);
    check(sqlite3_bind_int64(insert, 1, hash(key)));
    check(sqlite3_bind_text(insert, 2, key, -1, SQLITE_STATIC));
    check(sqlite3_bind_blob(insert, 3, value, sizeof value, SQLITE_STATIC));
    check(sqlite3_step(insert));
    check(sqlite3_reset(insert));
    if (i % 64 == 0) execute("COMMIT; BEGIN");
  }
  execute("COMMIT");
}

static void get(long entries) {
  sqlite3_stmt *select = prepare("SELECT key, value FROM entries WHERE hash = ?");
  char key[32];
  static char value[4096];
  long place = 0;
  execute("BEGIN");
  for (long i = 0; i < entries; i++) {
    place = (place + 7919) % entries;
    snprintf(key, sizeof key, "key %ld", place + 1);
    check(sqlite3_bind_int64(select, 1, hash(key)));
    if (sqlite3_step(select) != SQLITE_ROW || strcmp((const char *)sqlite3_column_text(select, 0), key) != 0) {
      fprintf(stderr, "limit: %s is missing\n", key);
      exit(1);
    }
    memcpy(value, sqlite3_column_blob(select, 1), (size_t)sqlite3_column_bytes(select, 1));
    check(sqlite3_reset(select));
  }
  execute("COMMIT");
}

int main(int count, char **arguments) {
  if (count != 4) {
    fprintf(stderr, "usage: limit put|get FILE ENTRIES\n");
    return 2;
  }
  long entries = atol(arguments[3]);
  if (sqlite3_open(arguments[2], &database) != SQLITE_OK) check(SQLITE_ERROR);
  execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA mmap_size=268435456;"
          "CREATE TABLE IF NOT EXISTS entries (hash INTEGER PRIMARY KEY, key TEXT, value BLOB)");
  double start = now();
  if (strcmp(arguments[1], "put") == 0) put(entries);
  else get(entries);
  printf("%.1f\n", (double)entries / (now() - start));
}

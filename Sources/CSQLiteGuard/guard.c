#include "csqliteguard.h"

#include <sqlite3.h>

static const struct {
  int option;
  int value;
} settings[] = {
    {SQLITE_DBCONFIG_DEFENSIVE, 1},
    {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
    {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
    {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
};

int csqliteguard_protect(void *connection) {
  for (unsigned i = 0; i < sizeof settings / sizeof *settings; i++) {
    int code = sqlite3_db_config(connection, settings[i].option, settings[i].value, (int *)0);
    if (code != SQLITE_OK) return code;
  }
  return SQLITE_OK;
}

// sqlite3_db_config, which Swift cannot call, for files that others may have made.
#ifndef CSQLITEGUARD_H
#define CSQLITEGUARD_H

/// Lets nothing that stands in a file run on a connection (sqlite3 *): no triggers, no views, in its schema
/// only functions without effects, no writing to the schema itself. Returns 0, or SQLite's code.
int csqliteguard_protect(void *connection);

#endif

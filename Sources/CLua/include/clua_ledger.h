// What scripts make the process hold: Lua's memory and the host's, under one limit (memory.c).
#ifndef CLUA_LEDGER_H
#define CLUA_LEDGER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/// What a state's scripts make the process hold. It may outlive its state: work on another thread can
/// still hold bytes when the state is closed.
typedef struct clua_ledger {
  _Atomic size_t used;     // Lua's blocks, with what malloc adds to them
  _Atomic size_t outside;  // what the host holds for scripts
  size_t limit;            // bytes of both together; 0: none
} clua_ledger;

/// A ledger without entries; `limit` in bytes, 0 for none. NULL when out of memory.
clua_ledger *clua_ledger_new(size_t limit);
void clua_ledger_free(clua_ledger *ledger);

/// Bytes that Lua and the host hold. Any thread, as the next three.
size_t clua_ledger_total(const clua_ledger *ledger);

/// Adds bytes that the host holds, whatever the limit.
void clua_ledger_add(clua_ledger *ledger, size_t bytes);

/// Takes off bytes that were added.
void clua_ledger_remove(clua_ledger *ledger, size_t bytes);

/// Adds bytes if the limit allows it.
bool clua_ledger_take(clua_ledger *ledger, size_t bytes);

#endif

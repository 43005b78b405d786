// Counts the memory that scripts hold, Lua's and the host's, under one limit (memory.c).
#ifndef CLUA_LEDGER_H
#define CLUA_LEDGER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/// The memory that a state's scripts hold. It may outlive its state, because work on another thread
/// may still hold bytes when the state is closed.
typedef struct clua_ledger {
  _Atomic size_t used;     // Lua's blocks, with what malloc adds to them
  _Atomic size_t outside;  // memory of the host for scripts
  size_t limit;            // bytes of both together; 0: none
} clua_ledger;

/// Makes an empty ledger; `limit` in bytes, 0 for none. NULL when out of memory.
clua_ledger *clua_ledger_new(size_t limit);
void clua_ledger_free(clua_ledger *ledger);

/// Bytes that Lua and the host hold. Any thread, like the next three.
static inline size_t clua_ledger_total(const clua_ledger *ledger) {
  return atomic_load_explicit(&ledger->used, memory_order_relaxed) +
         atomic_load_explicit(&ledger->outside, memory_order_relaxed);
}

/// Adds bytes that the host holds, whatever the limit.
static inline void clua_ledger_add(clua_ledger *ledger, size_t bytes) {
  atomic_fetch_add_explicit(&ledger->outside, bytes, memory_order_relaxed);
}

/// Takes off bytes that were added.
static inline void clua_ledger_remove(clua_ledger *ledger, size_t bytes) {
  atomic_fetch_sub_explicit(&ledger->outside, bytes, memory_order_relaxed);
}

/// Adds bytes if the limit allows it.
bool clua_ledger_take(clua_ledger *ledger, size_t bytes);

#endif

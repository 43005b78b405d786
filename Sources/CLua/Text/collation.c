// Replaces `strcoll` for the whole program. Lua compares texts by it, from one zero byte to the
// next, so a single `a < b` of two long texts full of zero bytes would run for seconds where no
// hook interrupts it.
//
// The program never leaves the C locale for collation: there `strcoll` is `strcmp`, and texts have
// the same order on every machine.
#include <string.h>

#include "clua_internal.h"

enum { STEPS = 4 };

int strcoll(const char *first, const char *second) {
  lua_State *L = clua_thread.running;
  // Not while Swift code compares texts, because nothing may be raised through Swift.
  if (L != NULL && clua_vm_of(L)->host_depth == 0) clua_charge(L, STEPS);
  return strcmp(first, second);
}

// `strcoll` for the whole program. Lua compares texts by it, from one zero byte to the next, so that a
// single `a < b` of two long texts full of zero bytes runs for seconds where no hook reaches it.
//
// The program never leaves the C locale for collation: in it `strcoll` is `strcmp`, and the order of
// texts is the same on every machine.
#include <string.h>

#include "clua_internal.h"

enum { STEPS = 4 };

int strcoll(const char *first, const char *second) {
  lua_State *L = clua_thread.running;
  // Not where Swift code compares texts: nothing may be raised through it.
  if (L != NULL && clua_vm_of(L)->host_depth == 0) clua_charge(L, STEPS);
  return strcmp(first, second);
}

// The program's arguments. Swift reads them from /proc, and has none where that is not mounted: a
// command line would then be a script from standard input.
#include "cisolation.h"

static char *const none[] = {0};
static char *const *kept = none;

// glibc and macOS hand what main gets to the functions that run before it.
__attribute__((constructor)) static void keep(int count, char *const *arguments) {
  if (count > 0) kept = arguments;
}

char *const *cisolation_arguments(void) { return kept; }

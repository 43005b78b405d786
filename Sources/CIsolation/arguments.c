// The program's arguments. Swift reads them from /proc and finds none where that is not mounted;
// the program would then run a script from standard input.
#include "cisolation.h"

static char *const none[] = {0};
static char *const *kept = none;

// glibc and macOS pass main's arguments to constructors, which run before it.
__attribute__((constructor)) static void keep(int count, char *const *arguments) {
  if (count > 0) kept = arguments;
}

char *const *cisolation_arguments(void) { return kept; }

// All functions are inline, but a target needs at least one source file.
#include "cjson.h"

// Everything is inline; a target has at least one file.
#include "cjson.h"

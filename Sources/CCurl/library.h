// The functions of libcurl, as `ccurl_load` found them.
#ifndef CCURL_LIBRARY_H
#define CCURL_LIBRARY_H

#include "ccurl.h"

// Every function we call, once: the table below and the loader are made from this list. The real
// header supplies the types, so a changed signature does not compile.
#define CURL_FUNCTIONS(X)  \
  X(curl_global_init)      \
  X(curl_easy_init)        \
  X(curl_easy_cleanup)     \
  X(curl_easy_reset)       \
  X(curl_easy_setopt)      \
  X(curl_easy_perform)     \
  X(curl_easy_getinfo)     \
  X(curl_easy_strerror)    \
  X(curl_easy_pause)       \
  X(curl_easy_nextheader)  \
  X(curl_multi_init)       \
  X(curl_multi_cleanup)    \
  X(curl_multi_setopt)     \
  X(curl_multi_add_handle) \
  X(curl_multi_remove_handle) \
  X(curl_multi_poll)       \
  X(curl_multi_wakeup)     \
  X(curl_multi_perform)    \
  X(curl_multi_info_read)  \
  X(curl_slist_append)     \
  X(curl_slist_free_all)

// The header wraps some of these in type-checking macros; the table needs the plain names.
#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

struct ccurl_library {
#define FIELD(name) __typeof__(name) *name;
  CURL_FUNCTIONS(FIELD)
#undef FIELD
};

/// Filled before the first transfer exists, constant from then on.
extern struct ccurl_library ccurl_library;
static struct ccurl_library *const curl = &ccurl_library;

#endif

// Host names: their ASCII form by libidn2, public suffixes by libpsl. libcurl brings
// both along; each is loaded with its first use.
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "ccurl.h"

// From idn2.h, whose interface is stable since 2.0: what it looks up is NFC, mapped after UTS 46
// without the transitional exceptions of 2003, and nothing but letters, digits and hyphens remains.
enum { NFC_INPUT = 1, NONTRANSITIONAL = 8, STD3_ASCII_RULES = 32 };

static int (*lookup_u8)(const uint8_t *, uint8_t **, int);
static void (*free_name)(void *);
static const char *(*describe)(int);
static pthread_once_t idn_once = PTHREAD_ONCE_INIT;

static void load_idn(void) {
  void *library = dlopen("libidn2.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  *(void **)&free_name = dlsym(library, "idn2_free");
  *(void **)&describe = dlsym(library, "idn2_strerror");
  void *lookup = dlsym(library, "idn2_lookup_u8");
  if (free_name && describe) *(void **)&lookup_u8 = lookup;
}

const char *ccurl_ascii_host(const char *name, char *ascii, size_t capacity) {
  pthread_once(&idn_once, load_idn);
  if (!lookup_u8) return "libidn2 cannot be loaded; install it (Debian: libidn2-0)";
  uint8_t *found = NULL;
  int code = lookup_u8((const uint8_t *)name, &found, NFC_INPUT | NONTRANSITIONAL | STD3_ASCII_RULES);
  if (code != 0) return describe(code);
  int fits = snprintf(ascii, capacity, "%s", (char *)found) < (int)capacity;
  free_name(found);
  return fits ? NULL : "it is too long";
}

static const void *(*psl_list)(void);
static int (*psl_holds)(const void *, const char *);
static pthread_once_t psl_once = PTHREAD_ONCE_INIT;

static void load_psl(void) {
  void *library = dlopen("libpsl.so.5", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  void *list = dlsym(library, "psl_builtin");
  *(void **)&psl_holds = dlsym(library, "psl_is_public_suffix");
  if (psl_holds) *(void **)&psl_list = list;
}

int ccurl_is_public_suffix(const char *domain) {
  pthread_once(&psl_once, load_psl);
  const void *list = psl_list ? psl_list() : NULL;
  return list ? psl_holds(list, domain) : -1;
}

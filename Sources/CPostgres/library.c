#include "library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct cpostgres_library cpostgres_library;

static pthread_mutex_t load_lock = PTHREAD_MUTEX_INITIALIZER;
static int is_loaded;
static _Thread_local char load_error[512];

static const char *load_locked(const char *file_name) {
  if (is_loaded) return NULL;
  void *library = dlopen(file_name, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    snprintf(load_error, sizeof load_error, "%s", dlerror());
    return load_error;
  }
#define LOAD(name)                                                                          \
  *(void **)&pq->name = dlsym(library, #name);                                              \
  if (!pq->name) {                                                                          \
    snprintf(load_error, sizeof load_error, "%s lacks %s (too old)", file_name, #name);     \
    dlclose(library);                                                                       \
    return load_error;                                                                      \
  }
  POSTGRES_FUNCTIONS(LOAD)
#undef LOAD
  is_loaded = 1;
  return NULL;
}

const char *cpostgres_load(const char *file_name) {
  pthread_mutex_lock(&load_lock);
  const char *error = load_locked(file_name);
  pthread_mutex_unlock(&load_lock);
  return error;
}

int cpostgres_parse(const char *address, void *context,
                    void (*each)(void *context, const char *key, const char *value), char *error,
                    size_t capacity) {
  char *message = NULL;
  PQconninfoOption *options = pq->PQconninfoParse(address, &message);
  if (!options) {
    snprintf(error, capacity, "%s", message ? message : "out of memory");
    pq->PQfreemem(message);
    return -1;
  }
  for (PQconninfoOption *option = options; option->keyword; option++) {
    if (option->val) each(context, option->keyword, option->val);
  }
  pq->PQconninfoFree(options);
  return 0;
}

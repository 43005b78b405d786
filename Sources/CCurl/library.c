#define _GNU_SOURCE
#include "decoding.h"
#include "library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct ccurl_library ccurl_library;

static pthread_mutex_t load_lock = PTHREAD_MUTEX_INITIALIZER;
static char loaded_name[256];
static _Thread_local char load_error[512];

static const char *load_locked(const char *file_name) {
  if (strcmp(loaded_name, file_name) == 0) return NULL;
  void *library = dlopen(file_name, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    snprintf(load_error, sizeof load_error, "%s", dlerror());
    return load_error;
  }
  if (loaded_name[0]) {
    dlclose(library);
    snprintf(load_error, sizeof load_error, "%s is loaded already", loaded_name);
    return load_error;
  }
#define LOAD(name)                                                                  \
  *(void **)&curl->name = dlsym(library, #name);                                     \
  if (!curl->name) {                                                                 \
    snprintf(load_error, sizeof load_error, "%s lacks %s (too old)", file_name, #name); \
    dlclose(library);                                                               \
    return load_error;                                                              \
  }
  CURL_FUNCTIONS(LOAD)
#undef LOAD
  CURLcode result = curl->curl_global_init(CURL_GLOBAL_DEFAULT);
  if (result != CURLE_OK) {
    snprintf(load_error, sizeof load_error, "%s", curl->curl_easy_strerror(result));
    return load_error;
  }
  snprintf(loaded_name, sizeof loaded_name, "%s", file_name);
  return NULL;
}

const char *ccurl_load(const char *file_name) {
  pthread_mutex_lock(&load_lock);
  const char *error = load_locked(file_name);
  pthread_mutex_unlock(&load_lock);
  return error;
}

const char *ccurl_describe(CURLcode code) { return curl->curl_easy_strerror(code); }

struct curl_slist *ccurl_list_append(struct curl_slist *list, const char *line) {
  struct curl_slist *longer = curl->curl_slist_append(list, line);
  return longer ? longer : list;
}

struct curl_slist *ccurl_list_append_encodings(struct curl_slist *list) {
  // Without deflate: of its two forms servers send either, and all of them have gzip.
  char line[80] = "Accept-Encoding:";
  const char *separator = " ";
  const char *const names[] = {"gzip", "br", "zstd"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (!ccurl_coding_named(names[i], strlen(names[i]))) continue;
    strcat(strcat(line, separator), names[i]);
    separator = ", ";
  }
  if (*separator == ' ') strcat(line, " identity");
  return ccurl_list_append(list, line);
}

void ccurl_list_free(struct curl_slist *list) { curl->curl_slist_free_all(list); }

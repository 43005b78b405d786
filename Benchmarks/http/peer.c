// The limit for HTTP: `peer URL REQUESTS CONCURRENCY AGENT` fetches URL?1, URL?2, … with libcurl-multi, easy handles
// pooled, every body collected. Each request is the one that mixhost sends: that User-Agent, compressed answers
// welcome. Prints requests/s and CPU µs per request of this process.
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

// The fields of each request, and the path before the query.
static struct curl_slist *fields;
static const char *path;

typedef struct body {
  size_t used, room;
  char *bytes;
} body;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double cpu(void) {
  struct rusage u;
  getrusage(RUSAGE_SELF, &u);
  return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
         (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1e-6;
}

static size_t collect(char *bytes, size_t size, size_t count, void *context) {
  body *b = context;
  size_t length = size * count;
  if (b->room - b->used < length) {
    b->room = 2 * (b->used + length);
    b->bytes = realloc(b->bytes, b->room);
    if (b->bytes == NULL) return 0;
  }
  memcpy(b->bytes + b->used, bytes, length);
  b->used += length;
  return length;
}

static CURL *make_handle(const char *url, body *b) {
  CURL *easy = curl_easy_init();
  if (easy == NULL) exit(1);
  curl_easy_setopt(easy, CURLOPT_URL, url);
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, collect);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, b);
  curl_easy_setopt(easy, CURLOPT_PRIVATE, b);
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "gzip, br, zstd");
  curl_easy_setopt(easy, CURLOPT_HTTPHEADER, fields);
  return easy;
}

// Adds a handle for one request more. The address is read once for each handle: the next request changes its target.
static void add(CURLM *multi, CURL *easy) {
  static long number;
  char target[256];
  snprintf(target, sizeof target, "%s?%ld", path, ++number);
  curl_easy_setopt(easy, CURLOPT_REQUEST_TARGET, target);
  curl_multi_add_handle(multi, easy);
}

// Checks the transfers that have ended; adds their handles again while requests are left.
static long finish(CURLM *multi, long *left) {
  long done = 0;
  int queued;
  for (CURLMsg *m; (m = curl_multi_info_read(multi, &queued)) != NULL;) {
    CURL *easy = m->easy_handle;
    CURLcode result = m->data.result;
    long status = 0;
    body *b = NULL;
    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    curl_easy_getinfo(easy, CURLINFO_PRIVATE, (char **)&b);
    if (result != CURLE_OK || status != 200 || b->used < 2000) {
      fprintf(stderr, "peer: %s, status %ld\n", curl_easy_strerror(result), status);
      exit(1);
    }
    done++;
    b->used = 0;
    curl_multi_remove_handle(multi, easy);
    if (*left > 0) {
      --*left;
      add(multi, easy);
    }
  }
  return done;
}

// The fields of mixhost's requests. Those that libcurl writes itself it would format twice.
static void describe(const char *url, const char *agent) {
  char line[256];
  snprintf(line, sizeof line, "User-Agent: %s", agent);
  fields = curl_slist_append(NULL, line);
  fields = curl_slist_append(fields, "Accept-Encoding: gzip, br, zstd");
  fields = curl_slist_append(fields, "Accept:");
  const char *authority = strstr(url, "://");
  const char *start = authority == NULL ? NULL : strchr(authority + 3, '/');
  path = start == NULL ? "/" : start;
}

int main(int count, char **arguments) {
  if (count != 5) {
    fprintf(stderr, "usage: peer URL REQUESTS CONCURRENCY AGENT\n");
    return 2;
  }
  describe(arguments[1], arguments[4]);
  long requests = atol(arguments[2]), left = requests, done = 0;
  int width = atoi(arguments[3]);
  curl_global_init(CURL_GLOBAL_DEFAULT);
  CURLM *multi = curl_multi_init();
  curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, (long)width);
  body *bodies = calloc((size_t)width, sizeof *bodies);
  CURL **handles = calloc((size_t)width, sizeof *handles);
  if (multi == NULL || bodies == NULL || handles == NULL) return 1;

  double start = now(), start_cpu = cpu();
  for (int i = 0; i < width; i++) handles[i] = make_handle(arguments[1], &bodies[i]);
  for (int i = 0; i < width && left > 0; i++, left--) add(multi, handles[i]);
  while (done < requests) {
    int running;
    curl_multi_perform(multi, &running);
    long ended = finish(multi, &left);
    done += ended;
    if (ended == 0) curl_multi_poll(multi, NULL, 0, 1000, NULL);
  }
  double wall = now() - start, used = cpu() - start_cpu;
  printf("%.1f %.2f\n", (double)requests / wall, used * 1e6 / (double)requests);

  for (int i = 0; i < width; i++) {
    curl_multi_remove_handle(multi, handles[i]);
    curl_easy_cleanup(handles[i]);
    free(bodies[i].bytes);
  }
  curl_multi_cleanup(multi);
  curl_slist_free_all(fields);
  free(bodies);
  free(handles);
}

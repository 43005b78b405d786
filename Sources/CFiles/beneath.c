#define _GNU_SOURCE
#include "cfiles.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

const int cfiles_path_only = O_PATH;
const int cfiles_nameless = O_TMPFILE;

// Copies the next part of a path into `part`; NULL at its end, or with errno for a part that is not
// allowed here.
static const char *next_part(const char *path, char part[NAME_MAX + 1]) {
  size_t length = strcspn(path, "/");
  if (length > NAME_MAX) {
    errno = ENAMETOOLONG;
    return NULL;
  }
  memcpy(part, path, length);
  part[length] = 0;
  if (length == 0 || strcmp(part, "..") == 0) {
    errno = EXDEV;
    return NULL;
  }
  return path + length + (path[length] == '/');
}

// The kernel alone would go up and down again beneath the folder (`a/../b`).
static int has_plain_parts(const char *path) {
  char part[NAME_MAX + 1];
  do {
    path = next_part(path, part);
  } while (path != NULL && *path != 0);
  return path != NULL;
}

int cfiles_open_beneath(int folder, const char *path, int flags, unsigned mode) {
  if (!has_plain_parts(path)) return -1;
  struct open_how how = {
      .flags = (unsigned)(flags | O_CLOEXEC),
      .mode = (flags & O_CREAT) ? mode : 0,
      .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS,
  };
  // EAGAIN: a folder was moved meanwhile, so the kernel cannot tell whether the path left the root.
  for (int tries = 0; tries < 16; tries++) {
    long file = syscall(SYS_openat2, folder, path, &how, sizeof how);
    if (file >= 0) return (int)file;
    if (errno == ENOSYS || errno == EPERM) return cfiles_open_stepwise(folder, path, flags, mode);
    if (errno != EAGAIN && errno != EINTR) return -1;
  }
  return -1;
}

// openat reports ENOTDIR for a link where a folder is expected.
static int is_link(int folder, const char *name) {
  struct stat status;
  return fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(status.st_mode);
}

int cfiles_open_stepwise(int folder, const char *path, int flags, unsigned mode) {
  int current = folder;
  char part[NAME_MAX + 1];
  for (;;) {
    const char *rest = next_part(path, part);
    int file = -1;
    if (rest != NULL) {
      int step = *rest ? O_PATH | O_DIRECTORY : flags;
      file = openat(current, part, step | O_NOFOLLOW | O_CLOEXEC, mode);
      // With O_PATH openat would open the link itself.
      if (file >= 0 && (step & O_PATH)) {
        struct stat status;
        if (fstat(file, &status) == 0 && S_ISLNK(status.st_mode)) {
          close(file);
          file = -1;
          errno = ELOOP;
        }
      } else if (file < 0 && errno == ENOTDIR && is_link(current, part)) {
        errno = ELOOP;
      }
    }
    int code = errno;
    if (current != folder) close(current);
    errno = code;
    if (file < 0 || *rest == 0) return file;
    current = file;
    path = rest;
  }
}

int cfiles_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

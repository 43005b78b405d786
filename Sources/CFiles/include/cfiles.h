// Opens files beneath a folder without following links: openat2, which Swift cannot call, and a
// replacement for kernels and seccomp filters without it.
#ifndef CFILES_H
#define CFILES_H

// flistxattr and its kind, which the Glibc module lacks.
#include <sys/xattr.h>

/// O_PATH, which Swift does not import: a descriptor that only names the file.
extern const int cfiles_path_only;

/// O_TMPFILE: a file without a name.
extern const int cfiles_nameless;

/// Opens `path` beneath the folder `folder`; adds O_CLOEXEC to `flags`. No part of the path may be
/// a link, `..` or empty, so that only the file of this name is opened. Returns the descriptor, or
/// -1 with errno: ELOOP for a link on the way, EXDEV for `..` or an empty part.
int cfiles_open_beneath(int folder, const char *path, int flags, unsigned mode);

/// The replacement: one openat with O_NOFOLLOW for each part of the path.
int cfiles_open_stepwise(int folder, const char *path, int flags, unsigned mode);

/// pipe2 with O_CLOEXEC: sets `ends` to the reading and the writing end. Returns 0, or -1 with
/// errno.
int cfiles_pipe(int ends[2]);

#endif

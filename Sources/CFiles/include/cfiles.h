// Opening a file beneath a folder without following any link: openat2, which Swift cannot call, and its
// stand-in for kernels and seccomp filters without it.
#ifndef CFILES_H
#define CFILES_H

/// O_PATH, which Swift does not see: a descriptor that only names the file.
extern const int cfiles_path_only;

/// O_TMPFILE: a file without a name.
extern const int cfiles_nameless;

/// Opens `path` beneath the folder `folder`, O_CLOEXEC added to `flags`. No part of the path may be a
/// link, `..` or empty, so the file is the one of that name or none.
/// Returns the descriptor, or -1 with errno: ELOOP for a link on the way.
int cfiles_open_beneath(int folder, const char *path, int flags, unsigned mode);

/// The stand-in: one openat with O_NOFOLLOW for each part of the path.
int cfiles_open_stepwise(int folder, const char *path, int flags, unsigned mode);

/// pipe2 with O_CLOEXEC: `ends` are the one to read from and the one to write to. Returns 0, or -1 with
/// errno.
int cfiles_pipe(int ends[2]);

#endif

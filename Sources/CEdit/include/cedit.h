// A line editor on the terminal: libedit, with what its interface leaves to the caller.
//
// There is one terminal, so there is one editor. All but `cedit_show`, `cedit_divert_output` and
// `cedit_restore_terminal` is for one thread, which `cedit_read` blocks.
#ifndef CEDIT_H
#define CEDIT_H

#include <stdbool.h>
#include <stddef.h>

/// How a read ended.
enum {
  /// A line, or several when they were pasted.
  CEDIT_LINE = 0,
  /// Ctrl-D on an empty line, or the end of the input.
  CEDIT_END = 1,
  /// Ctrl-C: what was typed is dropped.
  CEDIT_INTERRUPTED = 2,
};

/// Called by Tab; both may be NULL, both are freed by the editor.
typedef struct cedit_completion {
  /// Goes in at the cursor.
  char *insert;
  /// Lines to show, each ended: what could follow.
  char *shown;
} cedit_completion;

/// Asked at Tab with the text before the cursor.
typedef cedit_completion (*cedit_complete)(void *owner, const char *before);

/// Prepares the terminal on the standard streams.
/// - `plain`: a terminal without control sequences (TERM=dumb).
/// - `most_lines`: how many lines the editor remembers.
/// Returns false when the terminal cannot be used.
bool cedit_open(bool plain, int most_lines, cedit_complete complete, void *owner);

/// Reads. `prompt` may hold SGR sequences, each between two \1. `*text` is valid until the next read.
int cedit_read(const char *prompt, const char **text, size_t *length);

/// Adds a line to what the arrow keys and Ctrl-R find.
void cedit_remember(const char *line);

/// Sends C's standard output through `cedit_show` from now on.
void cedit_divert_output(void);

/// Writes to the terminal; while a line is being typed, above it. Any thread.
void cedit_show(const char *text, size_t length);

/// Whether a line is being typed now. Any thread.
bool cedit_reading(void);

/// Leaves the terminal as it was found, for a process that ends at once. Any thread.
void cedit_restore_terminal(void);

#endif

// Shared by the parts of the editor.
#ifndef CEDIT_INTERNAL_H
#define CEDIT_INTERNAL_H

#include <histedit.h>

#include "cedit.h"

/// A text that grows.
typedef struct {
  char *start;
  size_t length, room;
} cedit_text;

/// Appends bytes; false when memory is short.
bool cedit_append(cedit_text *text, const char *bytes, size_t length);

/// The editor's state; confined to the reading thread but for what output.c guards.
typedef struct {
  EditLine *editor;
  History *history;
  bool plain;
  cedit_complete complete;
  void *owner;
  const char *prompt;
  bool interrupted;
  bool has_block;      // a paste of several lines ended the read
  cedit_text block;    // those lines
  cedit_text tail;     // what followed their last line break: typed into the next read
} cedit_state;

extern cedit_state cedit;

/// The next byte of the keyboard; -1 at the end. Shows what other threads have sent meanwhile.
/// `many`: in a paste, whose end is known, as many are taken as there are.
int cedit_next_byte(bool many);

/// Bound to the terminal's mark for the begin of a paste.
unsigned char cedit_on_paste(EditLine *editor, int key);

/// Removes prompt and line from the screen; the cursor then stands where the prompt began.
void cedit_erase_line(void);

/// Writes everything to the terminal at once.
void cedit_write(const char *text, size_t length);

// MARK: output.c

/// Makes the way by which other threads wake the reading one.
bool cedit_open_output(void);

/// Says that a line is being typed, or no longer; writes what has waited.
void cedit_set_reading(bool reading);

/// The descriptor that is readable when there is something to show or the window has a new size.
int cedit_wake_descriptor(void);

/// Does what the wake-up was for.
void cedit_take_wake(void);

#endif

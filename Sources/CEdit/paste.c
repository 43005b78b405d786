// Pasted text: the terminal puts it between marks (XTerm control sequences, "Bracketed Paste Mode"),
// so that its line breaks need not be taken for Enter.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cedit_internal.h"

enum {
  MOST_BYTES = 64 << 20,    // as much as a script may have
  MOST_TYPED = 16 << 10,    // longer lines are not put into the edited one
  MOST_SHOWN_LINES = 12,
  MOST_SHOWN_BYTES = 400,   // of one line
};

static const char end_mark[] = "\033[201~";

// Reads up to the end mark. Line breaks become \n; other control characters but tabs are dropped.
static cedit_text read_paste(void) {
  cedit_text text = {0};
  size_t matched = 0;
  int before = 0;
  while (matched < sizeof end_mark - 1) {
    int byte = cedit_next_byte(true);
    if (byte < 0) break;
    matched = byte == end_mark[matched] ? matched + 1 : byte == end_mark[0];
    if (matched > 0) continue;
    bool second = byte == '\n' && before == '\r';
    before = byte;
    if (second) continue;
    char kept = byte == '\r' ? '\n' : (char)byte;
    bool control = (byte < 32 && kept != '\n' && kept != '\t') || byte == 127;
    if (control || text.length >= MOST_BYTES) continue;
    if (!cedit_append(&text, &kept, 1)) break;
  }
  return text;
}

// Text that goes through the editor: a tab would complete.
static void append_typed(cedit_text *typed, const char *text, size_t length) {
  for (size_t i = 0; i < length; i++)
    cedit_append(typed, text[i] == '\t' ? "  " : text + i, text[i] == '\t' ? 2 : 1);
}

// Shows the lines as if they had been typed.
static void show_block(const char *text, size_t length) {
  size_t lines = 0, hidden = 0;
  for (size_t start = 0; start < length; lines++) {
    const char *end = memchr(text + start, '\n', length - start);
    size_t count = end ? (size_t)(end - text) - start : length - start;
    if (lines < MOST_SHOWN_LINES) {
      if (lines > 0) cedit_write("  ", 2);
      cedit_write(text + start, count < MOST_SHOWN_BYTES ? count : MOST_SHOWN_BYTES);
      cedit_write("\n", 1);
    } else {
      hidden++;
    }
    start += count + 1;
  }
  char line[64];
  if (hidden > 0)
    cedit_write(line, (size_t)snprintf(line, sizeof line, "  (%zu more lines)\n", hidden));
}

unsigned char cedit_on_paste(EditLine *editor, int key) {
  (void)key;
  cedit_text text = read_paste();
  if (text.length == 0) {
    free(text.start);
    return CC_REFRESH;
  }
  size_t head = text.length;
  while (head > 0 && text.start[head - 1] != '\n') head--;
  if (head == 0 && text.length <= MOST_TYPED) {
    cedit_text typed = {0};
    append_typed(&typed, text.start, text.length);
    if (cedit_append(&typed, "", 1)) el_insertstr(editor, typed.start);
    free(typed.start);
    free(text.start);
    return CC_REFRESH;
  }
  if (head == 0) head = text.length;
  const LineInfo *line = el_line(editor);
  cedit_erase_line();
  cedit.has_block = true;
  cedit_append(&cedit.block, line->buffer, (size_t)(line->cursor - line->buffer));
  cedit_append(&cedit.block, text.start, head - (text.start[head - 1] == '\n'));
  append_typed(&cedit.tail, text.start + head, text.length - head);
  append_typed(&cedit.tail, line->cursor, (size_t)(line->lastchar - line->cursor));
  free(text.start);
  show_block(cedit.block.start, cedit.block.length);
  return CC_NEWLINE;
}

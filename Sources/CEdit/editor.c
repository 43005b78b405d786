// Keys, prompt and history: libedit set up for a session.
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

#include "cedit_internal.h"

cedit_state cedit;
static struct termios found;  // the terminal before the editor changed it
static int typed_ahead;       // bytes that the terminal took before the editor had it

bool cedit_append(cedit_text *text, const char *bytes, size_t length) {
  if (length > text->room - text->length || text->room == 0) {
    size_t room = (text->length + length + 1) * 2;
    char *start = realloc(text->start, room);
    if (!start) return false;
    text->start = start;
    text->room = room;
  }
  memcpy(text->start + text->length, bytes, length);
  text->length += length;
  return true;
}

void cedit_write(const char *text, size_t length) {
  while (length > 0) {
    ssize_t count = write(STDOUT_FILENO, text, length);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;  // the terminal is gone: the next read ends the session
    text += count;
    length -= (size_t)count;
  }
}

// MARK: Keyboard

enum { CTRL_D = 4 };

int cedit_next_byte(bool many) {
  static unsigned char ahead[65536];
  static size_t at, end;
  if (at < end) return ahead[at++];
  while (true) {
    struct pollfd events[] = {{.fd = STDIN_FILENO, .events = POLLIN},
                              {.fd = cedit_wake_descriptor(), .events = POLLIN}};
    if (poll(events, 2, -1) < 0) {
      if (errno == EINTR) continue;
      return -1;
    }
    if (events[1].revents) cedit_take_wake();
    if (!events[0].revents) continue;
    // One at a time: what is typed ahead is the evaluated code's, should it read.
    ssize_t count = read(STDIN_FILENO, ahead, many ? sizeof ahead : 1);
    if (count > 0) {
      // A terminal in line mode kept Ctrl-D as an end of file, which reads as 0 once it is in raw mode.
      if (typed_ahead > 0 && ahead[0] == 0) ahead[0] = CTRL_D;
      typed_ahead -= typed_ahead < count ? typed_ahead : (int)count;
      at = 1;
      end = (size_t)count;
      return ahead[0];
    }
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    return -1;
  }
}

// A character of UTF-8 (RFC 3629); an invalid byte becomes U+FFFD.
static int next_character(EditLine *editor, wchar_t *character) {
  (void)editor;
  int first = cedit_next_byte(false);
  if (first < 0) return 0;
  int more = first < 0x80 ? 0 : first >> 5 == 6 ? 1 : first >> 4 == 14 ? 2 : first >> 3 == 30 ? 3 : -1;
  *character = more < 0 ? 0xFFFD : more == 0 ? first : first & (0x3F >> more);
  for (; more > 0; more--) {
    int next = cedit_next_byte(false);
    if (next < 0) return 0;
    if (next >> 6 != 2) {
      *character = 0xFFFD;
      break;
    }
    *character = *character << 6 | (next & 0x3F);
  }
  return 1;
}

static char *prompt(EditLine *editor) {
  (void)editor;
  return (char *)(uintptr_t)cedit.prompt;  // libedit only reads it
}

// A place on the screen, counted from where the prompt begins.
typedef struct {
  size_t row, column;
} place;

static void advance(place *at, int cells, size_t width) {
  if (cells <= 0) return;
  // A wide character does not stand across the edge.
  if (at->column + (size_t)cells > width) *at = (place){at->row + 1, 0};
  at->column += (size_t)cells;
}

// The row of the cursor; an entry of the history may have several lines.
static size_t rows_to_cursor(size_t width) {
  place at = {0, 0};
  bool literal = false;
  mbstate_t state = {0};
  for (const char *rest = cedit.prompt; *rest;) {
    wchar_t character;
    size_t count = mbrtowc(&character, rest, MB_LEN_MAX, &state);
    if (count == (size_t)-1 || count == (size_t)-2 || count == 0) break;
    rest += count;
    if (character == 1) literal = !literal;
    else if (!literal) advance(&at, wcwidth(character), width);
  }
  const LineInfoW *line = el_wline(cedit.editor);
  for (const wchar_t *next = line->buffer; next < line->cursor; next++) {
    if (*next == L'\n') at = (place){at.row + 1, 0};
    else advance(&at, *next < 32 ? 2 : wcwidth(*next), width);
  }
  // After the last column the cursor stands in the next row.
  return at.row + (at.column == width ? 1 : 0);
}

void cedit_erase_line(void) {
  if (cedit.plain) return cedit_write("\n", 1);
  int width = 80;
  el_get(cedit.editor, EL_GETTC, "co", &width);
  size_t rows = rows_to_cursor((size_t)(width > 0 ? width : 80));
  char sequence[48];
  int length = rows > 0 ? snprintf(sequence, sizeof sequence, "\033[%zuA\r\033[J", rows)
                        : snprintf(sequence, sizeof sequence, "\r\033[J");
  cedit_write(sequence, (size_t)length);
}

// MARK: Own keys

static unsigned char on_interrupt(EditLine *editor, int key) {
  (void)editor, (void)key;
  cedit.interrupted = true;
  cedit_write("^C\n", 3);
  return CC_NEWLINE;
}

static unsigned char on_suspend(EditLine *editor, int key) {
  (void)key;
  cedit_write("\n", 1);
  el_set(editor, EL_PREP_TERM, 0);
  kill(0, SIGTSTP);
  // Continued.
  el_set(editor, EL_PREP_TERM, 1);
  return CC_REDISPLAY;
}

static unsigned char on_complete(EditLine *editor, int key) {
  (void)key;
  const LineInfo *line = el_line(editor);
  char *before = strndup(line->buffer, (size_t)(line->cursor - line->buffer));
  if (!before) return CC_REFRESH_BEEP;
  cedit_completion found = cedit.complete(cedit.owner, before);
  free(before);
  unsigned char result = found.insert || found.shown ? CC_REFRESH : CC_REFRESH_BEEP;
  if (found.insert) el_insertstr(editor, found.insert);
  if (found.shown) {
    cedit_write("\n", 1);
    cedit_write(found.shown, strlen(found.shown));
    result = CC_REDISPLAY;
  }
  free(found.insert);
  free(found.shown);
  return result;
}

static void bind_keys(EditLine *editor) {
  static const char *const bindings[][2] = {
      {"^I", "mix-complete"},         {"^C", "mix-interrupt"},       {"^Z", "mix-suspend"},
      {"^R", "em-inc-search-prev"},   {"\033[200~", "mix-paste"},    {"\033[3~", "ed-delete-next-char"},
      {"\033[H", "ed-move-to-beg"},   {"\033[F", "ed-move-to-end"},  {"\033[1~", "ed-move-to-beg"},
      {"\033[4~", "ed-move-to-end"},  {"\033[1;5C", "em-next-word"}, {"\033[1;5D", "ed-prev-word"},
      {"^W", "ed-delete-prev-word"},
  };
  el_set(editor, EL_ADDFN, "mix-complete", "Completes a name", on_complete);
  el_set(editor, EL_ADDFN, "mix-interrupt", "Drops the line", on_interrupt);
  el_set(editor, EL_ADDFN, "mix-suspend", "Suspends the process", on_suspend);
  el_set(editor, EL_ADDFN, "mix-paste", "Takes pasted text", cedit_on_paste);
  for (size_t i = 0; i < sizeof bindings / sizeof *bindings; i++)
    el_set(editor, EL_BIND, bindings[i][0], bindings[i][1], NULL);
}

// MARK: Life

bool cedit_open(bool plain, int most_lines, cedit_complete complete, void *owner) {
  if (tcgetattr(STDIN_FILENO, &found) != 0) return false;
  setlocale(LC_CTYPE, "");
  if (MB_CUR_MAX == 1) setlocale(LC_CTYPE, "C.UTF-8");
  // libedit asks the environment, and complains about a terminal that it does not know.
  if (plain) setenv("TERM", "dumb", 1);
  if (!cedit_open_output()) return false;
  cedit.plain = plain;
  cedit.complete = complete;
  cedit.owner = owner;
  cedit.history = history_init();
  // Streams of its own: C's standard output is diverted.
  FILE *output = fdopen(dup(STDOUT_FILENO), "w"), *errors = fdopen(dup(STDERR_FILENO), "w");
  if (!cedit.history || !output || !errors) return false;
  HistEvent event;
  history(cedit.history, &event, H_SETSIZE, most_lines);
  history(cedit.history, &event, H_SETUNIQUE, 1);
  cedit.editor = el_init("mixhost", stdin, output, errors);
  if (!cedit.editor) return false;
  el_set(cedit.editor, EL_EDITOR, "emacs");
  el_set(cedit.editor, EL_PROMPT_ESC, prompt, '\1');
  el_set(cedit.editor, EL_HIST, history, cedit.history);
  el_wset(cedit.editor, EL_GETCFN, next_character);
  el_set(cedit.editor, EL_SETTY, "-d", "-isig", NULL);
  bind_keys(cedit.editor);
  return true;
}

void cedit_remember(const char *line) {
  HistEvent event;
  history(cedit.history, &event, H_ENTER, line);
}

static int finish(int count, const char *line, const char **text, size_t *length) {
  if (cedit.interrupted) return CEDIT_INTERRUPTED;
  if (cedit.has_block) {
    *text = cedit.block.start;
    *length = cedit.block.length;
    return CEDIT_LINE;
  }
  if (!line || count <= 0) return CEDIT_END;
  *text = line;
  *length = strlen(line);
  if (*length > 0 && line[*length - 1] == '\n') (*length)--;
  return CEDIT_LINE;
}

// Reads the last line of a paste that had no line break behind it: what Enter ends belongs to the same input.
static const char *complete_block(const char *line, int *count) {
  while (cedit.has_block && !cedit.interrupted && cedit.tail.length > 0 &&
         cedit_append(&cedit.tail, "", 1) && cedit_append(&cedit.block, "\n", 1)) {
    el_push(cedit.editor, cedit.tail.start);
    cedit.tail.length = 0;
    cedit.has_block = false;
    cedit.prompt = "  ";
    line = el_gets(cedit.editor, count);
    // A further paste has added itself to the block.
    if (cedit.has_block || cedit.interrupted) continue;
    if (!line || *count <= 0) {
      cedit.interrupted = true;
      break;
    }
    size_t length = strlen(line);
    cedit_append(&cedit.block, line, length - (line[length - 1] == '\n'));
    cedit.has_block = true;
  }
  return line;
}

int cedit_read(const char *prompt, const char **text, size_t *length) {
  cedit.prompt = prompt;
  cedit.interrupted = false;
  cedit.has_block = false;
  cedit.block.length = 0;
  if (cedit.tail.length > 0 && cedit_append(&cedit.tail, "", 1)) {
    el_push(cedit.editor, cedit.tail.start);
  }
  cedit.tail.length = 0;
  if (!cedit.plain) cedit_write("\033[?2004h", 8);  // pastes are marked
  el_resize(cedit.editor);
  el_set(cedit.editor, EL_PREP_TERM, 1);
  if (ioctl(STDIN_FILENO, FIONREAD, &typed_ahead) != 0) typed_ahead = 0;
  cedit_set_reading(true);
  int count = 0;
  const char *line = complete_block(el_gets(cedit.editor, &count), &count);
  cedit_set_reading(false);
  if (!cedit.plain) cedit_write("\033[?2004l", 8);
  return finish(count, line, text, length);
}

void cedit_restore_terminal(void) {
  if (cedit.editor && !cedit.plain && cedit_reading()) cedit_write("\033[?2004l\r\n", 10);
  tcsetattr(STDIN_FILENO, TCSANOW, &found);
}

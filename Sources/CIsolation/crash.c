#define _GNU_SOURCE
#include "cisolation.h"

#include <dlfcn.h>
#include <link.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <unwind.h>

// Everything the handler needs is made before a crash: it runs where malloc, locks and stdio may be broken.
static char header[256];
static char stack[65536];

static void say(const char *text) {
  if (write(STDERR_FILENO, text, strlen(text)) < 0) return;
}

static void say_hexadecimal(uintptr_t number) {
  char digits[2 + 2 * sizeof number + 1];
  size_t place = sizeof digits - 1;
  digits[place] = 0;
  do {
    digits[--place] = "0123456789abcdef"[number % 16];
    number /= 16;
  } while (number != 0);
  digits[--place] = 'x';
  digits[--place] = '0';
  say(&digits[place]);
}

// One frame: the file that holds the code and the place in it. An address behind a call belongs to the call.
static _Unwind_Reason_Code say_frame(struct _Unwind_Context *context, void *left) {
  int is_exact = 0;
  uintptr_t address = _Unwind_GetIPInfo(context, &is_exact);
  if (address == 0 || (*(int *)left)-- == 0) return _URC_END_OF_STACK;
  if (!is_exact) address -= 1;
  struct dl_find_object object;
  say("  ");
  if (_dl_find_object((void *)address, &object) == 0) {
    const char *name = object.dlfo_link_map->l_name;
    say(name[0] != 0 ? name : "mixhost");
    say(" ");
    say_hexadecimal(address - object.dlfo_link_map->l_addr);
  } else {
    say("? ");
    say_hexadecimal(address);
  }
  say("\n");
  return _URC_NO_REASON;
}

static void report(int number) {
  int most = 64;
  say(header);
  say("signal ");
  const char *name = sigabbrev_np(number);
  say(name != NULL ? name : "?");
  say("\n");
  _Unwind_Backtrace(say_frame, &most);
  say("Save these lines to a file; mixhost doctor --crash FILE names the functions.\n");
  // The handler is gone (SA_RESETHAND): the signal ends the process as it would have.
  raise(number);
}

static int copy_build(struct dl_phdr_info *info, size_t size, void *out) {
  (void)size;
  char *text = out;
  for (int index = 0; index < info->dlpi_phnum; index++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[index];
    if (part->p_type != PT_NOTE) continue;
    const char *next = (const char *)(info->dlpi_addr + part->p_vaddr), *end = next + part->p_memsz;
    while (next + sizeof(ElfW(Nhdr)) <= end) {
      const ElfW(Nhdr) *note = (const ElfW(Nhdr) *)next;
      const unsigned char *bytes = (const unsigned char *)(note + 1) + ((note->n_namesz + 3u) & ~3u);
      if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 && note->n_descsz <= CISOLATION_BUILD_BYTES) {
        for (unsigned place = 0; place < note->n_descsz; place++)
          snprintf(text + 2 * place, 3, "%02x", bytes[place]);
      }
      next = (const char *)bytes + ((note->n_descsz + 3u) & ~3u);
    }
  }
  return 1;  // The first object is the program itself.
}

void cisolation_build(char text[2 * CISOLATION_BUILD_BYTES + 1]) {
  text[0] = 0;
  dl_iterate_phdr(copy_build, text);
}

void cisolation_report_crashes(const char *version) {
  char build[2 * CISOLATION_BUILD_BYTES + 1];
  cisolation_build(build);
  snprintf(header, sizeof header, "mixhost %s crashed, build %s, ", version, build);
  // A stack of its own: an overflow of the main thread's leaves none.
  stack_t alternative = {.ss_sp = stack, .ss_size = sizeof stack};
  sigaltstack(&alternative, NULL);
  struct sigaction action = {.sa_handler = report, .sa_flags = SA_RESETHAND | SA_ONSTACK};
  sigfillset(&action.sa_mask);
  const int numbers[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT};
  for (size_t index = 0; index < sizeof numbers / sizeof *numbers; index++)
    sigaction(numbers[index], &action, NULL);
}

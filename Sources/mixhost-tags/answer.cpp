#include "answer.h"

#include <cerrno>
#include <unistd.h>

void Answer::word(const std::string &text) {
  for (char byte : text) {
    if (byte == '\0')
      bytes += "\xEF\xBF\xBD";
    else
      bytes += byte;
  }
  bytes += '\0';
}

void Answer::add(const std::string &kind, const std::string &name, const std::string &value) {
  word(kind);
  word(name);
  word(value);
}

void Answer::add(const std::string &kind, const std::string &name, long long value) {
  add(kind, name, std::to_string(value));
}

bool Answer::send() {
  add("end", "", "");
  size_t sent = 0;
  while (sent < bytes.size()) {
    ssize_t count = write(STDOUT_FILENO, bytes.data() + sent, bytes.size() - sent);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    sent += static_cast<size_t>(count);
  }
  return true;
}

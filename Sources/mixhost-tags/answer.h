// The helper's answer: words of three, each ended by a zero byte.
#ifndef MIXHOST_TAGS_ANSWER_H
#define MIXHOST_TAGS_ANSWER_H

#include <string>

class Answer {
 public:
  /// Adds three words. A zero byte within one becomes U+FFFD.
  void add(const std::string &kind, const std::string &name, const std::string &value);
  void add(const std::string &kind, const std::string &name, long long value);

  /// Writes everything to standard output, with the words that say that nothing is missing.
  bool send();

 private:
  std::string bytes;
  void word(const std::string &text);
};

#endif

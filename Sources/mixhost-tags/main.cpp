// mixhost-tags read
// mixhost-tags write [-KEY | KEY=VALUE]…
//
// Reads or changes the tags of the audio file at descriptor 3, for mixhost, and answers on standard
// output (answer.h). A process of its own: whatever a hostile file does to TagLib happens here, under
// limits of the kernel. `-KEY` removes all values of a key, KEY=VALUE adds one.
#include <csignal>
#include <cstring>
#include <exception>
#include <sys/prctl.h>
#include <sys/resource.h>

#include "answer.h"
#include "audio_file.h"

namespace {

const int audioDescriptor = 3;

void limit(int resource, rlim_t most) {
  struct rlimit value = {most, most};
  setrlimit(static_cast<__rlimit_resource>(resource), &value);
}

void holdBack() {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_CPU, 10);
  limit(RLIMIT_AS, 512UL << 20);
}

bool fail(Answer &answer, const std::string &kind, const std::string &reason) {
  answer.add("error", kind, reason);
  return answer.send();
}

/// Applies the words of the command line.
void apply(TagLib::PropertyMap &properties, char **words) {
  for (; *words; words++) {
    if (**words == '-') {
      properties.erase(TagLib::String(*words + 1, TagLib::String::UTF8));
    } else if (const char *equals = std::strchr(*words, '=')) {
      std::string name(*words, static_cast<size_t>(equals - *words));
      TagLib::String key(name, TagLib::String::UTF8);
      TagLib::StringList value(TagLib::String(equals + 1, TagLib::String::UTF8));
      properties.insert(key, value);
    }
  }
}

bool write(Answer &answer, char **changes) {
  {
    AudioFile audio(audioDescriptor, false);
    std::string flaw = audio.flaw();
    if (!flaw.empty()) return fail(answer, "damaged", flaw);
    TagLib::PropertyMap properties = audio.properties();
    apply(properties, changes);
    TagLib::PropertyMap refused = audio.set(properties);
    if (!refused.isEmpty())
      return fail(answer, "unsupported",
                  "its format has no place for " + refused.begin()->first.to8Bit(true));
    if (!audio.save()) return fail(answer, "io", "its tags were not written");
  }
  // As the next reader will see it.
  AudioFile audio(audioDescriptor, true);
  std::string flaw = audio.flaw();
  if (!flaw.empty()) return fail(answer, "damaged", "TagLib damaged its copy");
  audio.describe(answer);
  return answer.send();
}

bool read(Answer &answer) {
  AudioFile audio(audioDescriptor, true);
  std::string flaw = audio.flaw();
  if (!flaw.empty()) return fail(answer, "damaged", flaw);
  audio.describe(answer);
  return answer.send();
}

}  // namespace

int main(int count, char **words) {
  holdBack();
  Answer answer;
  try {
    std::string command = count > 1 ? words[1] : "";
    if (command == "read") return read(answer) ? 0 : 1;
    if (command == "write") return write(answer, words + 2) ? 0 : 1;
  } catch (const std::exception &problem) {
    // Above all std::bad_alloc.
    Answer other;
    return fail(other, "damaged", "it asks for more memory than tags may take") ? 0 : 1;
  }
  return 2;
}

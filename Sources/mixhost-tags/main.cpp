// mixhost-tags read
// mixhost-tags genre NAME
//
// Reads the tags of the audio file at descriptor 3, for mixhost, or finds the number of a genre,
// and answers on standard output (answer.h). A process of its own: whatever a hostile file does to
// TagLib happens here, under limits of the kernel.
#include <csignal>
#include <exception>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <taglib/id3v1genres.h>

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

/// The number of a genre in ID3v1; 255 for one that has none.
bool genre(Answer &answer, const char *name) {
  TagLib::String text(name, TagLib::String::UTF8);
  answer.add("audio", "genre", TagLib::ID3v1::genreIndex(text));
  return answer.send();
}

bool read(Answer &answer) {
  AudioFile audio(audioDescriptor);
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
    if (command == "genre" && count > 2) return genre(answer, words[2]) ? 0 : 1;
  } catch (const std::exception &problem) {
    // Above all std::bad_alloc.
    Answer other;
    return fail(other, "damaged", "it asks for more memory than tags may take") ? 0 : 1;
  }
  return 2;
}

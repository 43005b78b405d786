// An audio file behind a descriptor, as TagLib sees it.
#ifndef MIXHOST_TAGS_AUDIO_FILE_H
#define MIXHOST_TAGS_AUDIO_FILE_H

#include <memory>
#include <string>
#include <taglib/tfile.h>
#include <taglib/tfilestream.h>

#include "answer.h"
#include "tag_finder.h"

enum class Format { unknown, flac, mpeg, mp4, vorbis, opus, wav, aiff };

class AudioFile {
 public:
  /// Opens by content; the file's name plays no part. The descriptor stays the caller's.
  explicit AudioFile(int descriptor);

  /// The fault; empty when it can be used.
  std::string flaw() const;

  /// Puts tags, audio facts, what TagLib does not map and what no change reaches into an answer. A
  /// property has the values of the first tag that has it.
  void describe(Answer &answer) const;

 private:
  Format format = Format::unknown;
  std::unique_ptr<TagLib::FileStream> stream;
  std::unique_ptr<TagLib::File> file;
  int pictures(const TagFinder &found) const;
};

#endif

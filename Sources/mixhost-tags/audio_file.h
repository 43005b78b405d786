// An audio file behind a descriptor, as TagLib sees it.
#ifndef MIXHOST_TAGS_AUDIO_FILE_H
#define MIXHOST_TAGS_AUDIO_FILE_H

#include <memory>
#include <string>
#include <taglib/tfile.h>
#include <taglib/tfilestream.h>
#include <utility>
#include <vector>

#include "answer.h"

enum class Format { unknown, flac, mpeg, mp4, vorbis, opus, wav, aiff };

class AudioFile {
 public:
  /// Opens by content; the file's name plays no part. The descriptor stays the caller's.
  explicit AudioFile(int descriptor);

  /// The fault; empty when it can be used.
  std::string flaw() const;

  /// Puts tags, audio facts and what TagLib does not map into an answer. A property has the values
  /// of the first tag that has it.
  void describe(Answer &answer) const;

 private:
  using Tags = std::vector<std::pair<std::string, TagLib::Tag *>>;

  Format format = Format::unknown;
  std::unique_ptr<TagLib::FileStream> stream;
  std::unique_ptr<TagLib::File> file;
  int pictures() const;

  /// The tags with the names of their kinds, in the order in which they are asked for a property.
  Tags tags() const;
};

#endif

// An audio file behind a descriptor, as TagLib sees it.
#ifndef MIXHOST_TAGS_AUDIO_FILE_H
#define MIXHOST_TAGS_AUDIO_FILE_H

#include <memory>
#include <string>
#include <taglib/tfile.h>
#include <taglib/tfilestream.h>
#include <taglib/tpropertymap.h>

#include "answer.h"

enum class Format { unknown, flac, mpeg, mp4 };

class AudioFile {
 public:
  /// Opens by content; the file's name plays no part. The descriptor stays the caller's.
  AudioFile(int descriptor, bool readOnly);

  /// The fault; empty when it can be used.
  std::string flaw() const;

  /// Puts properties, audio facts and what TagLib does not map into an answer.
  void describe(Answer &answer) const;

  TagLib::PropertyMap properties() const { return file->properties(); }

  /// Replaces the properties in memory.
  /// Returns those that the format cannot hold.
  TagLib::PropertyMap set(const TagLib::PropertyMap &properties);

  /// Writes the tags that the file has already, and the format's own.
  bool save();

 private:
  Format format = Format::unknown;
  std::unique_ptr<TagLib::FileStream> stream;
  std::unique_ptr<TagLib::File> file;
  int pictures() const;
};

#endif

#include "audio_file.h"

#include <taglib/audioproperties.h>
#include <taglib/flacfile.h>
#include <taglib/flacproperties.h>
#include <taglib/id3v2framefactory.h>
#include <taglib/id3v2header.h>
#include <taglib/id3v2tag.h>
#include <taglib/mp4file.h>
#include <taglib/mp4item.h>
#include <taglib/mp4properties.h>
#include <taglib/mp4tag.h>
#include <taglib/mpegfile.h>
#include <taglib/mpegproperties.h>
#include <unistd.h>

using namespace TagLib;

namespace {

/// The format by the first bytes, behind any ID3v2 tags, which FLAC files may have, too.
Format formatOf(FileStream &stream) {
  long place = 0;
  Format found = Format::mpeg;
  for (int tags = 0; tags < 16; tags++) {
    stream.seek(place);
    ByteVector head = stream.readBlock(12);
    if (head.size() < 8) return Format::unknown;
    if (head.startsWith("fLaC")) return Format::flac;
    if (head.mid(4, 4) == "ftyp") return place == 0 ? Format::mp4 : Format::unknown;
    if (!head.startsWith("ID3") || head.size() < 10) {
      unsigned char first = head[0], second = head[1];
      bool isFrame = first == 0xFF && (second & 0xE0) == 0xE0;
      // Behind a tag there may be padding that the tag does not count.
      return isFrame || place > 0 ? found : Format::unknown;
    }
    long size = 0;
    for (unsigned int index = 6; index < 10; index++) size = size << 7 | (head[index] & 0x7F);
    place += 10 + size + ((head[5] & 0x10) ? 10 : 0);
  }
  return Format::unknown;
}

}  // namespace

AudioFile::AudioFile(int descriptor, bool readOnly)
    : stream(new FileStream(dup(descriptor), readOnly)) {
  if (!stream->isOpen()) return;
  format = formatOf(*stream);
  stream->seek(0);
  auto *frames = ID3v2::FrameFactory::instance();
  switch (format) {
    case Format::flac: file.reset(new FLAC::File(stream.get(), frames)); break;
    case Format::mpeg: file.reset(new MPEG::File(stream.get(), frames)); break;
    case Format::mp4: file.reset(new MP4::File(stream.get())); break;
    case Format::unknown: break;
  }
}

std::string AudioFile::flaw() const {
  if (!stream->isOpen()) return "it cannot be read";
  if (!file) return "it is not a FLAC, MP3 or M4A file";
  auto *audio = file->audioProperties();
  if (!file->isValid() || !audio || audio->sampleRate() <= 0) return "it is damaged: no audio in it";
  return "";
}

int AudioFile::pictures() const {
  if (auto *flac = dynamic_cast<FLAC::File *>(file.get())) return flac->pictureList().size();
  if (auto *mp4 = dynamic_cast<MP4::File *>(file.get()))
    return mp4->tag() && mp4->tag()->contains("covr")
               ? mp4->tag()->item("covr").toCoverArtList().size() : 0;
  auto *mpeg = dynamic_cast<MPEG::File *>(file.get());
  return mpeg && mpeg->hasID3v2Tag() ? mpeg->ID3v2Tag()->frameList("APIC").size() : 0;
}

void AudioFile::describe(Answer &answer) const {
  const char *names[] = {"", "flac", "mp3", "m4a"};
  answer.add("audio", "format", names[static_cast<int>(format)]);
  auto *audio = file->audioProperties();
  answer.add("audio", "milliseconds", audio->lengthInMilliseconds());
  answer.add("audio", "bitrate", audio->bitrate());
  answer.add("audio", "sample_rate", audio->sampleRate());
  answer.add("audio", "channels", audio->channels());
  answer.add("audio", "pictures", pictures());
  PropertyMap all = file->properties();
  for (auto entry = all.begin(); entry != all.end(); ++entry)
    for (const String &value : entry->second)
      answer.add("tag", entry->first.to8Bit(true), value.to8Bit(true));
  for (const String &name : all.unsupportedData()) answer.add("other", name.to8Bit(true), "");
}

PropertyMap AudioFile::set(const PropertyMap &properties) { return file->setProperties(properties); }

bool AudioFile::save() {
  auto *mpeg = dynamic_cast<MPEG::File *>(file.get());
  if (!mpeg) return file->save();
  int tags = MPEG::File::ID3v2;
  if (mpeg->hasID3v1Tag()) tags |= MPEG::File::ID3v1;
  if (mpeg->hasAPETag()) tags |= MPEG::File::APE;
  // A file keeps its version of ID3: older players read nothing newer.
  bool isOld = mpeg->hasID3v2Tag() && mpeg->ID3v2Tag()->header()->majorVersion() < 4;
  return mpeg->save(tags, File::StripNone, isOld ? ID3v2::v3 : ID3v2::v4, File::DoNotDuplicate);
}

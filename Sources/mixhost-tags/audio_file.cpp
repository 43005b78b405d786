#include "audio_file.h"

#include <taglib/apetag.h>
#include <taglib/aifffile.h>
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
#include <taglib/opusfile.h>
#include <taglib/textidentificationframe.h>
#include <taglib/tpropertymap.h>
#include <taglib/unknownframe.h>
#include <taglib/vorbisfile.h>
#include <taglib/wavfile.h>
#include <taglib/xiphcomment.h>
#include <unistd.h>

using namespace TagLib;

namespace {

/// The format by the first bytes, behind any ID3v2 tags, which FLAC files may have, too.
Format formatOf(FileStream &stream) {
  long place = 0;
  Format found = Format::mpeg;
  for (int tags = 0; tags < 16; tags++) {
    stream.seek(place);
    ByteVector head = stream.readBlock(64);
    if (head.size() < 12) return Format::unknown;
    if (place == 0 && head.startsWith("OggS"))
      return head.find("OpusHead") > 0 ? Format::opus
             : head.find("\1vorbis") > 0 ? Format::vorbis : Format::unknown;
    if (place == 0 && head.startsWith("RIFF") && head.mid(8, 4) == "WAVE") return Format::wav;
    if (place == 0 && head.startsWith("FORM") && head.mid(8, 3) == "AIF") return Format::aiff;
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

/// The text of the one frame of that name, which TagLib knows but does not read; empty without it.
String textOf(ID3v2::Tag *tag, const char *name) {
  const ID3v2::FrameList &list = tag->frameList(name);
  auto *frame = list.size() == 1 ? dynamic_cast<ID3v2::UnknownFrame *>(list.front()) : nullptr;
  if (!frame || frame->data().size() < 2) return "";
  if (static_cast<unsigned char>(frame->data()[0]) > 3) return "";
  return String(frame->data().mid(1), static_cast<String::Type>(frame->data()[0]));
}

/// The texts of a frame; those of IPL in 2.2 TagLib does not read.
StringList textsOf(const ID3v2::Frame *frame) {
  if (auto *text = dynamic_cast<const ID3v2::TextIdentificationFrame *>(frame))
    return text->fieldList();
  auto *unknown = dynamic_cast<const ID3v2::UnknownFrame *>(frame);
  if (!unknown || unknown->data().isEmpty()) return {};
  const auto type = static_cast<unsigned char>(unknown->data()[0]);
  const unsigned int width = type == 1 || type == 2 ? 2 : 1;
  if (type > 3) return {};
  StringList texts;
  for (const ByteVector &part :
       ByteVectorList::split(unknown->data().mid(1), ByteVector(width, '\0'), width))
    if (!part.isEmpty()) texts.append(String(part, static_cast<String::Type>(type)));
  return texts;
}

/// Adds a part that the map cannot hold. TagLib 2 has a function for it.
void addUnsupported(PropertyMap &map, const String &part) {
#if TAGLIB_MAJOR_VERSION >= 2
  map.addUnsupportedData(part);
#else
  map.unsupportedData().append(part);
#endif
}

/// The properties of a list of people and their roles, in any spelling of the roles; TagLib knows
/// those in capitals alone.
PropertyMap peopleOf(const ID3v2::Frame *frame) {
  PropertyMap people;
  StringList texts = textsOf(frame);
  if (texts.isEmpty() || texts.size() % 2 != 0) {
    addUnsupported(people, String(frame->frameID()));
    return people;
  }
  for (auto text = texts.begin(); text != texts.end(); ++text) {
    String role = text->upper(), key = "PERFORMER:" + role;
    if (role == "ARRANGER" || role == "ENGINEER" || role == "PRODUCER") key = role;
    if (role == "DJ-MIX") key = "DJMIXER";
    if (role == "MIX") key = "MIXER";
    people.insert(key, StringList(*++text));
  }
  return people;
}

/// Takes the first of each text out of a list.
void removeAll(StringList &list, const StringList &texts) {
  for (const String &text : texts) {
    auto place = list.find(text);
    if (place != list.end()) list.erase(place);
  }
}

/// Puts the people of a frame in place of what TagLib has read of it.
void replacePeople(PropertyMap &all, const ID3v2::Frame *frame) {
  const ByteVector id = frame->frameID();
  if (id != "TIPL" && id != "TMCL" && id != "IPLS") return;
  if (auto *text = dynamic_cast<const ID3v2::TextIdentificationFrame *>(frame))
    for (const auto &[key, values] : text->asProperties()) {
      removeAll(all[key], values);
      if (all[key].isEmpty()) all.erase(key);
    }
  StringList unsupported = all.unsupportedData();
  removeAll(unsupported, StringList(String(id)));
  removeAll(unsupported, StringList("UNKNOWN/" + String(id)));
  // The list in a map only grows in TagLib 2.
  PropertyMap kept;
  for (const auto &[key, values] : all) kept.insert(key, values);
  for (const String &part : unsupported) addUnsupported(kept, part);
  kept.merge(peopleOf(frame));
  all = kept;
}

/// Whether a part of an ID3v2 tag is half of a date, which TagLib puts into the property.
bool isOfDate(const String &part) {
  return part == "UNKNOWN/TDAT" || part == "UNKNOWN/TIME" || part == "UNKNOWN/TDA" ||
         part == "UNKNOWN/TIM";
}

/// The properties of an ID3v2 tag. TagLib puts day and year together in 2.3, and not in 2.2.
PropertyMap propertiesOf(ID3v2::Tag *tag) {
  PropertyMap all = tag->properties();
  for (const ID3v2::Frame *frame : tag->frameList()) replacePeople(all, frame);
  if (tag->header()->majorVersion() != 2) return all;
  String day = textOf(tag, "TDA"), year = all["DATE"].toString();
  if (day.size() == 4 && year.size() == 4)
    all.replace("DATE", StringList(year + "-" + day.substr(2, 2) + "-" + day.substr(0, 2)));
  return all;
}

/// The properties of a tag of any kind: Tag::properties is not virtual.
PropertyMap propertiesOf(Tag *tag) {
  if (auto *id3 = dynamic_cast<ID3v2::Tag *>(tag)) return propertiesOf(id3);
  if (auto *ape = dynamic_cast<APE::Tag *>(tag)) return ape->properties();
  if (auto *comments = dynamic_cast<Ogg::XiphComment *>(tag)) return comments->properties();
  if (auto *mp4 = dynamic_cast<MP4::Tag *>(tag)) return mp4->properties();
  return tag->properties();
}

/// Whether values of a later tag are those of the first. ID3v1 has room for their beginning, in
/// Latin-1, with question marks for other letters.
bool saysTheSame(const StringList &first, const StringList &later, bool isShort) {
  if (first == later) return true;
  if (!isShort || first.isEmpty()) return false;
  String whole = first.front(), own = later.toString();
  if (whole.startsWith(own) || own.find("?") >= 0) return true;
  return whole.toInt() > 0 && whole.toInt() == own.toInt();
}

/// A file of a kind that may have an ID3v2 tag. TagLib 2 needs no factory for its frames.
template <typename File> File *opened(IOStream *stream) {
#if TAGLIB_MAJOR_VERSION >= 2
  return new File(stream);
#else
  return new File(stream, ID3v2::FrameFactory::instance());
#endif
}

}  // namespace

AudioFile::AudioFile(int descriptor) : stream(new FileStream(dup(descriptor), true)) {
  if (!stream->isOpen()) return;
  format = formatOf(*stream);
  stream->seek(0);
  switch (format) {
    case Format::flac: file.reset(opened<FLAC::File>(stream.get())); break;
    case Format::mpeg: file.reset(opened<MPEG::File>(stream.get())); break;
    case Format::mp4: file.reset(new MP4::File(stream.get())); break;
    case Format::vorbis: file.reset(new Ogg::Vorbis::File(stream.get())); break;
    case Format::opus: file.reset(new Ogg::Opus::File(stream.get())); break;
    case Format::wav: file.reset(new RIFF::WAV::File(stream.get())); break;
    case Format::aiff: file.reset(new RIFF::AIFF::File(stream.get())); break;
    case Format::unknown: break;
  }
}

std::string AudioFile::flaw() const {
  if (!stream->isOpen()) return "it cannot be read";
  if (!file) return "it is not a FLAC, MP3, M4A, Ogg, WAV or AIFF file";
  auto *audio = file->audioProperties();
  if (!file->isValid() || !audio || audio->sampleRate() <= 0) return "it is damaged: no audio in it";
  return "";
}

int AudioFile::pictures(const TagFinder &found) const {
  if (auto *flac = dynamic_cast<FLAC::File *>(file.get())) return flac->pictureList().size();
  if (auto *mp4 = dynamic_cast<MP4::File *>(file.get()))
    return mp4->tag() && mp4->tag()->contains("covr")
               ? mp4->tag()->item("covr").toCoverArtList().size() : 0;
  int count = 0;
  for (const FoundTag &part : found.tags) {
    Tag *tag = part.tag;
    if (auto *id3 = dynamic_cast<ID3v2::Tag *>(tag)) count += id3->frameList("APIC").size();
    auto *comments = dynamic_cast<Ogg::XiphComment *>(tag);
    if (comments) count += comments->pictureList().size();
  }
  return count;
}

void AudioFile::describe(Answer &answer) const {
  const char *names[] = {"", "flac", "mp3", "m4a", "ogg", "opus", "wav", "aiff"};
  answer.add("audio", "format", names[static_cast<int>(format)]);
  auto *audio = file->audioProperties();
  answer.add("audio", "milliseconds", audio->lengthInMilliseconds());
  answer.add("audio", "bitrate", audio->bitrate());
  answer.add("audio", "sample_rate", audio->sampleRate());
  answer.add("audio", "channels", audio->channels());
  TagFinder found(*file);
  answer.add("audio", "pictures", pictures(found));
  for (const std::string &part : found.staying) answer.add("stays", part, "");
  PropertyMap all;
  for (const FoundTag &part : found.tags) {
    if (!part.joins) answer.add("kind", part.name, "");
    PropertyMap own = propertiesOf(part.tag);
    for (const auto &[key, values] : own) {
      if (part.joins || !all.contains(key)) all.insert(key, values);
      else if (!saysTheSame(all[key], values, part.rank == FoundTag::id3v1))
        answer.add("differs", part.name, key.to8Bit(true));
    }
    for (const String &part : own.unsupportedData())
      if (!isOfDate(part)) answer.add("other", part.to8Bit(true), "");
  }
  for (const auto &[key, values] : all)
    for (const String &value : values) answer.add("tag", key.to8Bit(true), value.to8Bit(true));
}

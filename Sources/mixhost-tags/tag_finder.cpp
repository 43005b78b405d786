#include "tag_finder.h"

#include <algorithm>
#include <map>
#include <set>
#include <taglib/aifffile.h>
#include <taglib/apetag.h>
#include <taglib/flacfile.h>
#include <taglib/id3v1tag.h>
#include <taglib/id3v2header.h>
#include <taglib/id3v2tag.h>
#include <taglib/infotag.h>
#include <taglib/mp4file.h>
#include <taglib/mpegfile.h>
#include <taglib/wavfile.h>
#include <taglib/xiphcomment.h>

using namespace TagLib;

namespace {

long safe(const ByteVector &bytes, unsigned int from) {
  long size = 0;
  for (unsigned int index = from; index < from + 4; index++)
    size = size << 7 | (bytes[index] & 0x7F);
  return size;
}

long length(const ByteVector &bytes, unsigned int from, bool isBig) {
  return static_cast<long>(bytes.toUInt(from, isBig));
}

std::string letters(const ByteVector &bytes) { return std::string(bytes.data(), bytes.size()); }

/// An ID3v2 tag at any place. With a footer, TagLib takes the last ten bytes of the frames for it.
class ID3 : public ID3v2::Tag {
 public:
  ID3(ByteVector head, const ByteVector &frames) {
    head[5] = static_cast<char>(head[5] & ~0x10);
    header()->setData(head);
    if (!frames.isEmpty()) parse(frames);
  }
};

/// A text of an unknown encoding.
String text(const ByteVector &bytes) {
  String utf8(bytes, String::UTF8);
  return utf8.data(String::UTF8) == bytes ? utf8 : String(bytes, String::Latin1);
}

}  // namespace

TagFinder::TagFinder(File &file) : file(file) {
  if (auto *flac = dynamic_cast<FLAC::File *>(&file)) {
    if (flac->hasXiphComment())
      tags.push_back({FoundTag::comments, "Vorbis comments", flac->xiphComment(), nullptr});
    long start = findFirst();
    findBlocks(start + 4);
    findLast(start);
  } else if (dynamic_cast<MPEG::File *>(&file)) {
    findLast(findFirst());
  } else if (dynamic_cast<RIFF::WAV::File *>(&file)) {
    findChunks(false);
  } else if (dynamic_cast<RIFF::AIFF::File *>(&file)) {
    findChunks(true);
  } else if (auto *mp4 = dynamic_cast<MP4::File *>(&file)) {
    if (mp4->hasMP4Tag()) tags.push_back({FoundTag::comments, "MP4", mp4->tag(), nullptr});
    findBoxes();
  } else {
    tags.push_back({FoundTag::comments, "Vorbis comments", file.tag(), nullptr});
    findStreams();
  }
  std::stable_sort(tags.begin(), tags.end(),
                   [](const FoundTag &a, const FoundTag &b) { return a.rank < b.rank; });
  nameRepeated();
}

ByteVector TagFinder::block(long place, long count) const {
  if (place < 0) return ByteVector();
  file.seek(place);
  return file.readBlock(count);
}

void TagFinder::add(FoundTag::Rank rank, const std::string &name, Tag *own, bool joins) {
  tags.push_back({rank, name, own, std::shared_ptr<Tag>(own), joins});
}

void TagFinder::addID3(long place) {
  ByteVector head = block(place, 10);
  if (head.size() < 10) return;
  const long size = safe(head, 6);
  auto *tag = new ID3(head, size > 0 ? file.readBlock(size) : ByteVector());
  add(FoundTag::id3, "ID3v2." + std::to_string(tag->header()->majorVersion()), tag);
}

/// Tells tags of one kind apart.
void TagFinder::nameRepeated() {
  std::set<std::string> names;
  for (FoundTag &found : tags)
    if (!found.joins && !names.insert(found.name).second) found.name = "further " + found.name;
}

// MARK: MP3 and FLAC

/// Finds the ID3v2 tags at the beginning; returns their end.
long TagFinder::findFirst() {
  long place = 0;
  for (int count = 0; count < mostParts; count++) {
    ByteVector head = block(place, 10);
    if (head.size() < 10 || !head.startsWith("ID3")) break;
    addID3(place);
    place += 10 + safe(head, 6) + ((head[5] & 0x10) ? 10 : 0);
  }
  return place;
}

/// Finds the tags behind the sound, from the last one.
void TagFinder::findLast(long start) {
  long end = file.length();
  for (int count = 0; count < mostParts; count++) {
    ByteVector foot = block(end - 32, 32);
    long before = end;
    // The name of an APE tag of 131 bytes has "TAG" where ID3v1 has it.
    if (foot.size() == 32 && foot.startsWith("APETAGEX")) {
      before = end - length(foot, 12, false) - ((foot[23] & 0x80) ? 32 : 0);
      if (before >= start) {
        add(FoundTag::ape, "APEv2", new APE::Tag(&file, end - 32));
        addItems(end - length(foot, 12, false), end - 32);
      }
    } else if (foot.size() == 32 && foot.mid(22, 4) == "3DI\4") {
      long place = end - 20 - safe(foot, 28);
      if (place >= start && block(place, 4) == "ID3\4") {
        addID3(place);
        before = place;
      }
    } else if (block(end - 128, 3) == "TAG") {
      before = end - 128;
      if (before >= start) add(FoundTag::id3v1, "ID3v1", new ID3v1::Tag(&file, before));
    } else if (block(end - 227, 4) == "TAG+") {
      before = end - 227;
      if (before >= start) staying.push_back("enhanced ID3v1");
    } else {
      before = beforeLyrics(start, end);
      if (before < end) staying.push_back("Lyrics3");
    }
    if (before >= end || before < start) return;
    end = before;
  }
}

/// TagLib reads the last of several items of APEv2 with one name: adds the others.
void TagFinder::addItems(long start, long end) {
  std::map<String, ByteVector> items;
  for (int count = 0; count < mostParts && end - start > 9; count++) {
    ByteVector head = block(start, 264);
    const int zero = head.find('\0', 8);
    if (zero < 0) return;
    const long size = length(head, 0, false);
    if (size > std::min(mostText, end - start - zero - 1)) return;
    const String name = String(head.mid(8, zero - 8)).upper();
    auto before = items.find(name);
    if (before != items.end()) {
      auto *tag = new APE::Tag();
      StringList values;
      for (const ByteVector &value : ByteVectorList::split(before->second, ByteVector('\0')))
        values.append(String(value, String::UTF8));
      tag->setItem(name, APE::Item(name, values));
      add(FoundTag::ape, "APEv2", tag, true);
    }
    // Binary data and addresses are no texts.
    if (!(head[4] & 6)) items[name] = block(start + zero + 1, size);
    start += zero + 1 + size;
  }
}

/// The beginning of a Lyrics3 tag that ends at a place; the place without one. Its first version
/// has no size, and 5,100 letters at most.
long TagFinder::beforeLyrics(long start, long end) {
  ByteVector foot = block(end - 15, 15);
  if (foot.endsWith("LYRICS200")) {
    long place = end - 15 - String(foot.mid(0, 6)).toInt();
    return place >= start && block(place, 11) == "LYRICSBEGIN" ? place : end;
  }
  if (!foot.endsWith("LYRICSEND")) return end;
  long from = std::max(start, end - 5120);
  int found = block(from, end - from).rfind("LYRICSBEGIN");
  return found >= 0 ? from + found : end;
}

/// Finds the lists of comments of a FLAC file behind the first.
void TagFinder::findBlocks(long place) {
  bool isFirst = true;
  for (int count = 0; count < mostParts; count++) {
    ByteVector head = block(place, 4);
    if (head.size() < 4) return;
    const long size = head.mid(1, 3).toUInt(true);
    if ((head[0] & 0x7F) == 4) {
      if (!isFirst)
        add(FoundTag::comments, "Vorbis comments", new Ogg::XiphComment(block(place + 4, size)));
      isFirst = false;
    }
    if (head[0] & 0x80) return;
    place += 4 + size;
  }
}

// MARK: WAV and AIFF

void TagFinder::findChunks(bool isBig) {
  static const std::set<std::string> known = {"bext", "cart", "DISP", "iXML", "_PMX", "XMP "};
  long place = 12;
  for (int count = 0; count < mostParts; count++) {
    ByteVector head = block(place, 12);
    if (head.size() < 8) return;
    const std::string name = letters(head.mid(0, 4));
    const long size = length(head, 4, isBig);
    const ByteVector mark = head.mid(8);
    if (String(name).upper() == "ID3 " && mark.startsWith("ID3")) {
      addID3(place + 8);
    } else if (!isBig && name == "LIST" && mark == "INFO" && size <= mostText) {
      const ByteVector list = block(place + 8, size);
      add(FoundTag::info, "INFO", new RIFF::Info::Tag(list));
      addTexts(list);
    } else if (isBig && size <= mostText) {
      addText(name, block(place + 8, size));
    }
    if (known.count(name)) staying.push_back(name.substr(0, name.find(' ')) + " chunk");
    place += 8 + size + (size & 1);
  }
}

/// TagLib reads the last of several texts of INFO with one name: adds the others.
void TagFinder::addTexts(const ByteVector &list) {
  std::map<std::string, ByteVector> texts;
  for (unsigned long place = 4; place + 8 <= list.size();) {
    const std::string name = letters(list.mid(place, 4));
    const unsigned long size = list.toUInt(place + 4, false);
    auto before = texts.find(name);
    if (before != texts.end()) {
      auto *tag = new RIFF::Info::Tag();
      tag->setFieldText(ByteVector(name.data(), 4), text(before->second));
      add(FoundTag::info, "INFO", tag, true);
    }
    const ByteVector value = list.mid(place + 8, size);
    const int zero = value.find('\0');
    texts[name] = zero < 0 ? value : value.mid(0, zero);
    place += 8 + size + (size & 1);
  }
}

/// Adds a text chunk of AIFF to the list of these.
void TagFinder::addText(const std::string &chunk, const ByteVector &bytes) {
  static const std::map<std::string, const char *> keys = {
      {"NAME", "TITLE"}, {"AUTH", "ARTIST"}, {"ANNO", "COMMENT"}, {"(c) ", "COPYRIGHT"}};
  auto key = keys.find(chunk);
  if (key == keys.end()) return;
  const int zero = bytes.find('\0');
  const String value = text(zero < 0 ? bytes : bytes.mid(0, zero)).stripWhiteSpace();
  if (tags.empty() || tags.back().rank != FoundTag::texts)
    add(FoundTag::texts, "AIFF texts", new Ogg::XiphComment());
  auto *list = static_cast<Ogg::XiphComment *>(tags.back().tag);
  if (!value.isEmpty()) list->addField(key->second, value, false);
}

// MARK: Ogg

/// A file may hold several streams in a row: the last page belongs to another one then.
void TagFinder::findStreams() {
  const long from = std::max(0L, static_cast<long>(file.length()) - 65536);
  ByteVector tail = block(from, 65536), mark("OggS\0", 5);
  const int page = tail.rfind(mark);
  if (page < 0 || tail.size() < static_cast<unsigned int>(page) + 18) return;
  if (tail.mid(page + 14, 4) != block(14, 4))
    staying.push_back("a further stream with its comments");
}

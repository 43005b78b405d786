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

/// Most tags, chunks, blocks or boxes in a row, as in AudioSpans.
const int mostParts = 10000;
/// Most bytes of a text.
const long mostText = 1000000;

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

void TagFinder::add(FoundTag::Rank rank, const std::string &name, Tag *own) {
  tags.push_back({rank, name, own, std::shared_ptr<Tag>(own)});
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
      if (before >= start) add(FoundTag::ape, "APEv2", new APE::Tag(&file, end - 32));
    } else if (foot.size() == 32 && foot.mid(22, 4) == "3DI\4") {
      long place = end - 20 - safe(foot, 28);
      if (place >= start && block(place, 4) == "ID3\4") {
        addID3(place);
        before = place;
      }
    } else if (block(end - 128, 3) == "TAG") {
      before = end - 128;
      if (before >= start) add(FoundTag::id3v1, "ID3v1", new ID3v1::Tag(&file, before));
    } else {
      before = beforeLyrics(start, end);
      if (before < end) staying.push_back("Lyrics3");
    }
    if (before >= end || before < start) return;
    end = before;
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
      add(FoundTag::info, "INFO", new RIFF::Info::Tag(block(place + 8, size)));
    } else if (isBig && size <= mostText) {
      addText(name, block(place + 8, size));
    }
    if (known.count(name)) staying.push_back(name.substr(0, name.find(' ')) + " chunk");
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

// MARK: MP4

std::vector<TagFinder::Part> TagFinder::boxes(long start, long end) const {
  std::vector<Part> list;
  while (end - start >= 8 && list.size() < static_cast<size_t>(mostParts)) {
    ByteVector head = block(start, 24);
    if (head.size() < 8) break;
    long size = length(head, 0, true), header = 8;
    const std::string name = letters(head.mid(4, 4));
    if (size == 1 && head.size() >= 16) {
      size = static_cast<long>(head.mid(8, 8).toLongLong(true));
      header = 16;
    }
    if (size == 0) size = end - start;
    if (size < header || size > end - start) break;
    // `meta` begins with a version, but not in QuickTime.
    if (name == "meta" && head.mid(header + 4, 4) != "hdlr") header += 4;
    list.push_back({name, std::min(start + header, start + size), start + size});
    start += size;
  }
  return list;
}

void TagFinder::findBoxes() {
  static const std::set<std::string> texts = {"titl", "auth", "perf", "albm",
                                              "gnre", "dscp", "cprt"};
  // The list of tags is the first one on its path of first boxes.
  bool isFirst = true;
  for (const Part &movie : boxes(0, file.length())) {
    if (movie.name != "moov") continue;
    for (const Part &part : boxes(movie.start, movie.end)) {
      if (part.name == "meta") staying.push_back("QuickTime's list of keys");
      if (part.name != "udta") continue;
      for (const Part &own : boxes(part.start, part.end)) {
        if (own.name[0] == '\xA9') staying.push_back("a text \xC2\xA9" + own.name.substr(1));
        if (texts.count(own.name)) staying.push_back("a text " + own.name);
        if (own.name != "meta") continue;
        for (const Part &list : boxes(own.start, own.end)) {
          if (list.name != "ilst") continue;
          if (isFirst) findAtoms(list);
          else staying.push_back("a further list of atoms");
          isFirst = false;
        }
        isFirst = false;
      }
      isFirst = false;
    }
  }
}

/// TagLib reads the first of several atoms with one name.
void TagFinder::findAtoms(const Part &list) {
  std::set<std::string> names;
  for (const Part &atom : boxes(list.start, list.end)) {
    std::string name = atom.name;
    if (name == "----")
      for (const Part &part : boxes(atom.start, atom.end)) {
        const long size = std::min(part.end - part.start - 4, mostText);
        if (size > 0 && (part.name == "mean" || part.name == "name"))
          name += ":" + letters(block(part.start + 4, size));
      }
    if (!names.insert(name).second)
      addAtom(atom, String(name, name[0] == '-' ? String::UTF8 : String::Latin1));
  }
}

/// Adds the texts of an atom; TagLib knows their property.
void TagFinder::addAtom(const Part &atom, String name) {
  StringList values;
  for (const Part &data : boxes(atom.start, atom.end)) {
    const long size = data.end - data.start - 8;
    if (data.name != "data" || size < 0 || size > mostText) continue;
    if ((block(data.start, 4).toUInt(true) & 0xFF) == 1)
      values.append(String(block(data.start + 8, size), String::UTF8));
  }
  if (values.isEmpty()) return staying.push_back("a further atom " + name.to8Bit(true));
  auto *tag = new MP4::Tag();
  tag->setItem(name, MP4::Item(values));
  add(FoundTag::comments, "MP4", tag);
  tags.back().joins = true;
}

// The boxes of an MP4 file with texts in them (ISO/IEC 14496-12 §4.2).
#include <algorithm>
#include <set>
#include <taglib/mp4item.h>
#include <taglib/mp4tag.h>

#include "tag_finder.h"

using namespace TagLib;

namespace {

std::string letters(const ByteVector &bytes) { return std::string(bytes.data(), bytes.size()); }

}  // namespace

std::vector<TagFinder::Part> TagFinder::boxes(long start, long end) const {
  std::vector<Part> list;
  while (end - start >= 8 && list.size() < static_cast<size_t>(mostParts)) {
    ByteVector head = block(start, 24);
    if (head.size() < 8) break;
    long size = head.toUInt(0U, true), header = 8;
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
  add(FoundTag::comments, "MP4", tag, true);
}

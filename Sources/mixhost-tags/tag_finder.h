// All tags of an audio file, also those that TagLib passes over: second ones of a kind, ID3v2 and
// APEv2 at other places, and the text chunks of AIFF.
#ifndef MIXHOST_TAGS_TAG_FINDER_H
#define MIXHOST_TAGS_TAG_FINDER_H

#include <memory>
#include <string>
#include <taglib/tag.h>
#include <taglib/tfile.h>
#include <vector>

/// A tag with the name of its kind.
struct FoundTag {
  /// The order in which kinds are asked for a property; equal ones in the order of the list.
  enum Rank { comments, id3, ape, id3v1, info, texts };

  Rank rank;
  std::string name;
  TagLib::Tag *tag;
  /// The tag, where it is not the file's.
  std::shared_ptr<TagLib::Tag> own;
  /// Whether its values are further ones of the tag before it.
  bool joins = false;
};

class TagFinder {
 public:
  /// Finds the tags of a file of any kind that is read.
  explicit TagFinder(TagLib::File &file);

  /// The tags in the order in which they are asked for a property.
  std::vector<FoundTag> tags;
  /// Further texts about the music, which no change reaches.
  std::vector<std::string> staying;

 private:
  /// Most tags, items, chunks, blocks or boxes in a row, as in AudioSpans.
  static const int mostParts = 10000;
  /// Most bytes of a text.
  static constexpr long mostText = 1000000;

  struct Part {
    std::string name;
    long start, end;
  };

  TagLib::File &file;

  TagLib::ByteVector block(long place, long count) const;
  void add(FoundTag::Rank rank, const std::string &name, TagLib::Tag *own, bool joins = false);
  void addID3(long place);
  long findFirst();
  void findLast(long start);
  void addItems(long start, long end);
  long beforeLyrics(long start, long end);
  void findBlocks(long place);
  void findChunks(bool isBig);
  void addTexts(const TagLib::ByteVector &list);
  void addText(const std::string &chunk, const TagLib::ByteVector &bytes);
  void findStreams();
  std::vector<Part> boxes(long start, long end) const;
  void findBoxes();
  void findAtoms(const Part &list);
  void addAtom(const Part &atom, TagLib::String name);
  void nameRepeated();
};

#endif

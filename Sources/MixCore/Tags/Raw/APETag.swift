/// An APEv2 tag. Items that no change names keep their bytes and their order.
struct APETag: RawTag {
  private struct Item {
    let name: String
    let flags: [UInt8]
    let value: [UInt8]

    /// Nil for binary data and addresses.
    var key: String? {
      guard flags[0] & 0x06 == 0 else { return nil }
      let name = name.uppercased()
      return APETag.keys[name] ?? name
    }

    var bytes: [UInt8] {
      [UInt8].littleEndian(value.count) + flags + Array(name.utf8) + [0] + value
    }
  }

  /// TagLib's names of properties by the names of items, where these differ.
  private static let keys = [
    "TRACK": "TRACKNUMBER", "YEAR": "DATE", "ALBUM ARTIST": "ALBUMARTIST", "DISC": "DISCNUMBER",
    "MIXARTIST": "REMIXER", "MUSICBRAINZ_ALBUMSTATUS": "RELEASESTATUS",
    "MUSICBRAINZ_ALBUMTYPE": "RELEASETYPE",
  ]

  /// Names for new items (wiki.hydrogenaud.io, "APE key").
  private static let names = [
    "TITLE": "Title", "ARTIST": "Artist", "ALBUM": "Album", "COMMENT": "Comment",
    "GENRE": "Genre", "COMPOSER": "Composer", "TRACKNUMBER": "Track", "DATE": "Year",
    "ALBUMARTIST": "Album Artist", "DISCNUMBER": "Disc", "REMIXER": "MixArtist",
    "RELEASESTATUS": "MUSICBRAINZ_ALBUMSTATUS", "RELEASETYPE": "MUSICBRAINZ_ALBUMTYPE",
  ]

  private let range: Range<Int>
  private let hasHeader: Bool
  private let footer: [UInt8]
  private var list: [Item] = []

  /// Reads a tag.
  /// - Parameters:
  ///   - bytes: the whole tag, with its header if it has one.
  ///   - range: its place in the file.
  /// - Throws: ``TagFailure`` for a damaged one.
  init(_ bytes: [UInt8], at range: Range<Int>) throws {
    self.range = range
    footer = Array(bytes.suffix(32))
    hasHeader = footer[23] & 0x80 != 0
    var rest = bytes.dropFirst(hasHeader ? 32 : 0).dropLast(32)
    while !rest.isEmpty {
      let head = rest.prefix(8)
      let name = rest.dropFirst(8).prefix { $0 != 0 }
      let length = head.prefix(4).littleEndian
      let value = rest.dropFirst(9 + name.count)
      guard head.count == 8, name.endIndex < rest.endIndex, length <= value.count,
        name.allSatisfy({ (0x20..<0x7F).contains($0) })
      else { throw TagFailure.unsupported("its APE tag is damaged") }
      try RawParts.check(list.count)
      list.append(
        Item(
          name: String(decoding: name, as: UTF8.self), flags: Array(head.suffix(4)),
          value: Array(value.prefix(length))))
      rest = value.dropFirst(length)
    }
  }

  var items: [TagItem] {
    [TagItem(name: "kind of APE tag", key: nil, bytes: Array(footer[8..<12]) + [hasHeader ? 1 : 0])]
      + list.map { TagItem(name: "APE \($0.name)", key: $0.key, bytes: $0.bytes) }
  }

  mutating func set(_ key: String, _ values: [String]) throws {
    let old = list.indices.filter { list[$0].key == key }
    let name = old.first.map { list[$0].name } ?? Self.names[key] ?? key
    let flags = old.first.map { list[$0].flags } ?? [0, 0, 0, 0]
    let value = Array(values.map { Array($0.utf8) }.joined(separator: [0]))
    list.replace(old, by: values.isEmpty ? [] : [Item(name: name, flags: flags, value: value)])
  }

  func replacements() throws -> [(range: Range<Int>, bytes: [UInt8])] {
    let body = list.flatMap(\.bytes)
    var foot = footer
    foot.replaceSubrange(12..<20, with: .littleEndian(body.count + 32) + .littleEndian(list.count))
    var head = foot
    head[23] |= 0x20
    return [(range, (hasHeader ? head : []) + body + foot)]
  }
}

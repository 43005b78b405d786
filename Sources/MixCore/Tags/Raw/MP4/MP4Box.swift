/// A box of an MP4 file (ISO/IEC 14496-12 §4.2) in bytes.
struct MP4Box {
  /// Four bytes, as Latin-1.
  let name: String
  /// The box's place in the bytes that it was read from, with its header.
  let range: Range<Int>
  /// The place of what it holds.
  let content: Range<Int>

  /// Boxes that hold boxes and nothing else.
  static let containers: Set = [
    "moov", "trak", "mdia", "minf", "stbl", "udta", "meta", "moof", "traf", "mfra",
  ]

  /// Most boxes around one.
  static let deepest = 16

  var isSpace: Bool { name == "free" || name == "skip" }

  /// Reads the boxes that fill a range.
  /// - Throws: ``TagFailure`` for boxes that do not.
  static func list(_ bytes: [UInt8], _ range: Range<Int>) throws -> [MP4Box] {
    var list: [MP4Box] = []
    var place = range.lowerBound
    // QuickTime ends a list with four zeros.
    while range.upperBound - place >= 8 {
      var length = bytes[place..<place + 4].bigEndian
      var header = 8
      if length == 1, range.upperBound - place >= 16, bytes[place + 8] < 0x40 {
        length = bytes[place + 8..<place + 16].bigEndian
        header = 16
      }
      if length == 0 { length = range.upperBound - place }
      guard length >= header, length <= range.upperBound - place, list.count < RawParts.most else {
        throw damaged
      }
      let name = String(
        String.UnicodeScalarView(bytes[place + 4..<place + 8].map(Unicode.Scalar.init)))
      let end = place + length
      let inner = place + header + (name == "meta" ? versionSize(bytes, place + header, end) : 0)
      list.append(MP4Box(name: name, range: place..<end, content: inner..<max(inner, end)))
      place = end
    }
    return list
  }

  static let damaged = TagFailure.unsupported("its boxes are damaged")

  /// `meta` begins with a version, but not in QuickTime.
  private static func versionSize(_ bytes: [UInt8], _ place: Int, _ end: Int) -> Int {
    end - place < 4 || end - place >= 8 && bytes[place + 4..<place + 8].elementsEqual("hdlr".utf8)
      ? 0 : 4
  }

  /// Makes a box.
  static func make(_ name: String, _ content: [UInt8]) -> [UInt8] {
    .bigEndian(content.count + 8, 4) + ID3Text.latin1(name) + content
  }

  /// The box with other content. It keeps the kind of its header.
  func bytes(_ whole: [UInt8], with new: [UInt8]) -> [UInt8] {
    var head = Array(whole[range.lowerBound..<content.lowerBound])
    let size = head.count + new.count
    if head.prefix(4).bigEndian == 1 {
      head.replaceSubrange(8..<16, with: [UInt8].bigEndian(size, 8))
    } else {
      head.replaceSubrange(..<4, with: [UInt8].bigEndian(size, 4))
    }
    return head + new
  }
}

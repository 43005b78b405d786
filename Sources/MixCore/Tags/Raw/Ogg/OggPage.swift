internal import Files

/// A page of an Ogg stream (RFC 3533 §6).
struct OggPage {
  /// The page's place in the file.
  let range: Range<Int>
  /// The stream that it belongs to.
  let serial: Int
  let number: Int
  /// Whether it is the first page of its stream.
  let isFirst: Bool
  /// The lengths of its pieces: a piece of 255 bytes continues in the next one.
  let lacing: [UInt8]

  /// The bytes of the header, without the lengths of pieces.
  static let headerSize = 27

  /// The place of what the page holds.
  var body: Range<Int> { range.lowerBound + Self.headerSize + lacing.count..<range.upperBound }

  /// Reads the header of the page at a place; nil where there is none.
  init?(_ file: OpenFile, at place: Int, size: Int) throws {
    let head = try file.read(Self.headerSize + 255, at: place)
    self.init(head, at: place)
    guard range.upperBound <= size else { return nil }
  }

  /// Reads the header of a page.
  /// - Parameter bytes: the beginning of the page.
  init?(_ bytes: some Collection<UInt8>, at place: Int) {
    let head = Array(bytes.prefix(Self.headerSize + 255))
    guard head.count >= Self.headerSize, head.starts(with: "OggS\0".utf8),
      head.count >= Self.headerSize + Int(head[26])
    else { return nil }
    lacing = Array(head[Self.headerSize..<Self.headerSize + Int(head[26])])
    isFirst = head[5] & 0x02 != 0
    serial = head[14..<18].littleEndian
    number = head[18..<22].littleEndian
    range = place..<place + Self.headerSize + lacing.count + lacing.reduce(0) { $0 + Int($1) }
  }

  /// How many packets end in the page.
  var ends: Int { lacing.count { $0 < 255 } }

  // MARK: Making

  /// Makes a page.
  /// - Parameter goesOn: whether its first piece continues with the packet of the page before.
  static func make(
    _ lacing: ArraySlice<UInt8>, _ body: ArraySlice<UInt8>, serial: Int, number: Int, goesOn: Bool
  ) -> [UInt8] {
    // The position of a page of headers is 0; of one in which no packet ends, there is none.
    let position = [UInt8](repeating: lacing.contains { $0 < 255 } ? 0 : 0xFF, count: 8)
    var page =
      Array("OggS\0".utf8) + [goesOn ? 1 : 0] + position + .littleEndian(serial)
      + .littleEndian(number) + [0, 0, 0, 0, UInt8(lacing.count)] + lacing + body
    page.replaceSubrange(22..<26, with: [UInt8].littleEndian(Int(checksum(page))))
    return page
  }

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte) << 24) { value, _ in
      value & 0x8000_0000 != 0 ? value << 1 ^ 0x04C1_1DB7 : value << 1
    }
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    bytes.reduce(0) { $0 << 8 ^ table[Int(UInt8($0 >> 24) ^ $1)] }
  }
}

/// An ID3v2 tag of version 2.2, 2.3 or 2.4. Frames that no change names keep their bytes, their
/// order and their flags, and the tag keeps its version.
struct ID3Tag: RawTag {
  private static let padding = 1024

  let version: Int
  private let range: Range<Int>
  private let head: [UInt8]
  private let extended: [UInt8]
  private(set) var frames: [ID3Frame] = []
  // Behind the frames: what cannot be read as frames.
  private var rest: [UInt8] = []

  private var isUnsynchronised: Bool { version < 4 && head[5] & 0x80 != 0 }
  private var hasFooter: Bool { head[5] & 0x10 != 0 }

  /// Makes an empty tag of version 2.4 for a place in a file.
  init(at place: Int) {
    (version, range, extended) = (4, place..<place, [])
    head = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 0]
  }

  /// Reads a tag.
  /// - Parameters:
  ///   - bytes: the whole tag.
  ///   - range: its place in the file.
  /// - Throws: ``TagFailure`` for a version that is not known, and for a checksum.
  init(_ bytes: [UInt8], at range: Range<Int>) throws {
    self.range = range
    head = Array(bytes.prefix(10))
    version = Int(head[3])
    guard (2...4).contains(version), version > 2 || head[5] & 0x40 == 0 else {
      throw TagFailure.unsupported("its ID3v2.\(version) tag is of a kind that cannot be changed")
    }
    let isSplit = version < 4 && head[5] & 0x80 != 0
    let own = Array(bytes.dropFirst(10).dropLast(head[5] & 0x10 != 0 ? 10 : 0))
    let body = isSplit ? Self.joined(own) : own
    extended = head[5] & 0x40 != 0 ? try Self.extended(body, version) : []
    var place = extended.count
    while place < body.count, body[place] != 0,
      let frame = ID3Frame(body, at: place, version: version)
    {
      try RawParts.check(frames.count)
      frames.append(frame)
      place += frame.bytes.count
    }
    let last = body[place...].lastIndex { $0 != 0 } ?? place - 1
    rest = Array(body[place..<max(last + 1, place)])
  }

  private static func extended(_ body: [UInt8], _ version: Int) throws -> [UInt8] {
    let length = version == 3 ? body.prefix(4).bigEndian + 4 : body.prefix(4).syncSafe
    guard length >= 6, length <= body.count else {
      throw TagFailure.unsupported("the extended header of its ID3 tag is damaged")
    }
    guard body[version == 3 ? 4 : 5] & (version == 3 ? 0x80 : 0x20) == 0 else {
      throw TagFailure.unsupported("its ID3 tag has a checksum")
    }
    return Array(body.prefix(length))
  }

  // MARK: Unsynchronisation (ID3v2.4.0 §6.1)

  /// Removes the zeros that keep players from taking a tag for sound.
  static func joined(_ bytes: [UInt8]) -> [UInt8] {
    var all: [UInt8] = []
    all.reserveCapacity(bytes.count)
    var before: UInt8 = 0
    for byte in bytes {
      if before != 0xFF || byte != 0 { all.append(byte) }
      before = byte
    }
    return all
  }

  private static func split(_ bytes: [UInt8]) -> [UInt8] {
    var all: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      all.append(byte)
      guard byte == 0xFF else { continue }
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      if next == 0 || next >= 0xE0 { all.append(0) }
    }
    return all
  }

  // MARK: Parts

  var items: [TagItem] {
    let about = TagItem(
      name: "version of ID3v2", key: nil, bytes: Array(head[3..<6]) + extended)
    var list =
      [about]
      + frames.flatMap { frame in
        if let people = frame.people {
          return people.map { one in
            TagItem(
              name: "ID3v2 \(frame.id):\(one.role)", key: ID3Keys.key(ofRole: one.role),
              bytes: Array("\(one.role)\0\(one.name)".utf8))
          }
        }
        let label = frame.label.map { $0.isEmpty ? "" : ":" + $0 } ?? ""
        return [TagItem(name: "ID3v2 \(frame.id)\(label)", key: frame.key, bytes: frame.bytes)]
      }
    if !rest.isEmpty { list.append(TagItem(name: "damaged frames", key: nil, bytes: rest)) }
    return list
  }

  mutating func set(_ key: String, _ values: [String]) throws {
    if let place = ID3Keys.people(key, version: version) {
      frames = try people(key, place, values)
      // Some programs put a role into a text of its own.
      return frames.removeAll { $0.key == key }
    }
    let old = frames.indices.filter { frames[$0].key == key }
    let first = old.first.map { frames[$0] }
    frames.replace(old, by: try made(key, values, first))
  }

  func replacements() throws -> [(range: Range<Int>, bytes: [UInt8])] {
    var body = extended + frames.flatMap(\.bytes) + rest
    if isUnsynchronised { body = Self.split(body) }
    if !hasFooter {
      let room = range.count - 10
      let size = body.count <= room ? room : body.count + (rest.isEmpty ? Self.padding : 0)
      body += [UInt8](repeating: 0, count: size - body.count)
    }
    guard body.count < 1 << 28 else { throw TagFailure(.limit, "its ID3 tag becomes too long") }
    let start = Array(head.prefix(6)) + .syncSafe(body.count)
    let foot = hasFooter ? Array("3DI".utf8) + start.dropFirst(3) : []
    return [(range, start + body + foot)]
  }
}

/// The metadata blocks of a FLAC file (RFC 9639 §8). Of these, a change touches those with comments,
/// of which there should be one, and padding.
struct FLACBlocks: RawTag {
  private struct Block {
    let kind: UInt8
    var body: [UInt8]
    var comments: VorbisComments?
  }

  private enum Kind {
    static let padding: UInt8 = 1
    static let comments: UInt8 = 4
  }

  private static let names = [
    0: "stream info", 2: "application block", 3: "seek table", 5: "cue sheet", 6: "picture",
  ]

  private let range: Range<Int>
  private var blocks: [Block] = []

  /// Reads the blocks.
  /// - Parameters:
  ///   - bytes: everything from the file's mark up to the first frame of sound.
  ///   - range: its place in the file.
  /// - Throws: ``TagFailure`` for a damaged list of comments.
  init(_ bytes: [UInt8], at range: Range<Int>) throws {
    self.range = range
    var rest = bytes.dropFirst(4)
    while rest.count >= 4, let kind = rest.first {
      let body = rest.dropFirst(4).prefix(rest.dropFirst().prefix(3).bigEndian)
      var block = Block(kind: kind & 0x7F, body: Array(body))
      if block.kind == Kind.comments { block.comments = try VorbisComments(body) }
      blocks.append(block)
      rest = rest[body.endIndex...]
    }
  }

  var items: [TagItem] {
    blocks.flatMap { block -> [TagItem] in
      if let comments = block.comments { return comments.items }
      if block.kind == Kind.padding { return [] }
      let name = Self.names[Int(block.kind)] ?? "block of kind \(block.kind)"
      return [TagItem(name: name, key: nil, bytes: [block.kind] + block.body)]
    }
  }

  mutating func set(_ key: String, _ values: [String]) {
    if !blocks.contains(where: { $0.comments != nil }) {
      let made = Block(kind: Kind.comments, body: [], comments: VorbisComments())
      blocks.insert(made, at: min(1, blocks.count))
    }
    var isFirst = true
    for index in blocks.indices {
      guard var comments = blocks[index].comments else { continue }
      if isFirst || comments.items.contains(where: { $0.key == key }) {
        comments.set(key, values)
        blocks[index].comments = comments
        blocks[index].body = comments.bytes
      }
      isFirst = false
    }
  }

  func replacements() throws -> [(range: Range<Int>, bytes: [UInt8])] {
    var all = blocks
    Self.fill(&all, range.count - 4 - all.reduce(0) { $0 + 4 + $1.body.count })
    guard all.allSatisfy({ $0.body.count < 1 << 24 }) else {
      throw TagFailure(.limit, "its comments become too long")
    }
    let bytes = all.enumerated().flatMap { index, block in
      [block.kind | (index == all.count - 1 ? 0x80 : 0)]
        + [UInt8].bigEndian(block.body.count, 3) + block.body
    }
    return [(range, Array("fLaC".utf8) + bytes)]
  }

  /// Lets the first block of padding grow by a number of bytes, or shrink as far as it can.
  private static func fill(_ blocks: inout [Block], _ more: Int) {
    guard let place = blocks.firstIndex(where: { $0.kind == Kind.padding }) else { return }
    let count = blocks[place].body.count + more
    guard (0..<1 << 24).contains(count) else { return }
    blocks[place].body = [UInt8](repeating: 0, count: count)
  }
}

/// The chunks of a WAV or AIFF file, with ID3v2 tags in some of them, in WAV the texts of
/// `LIST INFO`, and in AIFF chunks that are a text. Chunks that no change names keep their bytes and
/// their order.
struct ChunkFile: RawTag {
  /// A chunk, but for sound, which is not read.
  private struct Chunk {
    let name: String
    let range: Range<Int>
    let body: [UInt8]
    var id3: ID3Tag?
    var info: InfoTexts?
    /// The property of a text.
    var key: String?
    /// The new content; empty for a chunk that goes.
    var new: [UInt8]?
  }

  /// TagLib's names of properties by the names of texts in AIFF.
  private static let keys = [
    "NAME": "TITLE", "AUTH": "ARTIST", "ANNO": "COMMENT", "(c) ": "COPYRIGHT",
  ]

  private let isBig: Bool
  private let size: Int
  private let head: [UInt8]
  private var chunks: [Chunk] = []
  // The tag that a change made where there was none.
  private var made: ID3Tag?

  /// Reads the chunks.
  /// - Parameters:
  ///   - gaps: the parts of the file that are not sound, with their places.
  ///   - spans: the sound.
  /// - Throws: ``TagFailure`` for damaged chunks.
  init(_ gaps: [(place: Int, bytes: [UInt8])], spans: [Range<Int>]) throws {
    let bytes = gaps[0].bytes
    let length = bytes.dropFirst(4).prefix(4)
    isBig = bytes.starts(with: "FORM".utf8)
    head = Array(bytes.prefix(12))
    size = gaps[gaps.count - 1].place + gaps[gaps.count - 1].bytes.count
    guard size - 8 == (isBig ? length.bigEndian : length.littleEndian) else {
      throw TagFailure.unsupported("its chunks do not fill the file")
    }
    for (index, gap) in gaps.enumerated() {
      var place = index == 0 ? 12 : spans[index - 1].count & 1
      while gap.bytes.count - place >= 8 {
        let length = number(gap.bytes[place + 4..<place + 8])
        let start = gap.place + place
        let name = String(decoding: gap.bytes[place..<place + 4], as: UTF8.self)
        if index < spans.count, start + 8 == spans[index].lowerBound {
          place += 8
          continue
        }
        let end = place + 8 + length
        guard end <= gap.bytes.count else { throw TagFailure.unsupported("its chunks are damaged") }
        try add(
          name, start..<min(start + 8 + length + length & 1, size),
          Array(gap.bytes[place + 8..<end]))
        place = end + length & 1
      }
    }
  }

  private mutating func add(_ name: String, _ range: Range<Int>, _ body: [UInt8]) throws {
    var chunk = Chunk(name: name, range: range, body: body)
    if name.uppercased() == "ID3 ", body.starts(with: "ID3".utf8) {
      chunk.id3 = try ID3Tag(body, at: 0..<body.count)
    } else if isBig {
      chunk.key = Self.keys[name]
    } else if name == "LIST", body.starts(with: "INFO".utf8) {
      chunk.info = try InfoTexts(body)
    }
    chunks.append(chunk)
  }

  private func number(_ bytes: some Collection<UInt8>) -> Int {
    isBig ? bytes.bigEndian : bytes.littleEndian
  }

  private func bytes(_ number: Int) -> [UInt8] {
    isBig ? .bigEndian(number, 4) : .littleEndian(number)
  }

  var items: [TagItem] {
    var list = made?.items ?? []
    for chunk in chunks {
      if let id3 = chunk.id3 {
        list += id3.items
      } else if let info = chunk.info {
        list += info.items
      } else {
        list.append(TagItem(name: "chunk \(chunk.name)", key: chunk.key, bytes: chunk.body))
      }
    }
    // An empty tag of version 2.4 is as none.
    let none = ID3Tag(at: 0).items
    return list.filter { !none.contains($0) }
  }

  mutating func set(_ key: String, _ values: [String]) throws {
    let first = chunks.firstIndex { $0.id3 != nil }
    if first == nil, !values.isEmpty || made != nil {
      var tag = made ?? ID3Tag(at: 0)
      try tag.set(key, values)
      made = tag
    }
    // Of several texts the first one gets the value.
    var text = values.first
    for index in chunks.indices {
      if var id3 = chunks[index].id3, id3.has(key) || index == first && !values.isEmpty {
        try id3.set(key, values)
        chunks[index].id3 = id3
        chunks[index].new = try id3.replacements().flatMap(\.bytes)
      } else if var info = chunks[index].info, info.has(key) {
        info.set(key, values)
        chunks[index].info = info
        chunks[index].new = info.bytes
      } else if chunks[index].key == key {
        chunks[index].new = Array((text ?? "").utf8)
        text = nil
      }
    }
  }

  func replacements() throws -> [(range: Range<Int>, bytes: [UInt8])] {
    func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
      ID3Text.latin1(name) + bytes(body.count) + body + (body.count & 1 == 0 ? [] : [0])
    }
    var list: [(range: Range<Int>, bytes: [UInt8])] = chunks.compactMap { old in
      old.new.map { (old.range, $0.isEmpty ? [] : chunk(old.name, $0)) }
    }
    if let made {
      let body = try made.replacements().flatMap(\.bytes)
      // The last chunk may lack its filling byte.
      list.append((size..<size, (size & 1 == 0 ? [] : [0]) + chunk(isBig ? "ID3 " : "id3 ", body)))
    }
    let more = list.reduce(0) { $0 + $1.bytes.count - $1.range.count }
    guard size + more <= 0xFFFF_FFFF else {
      throw TagFailure(.limit, "it becomes longer than 4 GB")
    }
    list.append((4..<8, bytes(number(head[4..<8]) + more)))
    return list.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }
}

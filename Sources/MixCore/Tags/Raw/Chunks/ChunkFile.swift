/// The chunks of a WAV or AIFF file, with an ID3v2 tag in one of them, and in WAV the texts of
/// `LIST INFO`. Chunks that no change names keep their bytes and their order.
struct ChunkFile: RawTag {
  /// A chunk, but for sound, which is not read.
  private struct Chunk {
    let name: String
    let range: Range<Int>
    let body: [UInt8]
    let isSound: Bool
  }

  private let isBig: Bool
  private let size: Int
  private let head: [UInt8]
  private var chunks: [Chunk] = []
  private var id3: ID3Tag?
  private var info: InfoTexts?
  private var changesID3 = false
  private var changesInfo = false

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
          chunks.append(
            Chunk(name: name, range: start..<spans[index].upperBound, body: [], isSound: true))
          place += 8
          continue
        }
        let end = place + 8 + length
        guard end <= gap.bytes.count else { throw TagFailure.unsupported("its chunks are damaged") }
        chunks.append(
          Chunk(
            name: name, range: start..<min(start + 8 + length + length & 1, size),
            body: Array(gap.bytes[place + 8..<end]), isSound: false))
        place = end + length & 1
      }
    }
    id3 = try tagChunk.map { try ID3Tag($0.body, at: 0..<$0.body.count) }
    info = try infoChunk.map { try InfoTexts($0.body) }
  }

  private func number(_ bytes: some Collection<UInt8>) -> Int {
    isBig ? bytes.bigEndian : bytes.littleEndian
  }

  private func bytes(_ number: Int) -> [UInt8] {
    isBig ? .bigEndian(number, 4) : .littleEndian(number)
  }

  private static func isTag(_ chunk: Chunk) -> Bool {
    chunk.name.uppercased() == "ID3 " && chunk.body.starts(with: "ID3".utf8)
  }

  private var tagChunk: Chunk? { chunks.first(where: Self.isTag) }

  private var infoChunk: Chunk? {
    isBig ? nil : chunks.first { $0.name == "LIST" && $0.body.starts(with: "INFO".utf8) }
  }

  var items: [TagItem] {
    let known = [tagChunk?.range.lowerBound, infoChunk?.range.lowerBound]
    let others = chunks.filter { !$0.isSound && !known.contains($0.range.lowerBound) }
    // An empty tag of version 2.4 is as none.
    let tag = (id3?.items ?? []).filter { !ID3Tag(at: 0).items.contains($0) }
    return tag + (info?.items ?? [])
      + others.map { TagItem(name: "chunk \($0.name)", key: nil, bytes: $0.body) }
  }

  mutating func set(_ key: String, _ values: [String]) throws {
    if !values.isEmpty || id3?.has(key) == true {
      id3 = id3 ?? ID3Tag(at: 0)
      try id3?.set(key, values)
      changesID3 = true
    }
    if info?.has(key) == true {
      info?.set(key, values)
      changesInfo = true
    }
  }

  func replacements() throws -> [(range: Range<Int>, bytes: [UInt8])] {
    var list: [(range: Range<Int>, bytes: [UInt8])] = []
    func put(_ chunk: Chunk?, _ name: String, _ body: [UInt8]) {
      let even = body.count & 1 == 0 ? [] : [0 as UInt8]
      let before = chunk == nil && size & 1 == 1 ? [0 as UInt8] : []
      list.append(
        (
          chunk?.range ?? size..<size,
          before + ID3Text.latin1(chunk?.name ?? name) + bytes(body.count) + body + even
        ))
    }
    if changesInfo, let info { put(infoChunk, "LIST", info.bytes) }
    if changesID3, let id3 {
      put(tagChunk, isBig ? "ID3 " : "id3 ", try id3.replacements().flatMap(\.bytes))
    }
    let more = list.reduce(0) { $0 + $1.bytes.count - $1.range.count }
    guard size + more <= 0xFFFF_FFFF else {
      throw TagFailure(.limit, "it becomes longer than 4 GB")
    }
    list.append((4..<8, bytes(number(head[4..<8]) + more)))
    return list.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }
}

/// Describes one version of a file by another: pieces of the other version, and new bytes.
///
/// A change of tags moves pictures and audio data without changing them, so the delta to the old
/// version is about as long as the old texts.
struct TagDelta: Equatable {
  enum Piece: Equatable {
    case copy(Range<Int>)
    case bytes([UInt8])
  }

  private(set) var pieces: [Piece] = []

  init() {}

  /// Number of bytes that the delta produces, at most `Int.max`.
  var count: Int {
    pieces.reduce(0) { sum, piece in
      let length =
        switch piece {
        case .copy(let range): range.count
        case .bytes(let own): own.count
        }
      let (longer, isTooMuch) = sum.addingReportingOverflow(length)
      return isTooMuch ? .max : longer
    }
  }

  /// Appends a piece of the other version.
  mutating func copy(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    if case .copy(let last) = pieces.last, last.upperBound == range.lowerBound {
      pieces[pieces.count - 1] = .copy(last.lowerBound..<range.upperBound)
    } else {
      pieces.append(.copy(range))
    }
  }

  /// Appends bytes.
  mutating func add(_ bytes: [UInt8]) {
    if !bytes.isEmpty { pieces.append(.bytes(bytes)) }
  }

  /// Appends bytes; parts that the other version has in `source` become copies.
  /// - Throws: `CancellationError`.
  mutating func add(
    _ bytes: [UInt8], from source: TagDeltaSource, checking stop: WorkStop
  ) throws {
    var place = 0
    var literal: [UInt8] = []
    while place < bytes.count {
      if literal.count & 0xFFFF == 0 { try stop.check() }
      guard let found = source.match(bytes, place) else {
        literal.append(bytes[place])
        place += 1
        continue
      }
      flush(&literal)
      copy(found)
      place += found.count
    }
    flush(&literal)
  }

  private mutating func flush(_ literal: inout [UInt8]) {
    add(literal)
    literal = []
  }

  // MARK: As bytes

  /// Encodes the pieces by numbers of seven bits in each byte, the last byte without its eighth
  /// bit: a kind and a length, then the place or the bytes.
  func encode(into bytes: inout [UInt8]) {
    for piece in pieces {
      switch piece {
      case .copy(let range):
        Self.write(range.count << 1, &bytes)
        Self.write(range.lowerBound, &bytes)
      case .bytes(let own):
        Self.write(own.count << 1 | 1, &bytes)
        bytes += own
      }
    }
  }

  /// Decodes a delta; nil when it is damaged.
  init?(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    while !rest.isEmpty {
      guard let head = Self.read(&rest) else { return nil }
      let count = head >> 1
      if head & 1 == 1 {
        guard rest.count >= count else { return nil }
        pieces.append(.bytes(Array(rest.prefix(count))))
        rest = rest.dropFirst(count)
      } else {
        guard let start = Self.read(&rest) else { return nil }
        let (end, tooFar) = start.addingReportingOverflow(count)
        if tooFar { return nil }
        pieces.append(.copy(start..<end))
      }
    }
  }

  static func write(_ number: Int, _ bytes: inout [UInt8]) {
    var rest = UInt64(number)
    while rest > 0x7F {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  static func read(_ bytes: inout ArraySlice<UInt8>) -> Int? {
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 63, by: 7) {
      guard let byte = bytes.popFirst() else { return nil }
      number |= UInt64(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return Int(number) }
    }
    return nil
  }
}

/// The parts of a file that a delta may copy from, which exclude audio data.
struct TagDeltaSource {
  /// The shortest copy that pays.
  private static let block = 24

  private let bytes: [UInt8]
  // The places of blocks that begin at multiples of their size; of equal blocks the first.
  private var blocks: [ArraySlice<UInt8>: Int] = [:]
  // The start of each part in `bytes`, and its place in the file.
  private let parts: [(start: Int, place: Int)]

  /// Makes a source.
  /// - Parameter parts: pieces of the file with their places.
  init(_ parts: [(place: Int, bytes: [UInt8])]) {
    var all: [UInt8] = []
    var starts: [(start: Int, place: Int)] = []
    for part in parts {
      starts.append((all.count, part.place))
      all += part.bytes
    }
    bytes = all
    self.parts = starts
    for start in stride(from: 0, through: all.count - Self.block, by: Self.block) {
      let key = all[start..<start + Self.block]
      if blocks[key] == nil { blocks[key] = start }
    }
  }

  /// The longest range of the file that equals `other` from `place` on; nil when it is shorter than
  /// a block.
  func match(_ other: [UInt8], _ place: Int) -> Range<Int>? {
    guard place + Self.block <= other.count,
      let start = blocks[other[place..<place + Self.block]]
    else { return nil }
    let index = lastPart(at: start)
    let part = parts[index]
    let next = parts.indices.contains(index + 1) ? parts[index + 1].start : bytes.count
    var count = 0
    while place + count < other.count, start + count < next,
      other[place + count] == bytes[start + count]
    {
      count += 1
    }
    // A block that crosses into the next part is not contiguous in the file.
    guard count >= Self.block else { return nil }
    let first = part.place + start - part.start
    return first..<first + count
  }

  /// The part that holds a byte, by binary search, because a file may have ten thousand parts.
  private func lastPart(at start: Int) -> Int {
    var (low, high) = (0, parts.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if parts[middle].start <= start { low = middle } else { high = middle - 1 }
    }
    return low
  }
}

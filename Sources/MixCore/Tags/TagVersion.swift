internal import Crypto
internal import Files

/// One version of an audio file, open: the present one, or the copy that is to replace it.
struct TagVersion {
  private static let block = 262_144
  /// Most bytes of a file that are not audio data.
  private static let mostTagBytes = 64_000_000

  let file: OpenFile
  let size: Int
  /// The audio data.
  let spans: [Range<Int>]
  private let stop: WorkStop

  /// Finds the parts of a file.
  /// - Throws: ``TagFailure`` for a damaged file; `CancellationError`.
  init(_ file: OpenFile, size: Int, _ stop: WorkStop) throws {
    self.file = file
    self.size = size
    self.stop = stop
    spans = try AudioSpans.find(file, size: size, stop)
  }

  /// The parts that are not audio, with their places: one before each span, and one after the last;
  /// some may be empty.
  /// - Throws: ``TagFailure`` of kind `limit` for more than music files have.
  func gaps() throws -> [(place: Int, bytes: [UInt8])] {
    guard size - spans.reduce(0, { $0 + $1.count }) <= Self.mostTagBytes else {
      throw TagFailure(.limit, "it has more than 64 MB besides its audio data")
    }
    return try zip([0] + spans.map(\.upperBound), spans.map(\.lowerBound) + [size]).map {
      var all: [UInt8] = []
      try Self.read(file, $0..<$1, stop) { all += $0 }
      return ($0, all)
    }
  }

  /// Reads a range in blocks.
  static func read(
    _ file: OpenFile, _ range: Range<Int>, _ stop: WorkStop, _ body: ([UInt8]) throws -> Void
  ) throws {
    var place = range.lowerBound
    while place < range.upperBound {
      try stop.check()
      let next = try file.read(min(block, range.upperBound - place), at: place)
      guard !next.isEmpty else { throw TagFailure(.changed, "it became shorter meanwhile") }
      try body(next)
      place += next.count
    }
  }

  /// Builds a version from pieces of another one.
  /// - Returns: the SHA-256 of what was built.
  static func build(
    _ delta: TagDelta, from file: OpenFile, into copy: FileCopy, _ stop: WorkStop
  ) throws -> [UInt8] {
    var digest = SHA256()
    for piece in delta.pieces {
      switch piece {
      case .bytes(let bytes):
        digest.update(data: bytes)
        try copy.add(bytes)
      case .copy(let range):
        try read(file, range, stop) {
          digest.update(data: $0)
          try copy.add($0)
        }
      }
    }
    return Array(digest.finalize())
  }

  static func digest(_ file: OpenFile, _ ranges: [Range<Int>], _ stop: WorkStop) throws -> [UInt8] {
    var digest = SHA256()
    for range in ranges {
      try read(file, range, stop) { digest.update(data: $0) }
    }
    return Array(digest.finalize())
  }

  /// The SHA-256 of the audio data only, in hexadecimal digits.
  func audioDigest() throws -> String {
    try Self.digest(file, spans, stop).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }
}

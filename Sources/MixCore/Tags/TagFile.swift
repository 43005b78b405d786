internal import Crypto
public import Files

/// Reads, writes and restores the tags of an audio file. All functions block.
///
/// A write changes a copy, compares its audio data with that of the file, and replaces the file
/// when the copy is complete: a process that is killed at any moment leaves the old file.
///
/// ```swift
/// let draft = try file.prepare([TagFile.Change(key: "TITLE", values: ["Heat"])])
/// try draft.finish(keepsTime: false)
/// ```
public struct TagFile: Sendable {
  /// The largest accepted file, in bytes.
  private static let mostBytes = 2_000_000_000
  /// Most bytes of a file that are not audio data.
  private static let mostTagBytes = 64_000_000
  /// Most bytes of a file in holes: parts that were never written, of which a tiny file may have
  /// gigabytes. Encoded sound has none.
  private static let mostHoles = 16_000_000
  private static let block = 262_144

  private let granted: GrantedFile
  private let helper: TagHelper
  private let stop: WorkStop

  /// Makes a file.
  /// - Parameters:
  ///   - granted: a file that may be read, or written.
  ///   - helper: the program that contains TagLib.
  ///   - stop: ends running work, including the helper, with `CancellationError`.
  public init(_ granted: GrantedFile, helper: TagHelper, stop: WorkStop) {
    self.granted = granted
    self.helper = helper
    self.stop = stop
  }

  /// A change of one property: its new values; none removes it.
  public struct Change: Sendable {
    let key: String
    let values: [String]

    /// Makes a change.
    /// - Parameters:
    ///   - key: TagLib's name of the property.
    ///   - values: the new values.
    public init(key: String, values: [String]) {
      self.key = key
      self.values = values
    }
  }

  // MARK: Reading

  /// Reads the tags.
  /// - Throws: ``TagFailure``, ``FileFailure``.
  public func read() throws -> AudioTags {
    try helper.run(["read"], opened().file, stop)
  }

  /// The SHA-256 of the audio data only, in hexadecimal digits.
  /// - Throws: ``TagFailure``, ``FileFailure``.
  public func audioDigest() throws -> String {
    let (file, size) = try opened()
    return try audioDigest(file, AudioSpans.find(file, size: size, stop))
  }

  private func opened() throws -> (file: OpenFile, size: Int) {
    let file = try granted.openAtOnce()
    guard let size = file.size else { throw TagFailure(.io, "it is not a regular file") }
    guard size <= Self.mostBytes else { throw TagFailure(.limit, "it is larger than 2 GB") }
    guard size > 0 else { throw TagFailure.damaged("it is empty") }
    guard !file.hasHoles(over: Self.mostHoles) else {
      throw TagFailure.damaged("it has holes: more than 16 MB of it were never written")
    }
    return (file, size)
  }

  // MARK: Writing

  /// Changes properties in a copy, which replaces the file with ``TagDraft/finish(keepsTime:)``.
  /// - Throws: ``TagFailure``, ``FileFailure``.
  public func prepare(_ changes: [Change]) throws -> TagDraft {
    let (old, size) = try opened()
    let oldSpans = try AudioSpans.find(old, size: size, stop)
    try Self.checkTags(oldSpans, size)
    let copy = try FileCopy(of: old, in: granted.holdFolder())
    let before = try digest(old, [0..<size]) { try copy.add($0) }
    let words = changes.flatMap { change in
      ["-" + change.key] + change.values.map { "\(change.key)=\($0)" }
    }
    let tags = try helper.run(["write"] + words, copy.file, stop)
    guard let newSize = copy.file.size else { throw TagFailure(.io, "its copy is gone") }
    let newSpans = try AudioSpans.find(copy.file, size: newSize, stop)
    try Self.checkTags(newSpans, newSize)
    let audio = try audioDigest(old, oldSpans)
    guard oldSpans.map(\.count) == newSpans.map(\.count),
      audio == (try audioDigest(copy.file, newSpans))
    else { throw TagFailure.damaged("TagLib changed its audio data; nothing was written") }
    let undo = TagUndo(
      before: before, after: try digest(copy.file, [0..<newSize]),
      modified: copy.modified,
      delta: try delta(
        to: (old, Self.gaps(oldSpans, size), oldSpans),
        from: (copy.file, Self.gaps(newSpans, newSize), newSpans)))
    return TagDraft(copy, tags: tags, undo: undo.text, audio: audio)
  }

  /// Restores the file as it was before a write, byte by byte, with its modification time.
  /// - Parameter undo: ``TagDraft/undo`` of the write.
  /// - Throws: ``TagFailure``, of kind `changed` when the file is not the written one;
  ///   ``FileFailure``. The file is then unchanged.
  public func restore(_ undo: String) throws {
    let undo = try TagUndo(undo)
    guard undo.delta.count <= Self.mostBytes else {
      throw TagFailure(.damaged, "the undo text is damaged")
    }
    let (file, size) = try opened()
    guard try digest(file, [0..<size]) == undo.after else {
      throw TagFailure(.changed, "it was changed since its tags were written")
    }
    let copy = try FileCopy(of: file, in: granted.holdFolder())
    var digest = SHA256()
    for piece in undo.delta.pieces {
      switch piece {
      case .bytes(let bytes):
        digest.update(data: bytes)
        try copy.add(bytes)
      case .copy(let range):
        try blocks(file, range) {
          digest.update(data: $0)
          try copy.add($0)
        }
      }
    }
    guard digest.finalize().elementsEqual(undo.before) else {
      throw TagFailure(.damaged, "the undo text does not fit the file")
    }
    try copy.finish(modified: undo.modified)
  }

  private static func checkTags(_ spans: [Range<Int>], _ size: Int) throws {
    guard size - spans.reduce(0, { $0 + $1.count }) <= mostTagBytes else {
      throw TagFailure(.limit, "it has more than 64 MB besides its audio data")
    }
  }

  // MARK: Parts of a file

  private typealias Version = (file: OpenFile, gaps: [Range<Int>], spans: [Range<Int>])

  /// The parts that are not audio: one before each span, and one after the last; some may be empty.
  private static func gaps(_ spans: [Range<Int>], _ size: Int) -> [Range<Int>] {
    zip([0] + spans.map(\.upperBound), spans.map(\.lowerBound) + [size]).map { $0..<$1 }
  }

  private func delta(to old: Version, from new: Version) throws -> TagDelta {
    let source = TagDeltaSource(
      try new.gaps.map { ($0.lowerBound, try bytes(new.file, $0)) })
    var delta = TagDelta()
    for (index, gap) in old.gaps.enumerated() {
      try delta.add(try bytes(old.file, gap), from: source, checking: stop)
      if index < new.spans.count { delta.copy(new.spans[index]) }
    }
    return delta
  }

  private func bytes(_ file: OpenFile, _ range: Range<Int>) throws -> [UInt8] {
    var all: [UInt8] = []
    try blocks(file, range) { all += $0 }
    return all
  }

  private func blocks(
    _ file: OpenFile, _ range: Range<Int>, _ body: ([UInt8]) throws -> Void
  ) throws {
    var place = range.lowerBound
    while place < range.upperBound {
      try stop.check()
      let next = try file.read(min(Self.block, range.upperBound - place), at: place)
      guard !next.isEmpty else { throw TagFailure(.changed, "it became shorter meanwhile") }
      try body(next)
      place += next.count
    }
  }

  private func digest(
    _ file: OpenFile, _ ranges: [Range<Int>], _ also: ([UInt8]) throws -> Void = { _ in }
  ) throws -> [UInt8] {
    var digest = SHA256()
    for range in ranges {
      try blocks(file, range) {
        digest.update(data: $0)
        try also($0)
      }
    }
    return Array(digest.finalize())
  }

  private func audioDigest(_ file: OpenFile, _ spans: [Range<Int>]) throws -> String {
    try digest(file, spans).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }
}

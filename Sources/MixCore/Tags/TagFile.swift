public import Files

/// Reads, writes and restores the tags of an audio file. All functions block.
///
/// A write builds a copy from the file and the new parts of its tags, compares all other parts and
/// the audio data with those of the file, and replaces the file when the copy is complete: a process
/// that is killed at any moment leaves the old file.
///
/// ```swift
/// let draft = try file.prepare([TagFile.Change(key: "TITLE", values: ["Heat"])])
/// try draft.finish(keepsTime: false)
/// ```
public struct TagFile: Sendable {
  /// The largest accepted file, in bytes.
  private static let mostBytes = 2_000_000_000
  /// Most bytes of a file in holes: parts that were never written, of which a tiny file may have
  /// gigabytes. Encoded sound has none.
  private static let mostHoles = 16_000_000

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
    ///   - key: TagLib's name of the property, in capitals.
    ///   - values: the new values; an empty text is none.
    public init(key: String, values: [String]) {
      self.key = key
      self.values = values.filter { !$0.isEmpty }
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
    return try TagVersion(file, size: size, stop).audioDigest()
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
  /// A copy in which anything else differs is refused.
  /// - Throws: ``TagFailure``, ``FileFailure``.
  public func prepare(_ changes: [Change]) throws -> TagDraft {
    let (file, size) = try opened()
    let tags = try helper.run(["read"], file, stop)
    let old = try TagVersion(file, size: size, stop)
    let oldGaps = try old.gaps()
    let before = try layout(oldGaps, old)
    var wanted = before
    try wanted.set(changes)
    let copy = try FileCopy(of: file, in: granted.holdFolder())
    let after = try TagVersion.build(try wanted.delta(size: size), from: file, into: copy, stop)
    guard let newSize = copy.file.size else { throw TagFailure(.io, "its copy is gone") }
    let new = try TagVersion(copy.file, size: newSize, stop)
    let newGaps = try new.gaps()
    let comparison = TagComparison(changes)
    let items = try layout(newGaps, new).items.dropFirst(wanted.hasMade ? 1 : 0)
    try comparison.check(Array(before.items.joined()), Array(items.joined()))
    let newTags = try helper.run(["read"], copy.file, stop)
    try comparison.check(tags, newTags)
    let audio = try old.audioDigest()
    guard old.spans.map(\.count) == new.spans.map(\.count), audio == (try new.audioDigest()) else {
      throw TagFailure.damaged("a write would change its audio data; the file stays as it is")
    }
    let undo = TagUndo(
      before: try TagVersion.digest(file, [0..<size], stop), after: after, modified: copy.modified,
      delta: try delta(to: oldGaps, from: newGaps, new.spans))
    return TagDraft(copy, tags: newTags, undo: undo.text, audio: audio)
  }

  private func layout(
    _ gaps: [(place: Int, bytes: [UInt8])], _ version: TagVersion
  ) throws -> TagLayout {
    try TagLayout(gaps, spans: version.spans) { name in
      try helper.run(["genre", name], version.file, stop).facts["genre"] ?? 255
    }
  }

  /// The old version by the new one.
  private func delta(
    to old: [(place: Int, bytes: [UInt8])], from new: [(place: Int, bytes: [UInt8])],
    _ spans: [Range<Int>]
  ) throws -> TagDelta {
    let source = TagDeltaSource(new)
    var delta = TagDelta()
    for (index, gap) in old.enumerated() {
      try delta.add(gap.bytes, from: source, checking: stop)
      if index < spans.count { delta.copy(spans[index]) }
    }
    return delta
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
    guard try TagVersion.digest(file, [0..<size], stop) == undo.after else {
      throw TagFailure(.changed, "it was changed since its tags were written")
    }
    let copy = try FileCopy(of: file, in: granted.holdFolder())
    guard try TagVersion.build(undo.delta, from: file, into: copy, stop) == undo.before else {
      throw TagFailure(.damaged, "the undo text does not fit the file")
    }
    try copy.finish(modified: undo.modified)
  }
}

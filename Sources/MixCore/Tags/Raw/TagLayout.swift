/// The tags of a file in their parts, in the order in which they are asked for a property: ID3v2,
/// APEv2, ID3v1; in FLAC files Vorbis comments before all.
struct TagLayout {
  private var tags: [any RawTag] = []
  private var changed: Set<Int> = []
  private var madeTag: ID3Tag?

  /// Reads the tags.
  /// - Parameters:
  ///   - gaps: the parts of the file that are not audio, with their places.
  ///   - spans: the audio.
  ///   - genreNumber: the number of a genre of ID3v1.
  /// - Throws: ``TagFailure`` for tags that cannot be changed without loss.
  init(
    _ gaps: [(place: Int, bytes: [UInt8])], spans: [Range<Int>],
    genreNumber: @escaping (String) throws -> Int
  ) throws {
    let head = gaps[0].bytes
    if head.dropFirst(4).prefix(4).elementsEqual("ftyp".utf8) {
      tags = [try MP4Atoms(MP4Parts(gaps, spans: spans))]
      return
    }
    if head.starts(with: "OggS".utf8) {
      tags = [try OggHeaders(head)]
      return
    }
    if AudioSpans.hasChunks(Array(head.prefix(12))) {
      tags = [try ChunkFile(gaps, spans: spans)]
      return
    }
    var place = 0
    while head[place...].starts(with: "ID3".utf8), head.count - place >= 10 {
      let hasFooter = head[place + 5] & 0x10 != 0
      let end = place + 10 + head[place + 6..<place + 10].syncSafe + (hasFooter ? 10 : 0)
      guard end <= head.count else { break }
      tags.append(try ID3Tag(Array(head[place..<end]), at: place..<end))
      place = end
    }
    let isFLAC = head[place...].starts(with: "fLaC".utf8)
    if isFLAC {
      tags.insert(try FLACBlocks(Array(head[place...]), at: place..<head.count), at: 0)
    }
    let (tail, start) = (gaps[gaps.count - 1].bytes, gaps[gaps.count - 1].place)
    let hasOld = tail.count >= 128 && tail.suffix(128).starts(with: "TAG".utf8)
    let ape = tail.dropLast(hasOld ? 128 : 0)
    if !ape.isEmpty { tags.append(try APETag(Array(ape), at: start..<start + ape.count)) }
    let old =
      hasOld
      ? ID3v1Tag(
        Array(tail.suffix(128)), at: start + ape.count..<start + tail.count,
        genreNumber: genreNumber)
      : nil
    if tags.isEmpty {
      var made = ID3Tag(at: 0)
      for (key, value) in old?.properties ?? [] { try made.set(key, [value]) }
      madeTag = made
    }
    if let old { tags.append(old) }
  }

  /// The parts of each tag.
  var items: [[TagItem]] { tags.map(\.items) }

  /// Whether a change made an ID3v2 tag, because the file had none that holds all properties.
  var hasMade: Bool { madeTag != nil && tags.first is ID3Tag }

  /// Sets properties: in the first tag, and in each other one that has them. An MP3 file without
  /// ID3v2 and APEv2 gets an ID3v2 tag, with all that its ID3v1 tag says.
  /// - Throws: ``TagFailure`` of kind `unsupported`.
  mutating func set(_ changes: [TagFile.Change]) throws {
    if let madeTag, changes.contains(where: { !$0.values.isEmpty }) { tags.insert(madeTag, at: 0) }
    for change in changes {
      for index in tags.indices
      where tags[index].has(change.key) || index == 0 && !change.values.isEmpty {
        try tags[index].set(change.key, change.values)
        changed.insert(index)
      }
    }
  }

  /// The new version, by the present one.
  /// - Parameter size: the size of the present one.
  /// - Throws: ``TagFailure``.
  func delta(size: Int) throws -> TagDelta {
    let edits = try changed.flatMap { try tags[$0].replacements() }
    var delta = TagDelta()
    var place = 0
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      delta.copy(place..<edit.range.lowerBound)
      delta.add(edit.bytes)
      place = edit.range.upperBound
    }
    delta.copy(place..<size)
    return delta
  }
}

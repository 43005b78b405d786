/// The tags of a file in their parts, in the order in which they are asked for a property: ID3v2,
/// APEv2, ID3v1; in FLAC files Vorbis comments before all. Behind the sound the last tag of a kind
/// comes first.
struct TagLayout {
  private var tags: [any RawTag] = []
  // Parts of tags that no change reaches.
  private var others: [TagItem] = []
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
    let old = try addLast(gaps[gaps.count - 1], genreNumber)
    if tags.isEmpty {
      var made = ID3Tag(at: 0)
      for (key, value) in old.first?.properties ?? [] { try made.set(key, [value]) }
      madeTag = made
    }
    tags += old
  }

  /// Adds the tags behind the sound, but for those of ID3v1, which it returns.
  private mutating func addLast(
    _ gap: (place: Int, bytes: [UInt8]), _ genreNumber: @escaping (String) throws -> Int
  ) throws -> [ID3v1Tag] {
    var (old, apes): ([ID3v1Tag], [APETag]) = ([], [])
    var end = gap.bytes.count
    while let last = try LastTag(0..<end, { Array(gap.bytes[$0]) }) {
      let own = Array(gap.bytes[last.range])
      let range = gap.place + last.range.lowerBound..<gap.place + end
      switch last.kind {
      case .old: old.append(ID3v1Tag(own, at: range, genreNumber: genreNumber))
      case .ape: apes.append(try APETag(own, at: range))
      case .id3: tags.append(try ID3Tag(own, at: range))
      case .enhanced: others.append(TagItem(name: "enhanced ID3v1", key: nil, bytes: own))
      case .lyrics: others.append(TagItem(name: "Lyrics3", key: nil, bytes: own))
      }
      end = last.range.lowerBound
    }
    tags += apes as [any RawTag]
    return old
  }

  /// The parts of each tag.
  var items: [[TagItem]] { tags.map(\.items) + [others] }

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

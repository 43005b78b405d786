internal import Files

/// The boxes of an MP4 file that are not sound.
struct MP4Parts {
  private static let path = ["udta", "meta", "ilst"]
  /// The content of `hdlr` before a list of tags.
  private static let handler =
    [UInt8](repeating: 0, count: 8) + Array("mdirappl".utf8) + [UInt8](repeating: 0, count: 9)

  /// The bytes of `moov`.
  let movie: [UInt8]
  // Its place in the file.
  private let range: Range<Int>
  // Other boxes at the top but `mdat`, with their places in the file.
  private let others: [(place: Int, name: String, bytes: [UInt8])]
  // The file's sound.
  private let spans: [Range<Int>]

  /// Reads the parts.
  /// - Parameter gaps: the ranges of the file that are not sound.
  /// - Throws: ``TagFailure`` for damaged boxes.
  init(_ gaps: [(place: Int, bytes: [UInt8])], spans: [Range<Int>]) throws {
    self.spans = spans
    var others: [(place: Int, name: String, bytes: [UInt8])] = []
    var movie: (place: Int, bytes: [UInt8])?
    for gap in gaps {
      // A gap before sound ends with the header of its `mdat`.
      let end =
        spans.contains { $0.lowerBound == gap.place + gap.bytes.count }
        ? Self.beforeHeader(gap.bytes) : gap.bytes.count
      for box in try MP4Box.list(gap.bytes, 0..<end) {
        let part = (place: gap.place + box.range.lowerBound, bytes: Array(gap.bytes[box.range]))
        if box.name == "moov", movie == nil {
          movie = part
        } else {
          others.append((part.place, box.name, part.bytes))
        }
      }
    }
    guard let movie else { throw MP4Box.damaged }
    self.movie = movie.bytes
    self.others = others
    range = movie.place..<movie.place + movie.bytes.count
  }

  private static func beforeHeader(_ bytes: [UInt8]) -> Int {
    let isLong = bytes.count >= 16 && bytes.suffix(12).prefix(4).elementsEqual("mdat".utf8)
    return max(0, bytes.count - (isLong ? 16 : 8))
  }

  // MARK: Parts

  /// The list of tags; nil where there is none.
  func tagList() throws -> MP4Box? {
    var boxes = try MP4Box.list(movie, 0..<movie.count)
    var found = boxes.first
    for name in Self.path {
      guard let inner = found else { return nil }
      boxes = try MP4Box.list(movie, inner.content)
      found = boxes.first { $0.name == name }
    }
    return found
  }

  /// All boxes without boxes in them, but the tags and free space. The places of sound are counted
  /// from its beginning.
  var items: [TagItem] {
    var list: [TagItem] = []
    for bytes in [movie] + others.map(\.bytes) {
      collect(bytes, (try? MP4Box.list(bytes, 0..<bytes.count)) ?? [], "", &list)
    }
    return list
  }

  private func collect(
    _ bytes: [UInt8], _ boxes: [MP4Box], _ path: String, _ list: inout [TagItem]
  ) {
    for box in boxes where !box.isSpace {
      let name = path.isEmpty ? box.name : "\(path)/\(box.name)"
      if name == "moov/udta/meta/ilst", box.range == (try? tagList())?.range { continue }
      if MP4Box.containers.contains(box.name), path.count < 4 * MP4Box.deepest,
        let inner = try? MP4Box.list(bytes, box.content)
      {
        collect(bytes, inner, name, &list)
      } else {
        var own = Array(bytes[box.content])
        // One that a write makes where there was none.
        if name == "moov/udta/meta/hdlr", own == Self.handler { continue }
        for field in MP4Places.fields(box.name, own, 0..<own.count) {
          let (span, place) = inSound(own[field].bigEndian)
          own.replaceSubrange(field, with: [UInt8].bigEndian(place, field.count))
          own += [UInt8].bigEndian(span, 4)
        }
        list.append(TagItem(name: name, key: nil, bytes: own))
      }
    }
  }

  /// The number of the last span of sound that begins before a place or there, and the place's
  /// distance from its beginning.
  private func inSound(_ place: Int) -> (span: Int, place: Int) {
    var (low, high) = (0, spans.count)
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].lowerBound <= place { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? (0, place) : (low, place - spans[low - 1].lowerBound)
  }

  // MARK: Changing

  /// The ranges of the file that change with a new list of tags.
  func replacements(_ tags: [UInt8]) throws -> [(range: Range<Int>, bytes: [UInt8])] {
    let whole = try MP4Box.list(movie, 0..<movie.count)[0]
    var new = whole.bytes(movie, with: try replaced(whole.content, Self.path[...], tags))
    var changed = range
    // Space behind the movie takes what it grows by.
    let more = new.count - movie.count
    if let space = others.first(where: { $0.place == range.upperBound && $0.name == "free" }),
      let left = Self.space(space.bytes.count - more)
    {
      new += left
      changed = range.lowerBound..<range.upperBound + space.bytes.count
    }
    let shift = new.count - changed.count
    if shift == 0 { return [(changed, new)] }
    try MP4Places.shift(&new, from: range.upperBound, by: shift)
    return try others.reduce(into: [(changed, new)]) { list, part in
      var bytes = part.bytes
      try MP4Places.shift(&bytes, from: range.upperBound, by: shift)
      if bytes != part.bytes { list.append((part.place..<part.place + bytes.count, bytes)) }
    }.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// A box of free space; nil where it cannot have that size.
  private static func space(_ size: Int) -> [UInt8]? {
    if size == 0 { return [] }
    return size >= 8 ? MP4Box.make("free", [UInt8](repeating: 0, count: size - 8)) : nil
  }

  /// The content of a box in which the list of tags is another.
  private func replaced(
    _ content: Range<Int>, _ path: ArraySlice<String>, _ tags: [UInt8]
  ) throws -> [UInt8] {
    let boxes = try MP4Box.list(movie, content)
    guard let index = boxes.firstIndex(where: { $0.name == path.first }) else {
      // Before what QuickTime puts behind the last box.
      let end = boxes.last?.range.upperBound ?? content.lowerBound
      return Array(movie[content.lowerBound..<end]) + Self.made(path, tags)
        + Array(movie[end..<content.upperBound])
    }
    let box = boxes[index]
    let rest = path.dropFirst()
    var new = box.bytes(
      movie, with: rest.isEmpty ? tags : try replaced(box.content, rest, tags))
    var end = box.range.upperBound
    if rest.isEmpty, boxes.indices.contains(index + 1), boxes[index + 1].isSpace,
      let left = Self.space(boxes[index + 1].range.count - (new.count - box.range.count))
    {
      new += left
      end = boxes[index + 1].range.upperBound
    }
    return Array(movie[content.lowerBound..<box.range.lowerBound]) + new
      + Array(movie[end..<content.upperBound])
  }

  /// The boxes of a path that is not there yet.
  private static func made(_ path: ArraySlice<String>, _ tags: [UInt8]) -> [UInt8] {
    guard let name = path.first else { return tags }
    let inner = made(path.dropFirst(), tags)
    guard name == "meta" else { return MP4Box.make(name, inner) }
    return MP4Box.make(name, [0, 0, 0, 0] + MP4Box.make("hdlr", handler) + inner)
  }
}

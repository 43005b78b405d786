internal import Files
internal import Glibc

/// The audio data of a file: everything that a change of tags must not touch.
///
/// It is found from the formats' own documents, without TagLib, whose work it checks: RFC 9639
/// (FLAC), ID3v2.4.0 §3, ISO/IEC 14496-12 §4.2, RFC 3533 (Ogg); of the tags behind it, ``LastTag``.
///
/// The number of parts is limited, because a file may claim any number, and a part may be four
/// bytes long.
enum AudioSpans {
  /// Most ID3 tags, FLAC blocks, MP4 boxes, pages of headers or chunks that are read.
  static let mostParts = 10_000

  /// The spans in their order, without overlaps.
  /// - Throws: ``TagFailure`` of kind `damaged` for a file whose parts lead past its end, or with
  ///   more parts than music files have; `CancellationError`.
  static func find(_ file: OpenFile, size: Int, _ stop: WorkStop) throws -> [Range<Int>] {
    let start = try behindID3(file, size, stop)
    let mark = try file.read(12, at: start)
    if start == 0, mark.starts(with: "OggS".utf8) {
      return [try OggHeaders.end(file, size: size, stop)..<size]
    }
    if start == 0, hasChunks(mark) {
      return try chunks(file, size, isBig: mark.starts(with: "FORM".utf8), stop)
    }
    if start == 0, mark.dropFirst(4).starts(with: "ftyp".utf8) {
      return try boxes(file, size, stop)
    }
    let end = try beforeTrailer(file, start, size, stop)
    let first =
      mark.prefix(4).elementsEqual("fLaC".utf8)
      ? try behindBlocks(file, start + 4, end, stop) : start
    guard first < end else { throw TagFailure.damaged("there is no audio in it") }
    return [first..<end]
  }

  static let tooMany = TagFailure.damaged("it has more than \(mostParts) parts")

  /// The end of the ID3v2 tags at the beginning.
  private static func behindID3(
    _ file: OpenFile, _ size: Int, _ stop: WorkStop
  ) throws -> Int {
    var place = 0
    for _ in 0..<mostParts {
      try stop.check()
      let head = try file.read(10, at: place)
      guard head.count == 10, head.prefix(3).elementsEqual("ID3".utf8) else { return place }
      let length = head[6...].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
      place += 10 + length + (head[5] & 0x10 != 0 ? 10 : 0)
      guard place < size else { throw TagFailure.damaged("its ID3 tag is longer than the file") }
    }
    throw tooMany
  }

  /// The beginning of the tags at the end.
  private static func beforeTrailer(
    _ file: OpenFile, _ start: Int, _ size: Int, _ stop: WorkStop
  ) throws -> Int {
    var end = size
    for _ in 0..<mostParts {
      try stop.check()
      let last = try LastTag(start..<end) { try file.read($0.count, at: $0.lowerBound) }
      guard let last else { return end }
      end = last.range.lowerBound
    }
    throw tooMany
  }

  /// The end of FLAC's metadata blocks.
  private static func behindBlocks(
    _ file: OpenFile, _ start: Int, _ end: Int, _ stop: WorkStop
  ) throws -> Int {
    var place = start
    for _ in 0..<mostParts {
      try stop.check()
      let head = try file.read(4, at: place)
      if head.count == 4 { place += 4 + (Int(head[1]) << 16 | Int(head[2]) << 8 | Int(head[3])) }
      guard head.count == 4, place <= end else {
        throw TagFailure.damaged("its metadata blocks are longer than the file")
      }
      if head[0] & 0x80 != 0 { return place }
    }
    throw tooMany
  }

  /// The contents of the boxes that hold media data.
  private static func boxes(
    _ file: OpenFile, _ size: Int, _ stop: WorkStop
  ) throws -> [Range<Int>] {
    var spans: [Range<Int>] = []
    var place = 0
    for _ in 0..<mostParts where place < size {
      try stop.check()
      let head = try file.read(16, at: place)
      guard head.count >= 8 else { break }
      var header = 8
      var length = head[..<4].reduce(0) { $0 << 8 | Int($1) }
      if length == 0 { length = size - place }
      if length == 1 {
        guard head.count == 16, head[8] < 0x40 else { break }
        header = 16
        length = head[8...].reduce(0) { $0 << 8 | Int($1) }
      }
      guard length >= header, length <= size - place else { break }
      if head[4..<8].elementsEqual("mdat".utf8) { spans.append(place + header..<place + length) }
      place += length
    }
    guard place == size else { throw TagFailure.damaged("its boxes do not fill the file") }
    guard spans.contains(where: { !$0.isEmpty }) else {
      throw TagFailure.damaged("there is no audio in it")
    }
    return spans
  }
}

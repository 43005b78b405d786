internal import Files

/// The headers of an Ogg file with Vorbis or Opus: what the stream is, comments, and the tables of
/// Vorbis. A change of comments fills the same number of pages, so that all later pages keep their
/// bytes: their numbers and checksums are those of before.
struct OggHeaders: RawTag {
  /// The first bytes of the headers by the first bytes of the stream.
  private static let marks = ["\u{1}vorbis": "\u{3}vorbis", "OpusHead": "OpusTags"]
  private static let mostPages = 10_000
  private static let mostPieces = 255

  private let range: Range<Int>
  private let first: [UInt8]
  private let serial: Int
  private let number: Int
  private let pages: Int
  private let mark: [UInt8]
  private var comments: VorbisComments
  // Packets behind the comments.
  private let rest: [[UInt8]]

  /// The end of the headers of a file that begins with a page: the beginning of its sound.
  /// - Throws: ``TagFailure`` for a file that is damaged, of another kind or of several streams.
  static func end(_ file: OpenFile, size: Int, _ stop: WorkStop) throws -> Int {
    guard let first = try OggPage(file, at: 0, size: size), first.isFirst,
      let known = kind(try file.read(8, at: first.body.lowerBound))
    else { throw TagFailure.damaged("it is not Vorbis or Opus in Ogg") }
    // Vorbis has two packets of headers behind the first, Opus has one.
    var left = known.hasPrefix("Opus") ? 1 : 2
    var place = first.range.upperBound
    for _ in 0..<mostPages where left > 0 {
      try stop.check()
      guard let page = try OggPage(file, at: place, size: size) else { throw damaged }
      guard page.serial == first.serial else {
        throw TagFailure.unsupported("it has several streams")
      }
      left -= page.ends
      place = page.range.upperBound
    }
    guard left == 0 else { throw damaged }
    return place
  }

  private static let damaged = TagFailure.damaged("its pages are damaged")

  private static func kind(_ bytes: [UInt8]) -> String? {
    marks.keys.first { bytes.starts(with: $0.utf8) }
  }

  /// Reads the headers.
  /// - Parameter bytes: all pages before the sound.
  /// - Throws: ``TagFailure`` for damaged ones.
  init(_ bytes: [UInt8]) throws {
    guard let head = OggPage(bytes, at: 0),
      let second = OggPage(bytes[head.range.upperBound...], at: head.range.upperBound),
      let mark = Self.kind(Array(bytes[head.body])).flatMap({ Self.marks[$0] })
    else { throw Self.damaged }
    first = Array(bytes[head.range])
    range = head.range.upperBound..<bytes.count
    (serial, number) = (second.serial, second.number)
    var packets: [[UInt8]] = [[]]
    var (place, count) = (range.lowerBound, 0)
    while place < range.upperBound {
      guard let page = OggPage(bytes[place...], at: place), page.range.upperBound <= bytes.count
      else { throw Self.damaged }
      var from = page.body.lowerBound
      for piece in page.lacing {
        packets[packets.count - 1] += bytes[from..<from + Int(piece)]
        from += Int(piece)
        if piece < 255 { packets.append([]) }
      }
      (place, count) = (page.range.upperBound, count + 1)
    }
    packets.removeLast()
    pages = count
    self.mark = Array(mark.utf8)
    guard let packet = packets.first, packet.starts(with: mark.utf8) else { throw Self.damaged }
    comments = try VorbisComments(packet.dropFirst(mark.utf8.count))
    rest = Array(packets.dropFirst())
  }

  var items: [TagItem] {
    comments.items
      + ([first] + rest).enumerated().map { index, bytes in
        TagItem(name: "header \(index + 1)", key: nil, bytes: bytes)
      }
  }

  mutating func set(_ key: String, _ values: [String]) { comments.set(key, values) }

  func replacements() throws -> [(range: Range<Int>, bytes: [UInt8])] {
    let packets = [mark + comments.bytes] + rest
    let lacing = packets.flatMap { packet in
      [UInt8](repeating: 255, count: packet.count / 255) + [UInt8(packet.count % 255)]
    }
    guard lacing.count <= pages * Self.mostPieces, lacing.count >= pages else {
      throw TagFailure.unsupported("its comments do not fit the pages that they have")
    }
    let body = Array(packets.joined())
    var (new, from, start): ([UInt8], Int, Int) = ([], 0, 0)
    for page in 0..<pages {
      // Each later page needs a piece of its own.
      let count = min(Self.mostPieces, lacing.count - from - (pages - page - 1))
      let own = lacing[from..<from + count]
      let end = start + own.reduce(0) { $0 + Int($1) }
      new += OggPage.make(
        own, body[start..<end], serial: serial, number: number + page,
        goesOn: from > 0 && lacing[from - 1] == 255)
      (from, start) = (from + count, end)
    }
    return [(range, new)]
  }
}

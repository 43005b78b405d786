internal import Files
internal import MixCore
internal import ScriptHost

/// A CSV file that is read piece by piece: what is held does not grow with the file.
struct CSVFile: Sendable {
  /// What a piece of the file held.
  struct Part: Sendable {
    var rows: [(number: Int, fields: [String])] = []
    var rejected: [CSVError] = []
    /// Whether the file goes on.
    var hasMore = true
  }

  /// How the file's text is encoded.
  enum Encoding: String, Sendable {
    case automatic = "auto"
    case utf8 = "utf-8"
    case latin1 = "iso-8859-1"
    case utf16 = "utf-16"
  }

  private static let blockBytes = 131_072
  /// Reviews of 20,000 characters are common; what is far longer has lost a quote.
  private static let maximumFieldBytes = 262_144

  private let file: OpenFile
  private let shown: String
  private var encoding: Encoding
  private var utf16: UTF16Decoder?
  private var parser: CSVParser
  private var isAtStart = true
  private var number = 0
  private var waiting = Part()

  /// - Parameters:
  ///   - file: at its beginning.
  ///   - shown: how messages call it.
  init(_ file: OpenFile, shown: String, delimiter: CSVDelimiter, encoding: Encoding) {
    self.file = file
    self.shown = shown
    self.encoding = encoding
    var options = CSVOptions(delimiter: delimiter, maximumFieldBytes: Self.maximumFieldBytes)
    options.skipsBadRecords = true
    options.textEncoding =
      switch encoding {
      case .automatic: .utf8OrLatin1
      case .latin1: .latin1
      case .utf8, .utf16: .utf8
      }
    parser = CSVParser(options: options)
  }

  /// What the delimiter turned out to be.
  var delimiter: CSVDelimiter? { parser.foundDelimiter }
  var encodingName: String { utf16 == nil ? encoding.rawValue : Encoding.utf16.rawValue }

  /// Reads on until there are so many rows, or the file ends.
  /// - Throws: ``HostError`` of kind `io`.
  mutating func next(_ count: Int) throws -> Part {
    while waiting.rows.count < count, waiting.hasMore { try readBlock() }
    var part = Part(rows: Array(waiting.rows.prefix(count)))
    waiting.rows.removeFirst(part.rows.count)
    swap(&part.rejected, &waiting.rejected)
    part.hasMore = waiting.hasMore || !waiting.rows.isEmpty
    return part
  }

  private mutating func readBlock() throws {
    let bytes: [UInt8]
    do { bytes = try file.read(Self.blockBytes) } catch { throw error.hostError("read", shown) }
    if isAtStart {
      isAtStart = false
      try findEncoding(bytes)
    }
    let text = utf16?.decode(bytes[...]) ?? bytes
    var rows = waiting.rows
    waiting.rows = []
    var last = number
    let take: ([String]) -> Void = { fields in
      last += 1
      rows.append((last, fields))
    }
    // Records that were passed over have numbers, too.
    try parser.feed(text, body: take)
    waiting.hasMore = !bytes.isEmpty
    if bytes.isEmpty { try parser.finish(body: take) }
    let bad = parser.takeBadRecords()
    number = Self.renumber(&rows, from: number, bad)
    waiting.rows = rows
    waiting.rejected += bad
  }

  /// Gives the new rows the numbers that the bad records leave free.
  private static func renumber(
    _ rows: inout [(number: Int, fields: [String])], from start: Int, _ bad: [CSVError]
  ) -> Int {
    let taken = Set(bad.map(\.row))
    var next = start
    for index in rows.indices where rows[index].number > start {
      next += 1
      while taken.contains(next) { next += 1 }
      rows[index].number = next
    }
    return max(next, taken.max() ?? 0)
  }

  /// A byte order mark tells; so do the zeros of UTF-16 between plain letters.
  private mutating func findEncoding(_ bytes: [UInt8]) throws {
    guard encoding == .automatic || encoding == .utf16 else { return }
    if bytes.starts(with: [0xFF, 0xFE]) {
      utf16 = UTF16Decoder(isBigEndian: false)
    } else if bytes.starts(with: [0xFE, 0xFF]) {
      utf16 = UTF16Decoder(isBigEndian: true)
    } else if bytes.count > 3 {
      let zeros = bytes.prefix(4).map { $0 == 0 }
      if zeros == [false, true, false, true] { utf16 = UTF16Decoder(isBigEndian: false) }
      if zeros == [true, false, true, false] { utf16 = UTF16Decoder(isBigEndian: true) }
    }
    if encoding == .utf16, utf16 == nil { utf16 = UTF16Decoder(isBigEndian: false) }
  }
}

internal import Files
internal import MixCore
internal import ScriptHost

/// A CSV file that is read piece by piece: what is held does not grow with the file.
struct CSVFile: Sendable {
  /// A piece of the file, read.
  struct Part: Sendable {
    var rows: [(number: Int, fields: [String])] = []
    var rejected: [CSVError] = []
    /// Whether the file continues.
    var hasMore = true
  }

  /// How the file's text is encoded.
  enum Encoding: String, CaseIterable, Sendable {
    case automatic = "auto"
    case utf8 = "utf-8"
    case latin1 = "iso-8859-1"
    case windows1252 = "windows-1252"
    case utf16 = "utf-16"
  }

  private static let blockBytes = 131_072
  /// Reviews of 20,000 characters are common; what is far longer has lost a quote.
  private static let maximumFieldBytes = 262_144

  private let file: OpenFile
  private let slot: OpenFileSlot
  private let shown: String
  private var encoding: Encoding
  private var utf16: UTF16Decoder?
  private var parser: CSVParser
  private var isAtStart = true
  private var number = 0
  private var waiting = Part()
  /// How many of the waiting rows have been given out.
  private var given = 0

  /// - Parameters:
  ///   - file: at its beginning.
  ///   - slot: held as long as the file is open.
  ///   - shown: how messages call it.
  init(
    _ file: OpenFile, _ slot: OpenFileSlot, shown: String, delimiter: CSVDelimiter,
    encoding: Encoding
  ) {
    self.file = file
    self.slot = slot
    self.shown = shown
    self.encoding = encoding
    var options = CSVOptions(delimiter: delimiter, maximumFieldBytes: Self.maximumFieldBytes)
    options.skipsBadRecords = true
    options.textEncoding =
      switch encoding {
      case .automatic: .utf8OrWindows1252
      case .latin1: .latin1
      case .windows1252: .windows1252
      case .utf8, .utf16: .utf8
      }
    parser = CSVParser(options: options)
  }

  /// The delimiter that the file turned out to have.
  var delimiter: CSVDelimiter? { parser.foundDelimiter }
  /// How the text is encoded, as far as it was read.
  var encodingName: String {
    if utf16 != nil { return Encoding.utf16.rawValue }
    guard encoding == .automatic else { return encoding.rawValue }
    return (parser.hasOtherText ? Encoding.windows1252 : .utf8).rawValue
  }

  /// Memory of an open file before any row waits: a block of text and the parser's rest.
  private static let ownBytes = 2 * blockBytes

  /// Reads on until there are that many rows, or the file ends. When memory does not suffice, what was read
  /// waits for the next call.
  /// - Parameter charge: what the file holds is charged to it.
  /// - Throws: ``HostError`` of kind `io`; ``LimitExceeded``.
  mutating func next(_ count: Int, _ charge: MemoryCharge) throws -> Part {
    try charge.set(heldBytes)
    while waiting.rows.count - given < count, waiting.hasMore {
      try readBlock()
      try charge.set(heldBytes)
    }
    let end = min(waiting.rows.count, given + count)
    var part = Part(rows: Array(waiting.rows[given..<end]))
    given = end
    swap(&part.rejected, &waiting.rejected)
    part.hasMore = waiting.hasMore || given < waiting.rows.count
    return part
  }

  /// Memory that the file holds, in bytes, roughly; found with each block.
  private var heldBytes = ownBytes

  private func measure() -> Int {
    Self.ownBytes
      + waiting.rows.reduce(0) { sum, row in
        row.fields.reduce(sum + 64) { $0 + 16 + ($1.utf8.count > 15 ? 32 + $1.utf8.count : 0) }
      } + 256 * waiting.rejected.count
  }

  private mutating func readBlock() throws {
    waiting.rows.removeFirst(given)
    given = 0
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
    // Skipped records have numbers, too.
    try parser.feed(text, body: take)
    waiting.hasMore = !bytes.isEmpty
    if bytes.isEmpty { try parser.finish(body: take) }
    let bad = parser.takeBadRecords()
    number = Self.renumber(&rows, from: number, bad)
    waiting.rows = rows
    waiting.rejected += bad
    heldBytes = measure()
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

/// Reads CSV (RFC 4180) as its bytes arrive: a state machine that holds one record at a time.
///
/// It accepts more than the RFC writes: lines end in CRLF, LF or CR, mixed; a byte order mark is
/// skipped; a quote within an unquoted field stands for itself; blanks around a quoted field are not
/// part of it; records may differ in length. Empty lines are not records. Where tabs delimit, quotes
/// are text unless they enclose a whole field. Input that would lose data is refused: see
/// ``CSVError/Reason``.
///
/// ```swift
/// var parser = CSVParser()
/// try parser.feed(chunk) { row in print(row) }
/// try parser.finish { row in print(row) }
/// ```
public struct CSVParser: Sendable {
  enum State {
    case fieldStart
    case unquoted
    case quoted
    /// After a quote within a quoted field: either the field's end or the first half of a doubled
    /// quote.
    case quoteSeen
    /// In the blanks behind a closing quote.
    case quoteEnded
    /// In the rest of a line whose record was bad.
    case skipping
  }

  struct Place {
    var line = 1
    var column = 0
  }

  /// The byte order mark U+FEFF in UTF-8.
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
  /// Bytes that are buffered to detect the delimiter when no line ends before.
  private static let detectionLimit = 65_536

  /// Most fields for which a new record reserves memory.
  private static let mostReserved = 256

  let options: CSVOptions
  /// The delimiter; nil until it is known.
  private(set) var delimiter: UInt8?
  /// Text that arrived before the delimiter was known.
  private var undecided: [UInt8] = []
  private var undecidedIsQuoted = false
  var state = State.fieldStart
  var field: [UInt8] = []
  var row: [String] = []
  var rowNumber = 1
  var place = Place()
  var quotePlace = Place()
  /// The blanks around the quotes of the present field.
  var margin: (before: [UInt8], after: [UInt8]) = ([], [])
  var previousWasCR = false
  /// Bytes of a byte order mark seen at the very start; nil once the start is past.
  private var markBytes: Int? = 0
  var badRecords: [CSVError] = []
  /// Whether a field that is not UTF-8 was read as Windows-1252; see
  /// ``CSVOptions/TextEncoding/utf8OrWindows1252``.
  public private(set) var hasOtherText = false
  /// The fault of the present record, which is still read to its end.
  var spoiled: CSVError?

  /// Makes a parser at the start of a text.
  public init(options: CSVOptions = CSVOptions()) {
    self.options = options
    delimiter = options.delimiter.byte
  }

  /// The delimiter; nil until the first record has shown it.
  public var foundDelimiter: CSVDelimiter? {
    [.comma, .semicolon, .tab, .bar].first { $0.byte == delimiter }
  }

  /// Returns and forgets the faults of the records that were skipped; see
  /// ``CSVOptions/skipsBadRecords``.
  public mutating func takeBadRecords() -> [CSVError] {
    defer { badRecords = [] }
    return badRecords
  }

  /// Takes the next bytes and passes every record that they complete to `body`.
  /// - Throws: ``CSVError``, or what `body` throws.
  public mutating func feed(_ bytes: some Sequence<UInt8>, body: ([String]) throws -> Void) throws {
    // Bytes that are not contiguous are copied once; the state machine runs on contiguous memory.
    let done: Void? = try bytes.withContiguousStorageIfAvailable { try take($0, body: body) }
    if done == nil { try Array(bytes).withUnsafeBufferPointer { try take($0, body: body) } }
  }

  private mutating func take(
    _ bytes: UnsafeBufferPointer<UInt8>, body: ([String]) throws -> Void
  ) throws {
    guard delimiter == nil else { return try consume(bytes, body: body) }
    var firstRecordIsWhole = false
    for byte in bytes where !firstRecordIsWhole {
      if byte == UInt8(ascii: "\"") { undecidedIsQuoted.toggle() }
      firstRecordIsWhole = !undecidedIsQuoted && (byte == 0x0A || byte == 0x0D)
    }
    undecided += bytes
    if firstRecordIsWhole || undecided.count > Self.detectionLimit { try decide(body: body) }
  }

  /// Ends the text and passes the last record to `body`.
  /// - Throws: ``CSVError``, or what `body` throws.
  public mutating func finish(body: ([String]) throws -> Void) throws {
    if delimiter == nil { try decide(body: body) }
    if let passed = markBytes { endMark(after: passed) }
    if state == .skipping { return }
    do {
      if state == .quoted {
        guard quotesMayBeText else { throw error(.unclosedQuote, at: quotePlace) }
        try reopen(at: nil, body: body)
        return try finish(body: body)
      }
      try endRow(body: body)
    } catch let error as CSVError where options.skipsBadRecords {
      let goesOn = hasSwallowedLines
      try skip(error, at: nil, body: body)
      if goesOn { try finish(body: body) }
    }
  }

  private mutating func decide(body: ([String]) throws -> Void) throws {
    delimiter = CSVDelimiter.detect(in: undecided).byte
    let bytes = undecided
    undecided = []
    try bytes.withUnsafeBufferPointer { try consume($0, body: body) }
  }

  mutating func consume(
    _ bytes: UnsafeBufferPointer<UInt8>, body: ([String]) throws -> Void
  ) throws {
    var index = 0
    while index < bytes.count {
      let run = plainRun(bytes, from: index)
      if run > 0 {
        takeRun(bytes[index..<index + run])
        index += run
        continue
      }
      let byte = bytes[index]
      index += 1
      if markBytes != nil, skipMark(byte) { continue }
      advance(byte)
      do {
        if byte == 0, state != .skipping {
          try spoil(error(.nul, at: place))
          continue
        }
        try step(byte, body: body)
      } catch let error as CSVError where options.skipsBadRecords {
        try skip(error, at: byte, body: body)
      }
      previousWasCR = byte == 0x0D
    }
  }

  /// The number of bytes from `start` on that are plain content of the present field.
  private func plainRun(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    guard state != .quoteSeen, state != .quoteEnded, markBytes == nil else { return 0 }
    let end = min(bytes.count, start + max(0, options.maximumFieldBytes - field.count))
    var index = start
    while index < end {
      let byte = bytes[index]
      if byte == delimiter || byte == UInt8(ascii: "\"") || byte == 0x0A || byte == 0x0D
        || byte == 0
      {
        break
      }
      index += 1
    }
    return index - start
  }

  private mutating func takeRun(_ run: Slice<UnsafeBufferPointer<UInt8>>) {
    if state != .skipping { field.append(contentsOf: run) }
    for byte in run where byte & 0xC0 != 0x80 { place.column += 1 }
    if state == .fieldStart { state = .unquoted }
    previousWasCR = false
  }

  /// Whether a byte at the start is skipped as part of U+FEFF. An incomplete mark is kept.
  private mutating func skipMark(_ byte: UInt8) -> Bool {
    guard let passed = markBytes else { return false }
    if byte == Self.mark[passed] {
      markBytes = passed == 2 ? nil : passed + 1
      return true
    }
    endMark(after: passed)
    return false
  }

  /// Restores bytes that began like a byte order mark but did not complete one.
  private mutating func endMark(after passed: Int) {
    markBytes = nil
    guard passed > 0 else { return }
    field = Array(Self.mark.prefix(passed))
    state = .unquoted
  }

  /// Moves the place onto a byte, before the byte is examined.
  private mutating func advance(_ byte: UInt8) {
    // A line break belongs to the line that it ends; LF after CR is one break.
    if byte & 0xC0 != 0x80 { place.column += 1 }
  }

  private mutating func step(_ byte: UInt8, body: ([String]) throws -> Void) throws {
    switch (state, byte) {
    case (.skipping, _):
      if byte == 0x0A || byte == 0x0D { state = .fieldStart }
      countLine(byte)
    case (.quoted, UInt8(ascii: "\"")):
      state = .quoteSeen
    case (.quoted, _):
      try append(byte)
      countLine(byte)
    case (.quoteSeen, UInt8(ascii: "\"")):
      try append(byte)
      state = .quoted
    case (_, delimiter):
      try endField()
    case (_, 0x0A), (_, 0x0D):
      // The LF of a CRLF: its record ended with the CR.
      if !(byte == 0x0A && previousWasCR && state == .fieldStart && row.isEmpty) {
        try endRow(body: body)
      }
      countLine(byte)
    case (.fieldStart, UInt8(ascii: "\"")):
      openQuote()
    case (.unquoted, UInt8(ascii: "\"")) where delimiter != 0x09 && field.allSatisfy(Self.isBlank):
      openQuote()
    case (.quoteSeen, 0x20) where delimiter != 0x09, (.quoteSeen, 0x09), (.quoteEnded, 0x20),
      (.quoteEnded, 0x09):
      state = .quoteEnded
      margin.after.append(byte)
    case (.quoteSeen, _), (.quoteEnded, _):
      guard quotesMayBeText else { throw error(.textAfterQuote, at: place) }
      try reopen(at: byte, body: body)
    default:
      try append(byte)
      state = .unquoted
    }
  }

  mutating func countLine(_ byte: UInt8) {
    guard byte == 0x0A || byte == 0x0D else { return }
    if !(byte == 0x0A && previousWasCR) { place.line += 1 }
    place.column = 0
  }

  private mutating func append(_ byte: UInt8) throws {
    guard field.count < options.maximumFieldBytes else {
      throw error(.fieldTooLong(limit: options.maximumFieldBytes), at: place)
    }
    field.append(byte)
  }

  private mutating func endField() throws {
    if let text = decoded() { row.append(text) } else { try spoil(error(.invalidUTF8, at: place)) }
    field.removeAll(keepingCapacity: true)
    state = .fieldStart
  }

  /// The present field as text; nil when its encoding does not allow it.
  private mutating func decoded() -> String? {
    switch options.textEncoding {
    case .utf8: return validText()
    case .latin1: return SingleByteText.latin1(field)
    case .windows1252: return SingleByteText.windows1252(field)
    case .utf8OrWindows1252:
      if let text = validText() { return text }
      hasOtherText = true
      return SingleByteText.windows1252(field)
    }
  }

  /// The present field; nil when it is not UTF-8.
  private func validText() -> String? {
    // `String(validating:as:)` is slow for short texts; a text that the repair leaves unchanged is
    // valid.
    var text = String(decoding: field, as: UTF8.self)
    return text.withUTF8 { $0.elementsEqual(field) } ? text : nil
  }

  private mutating func endRow(body: ([String]) throws -> Void) throws {
    // An empty line is not a record. `""` alone is a record with one empty field.
    if row.isEmpty, state == .fieldStart, spoiled == nil { return }
    try endField()
    let record = row
    // Callers keep records: a short one must not hold memory reserved for a wide header.
    row = []
    row.reserveCapacity(min(record.count, Self.mostReserved))
    if let spoiled {
      badRecords.append(spoiled)
      self.spoiled = nil
    } else {
      try body(record)
    }
    rowNumber += 1
  }

  private func error(_ reason: CSVError.Reason, at place: Place) -> CSVError {
    CSVError(
      reason: reason, row: rowNumber, field: row.count + 1, line: place.line,
      column: max(1, place.column))
  }
}

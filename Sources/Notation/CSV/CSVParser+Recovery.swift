// How the parser skips a bad record when `CSVOptions.skipsBadRecords` is on, and takes quotes for text that
// enclose no whole field.
extension CSVParser {
  /// Notes a bad byte in a record whose end is not in doubt.
  mutating func spoil(_ error: CSVError) throws {
    guard options.skipsBadRecords else { throw error }
    spoiled = spoiled ?? error
  }

  /// Whether the present field is quoted and spans several lines.
  var hasSwallowedLines: Bool {
    [.quoted, .quoteSeen, .quoteEnded].contains(state)
      && field.contains { $0 == 0x0A || $0 == 0x0D }
  }

  /// Drops the present record and resumes on the next line. A quote that never closes may have
  /// swallowed good records, so parsing then resumes on the line after the quote.
  /// - Parameter byte: the byte at which the fault was noticed; nil at the end of the text.
  mutating func skip(_ error: CSVError, at byte: UInt8?, body: ([String]) throws -> Void) throws {
    let swallowed = hasSwallowedLines ? swallowedLines(and: byte) : nil
    badRecords.append(spoiled ?? error)
    spoiled = nil
    row = []
    field.removeAll(keepingCapacity: true)
    rowNumber += 1
    if let swallowed {
      state = .fieldStart
      place = Place(line: quotePlace.line + 1, column: 0)
      // The swallowed text has no other quote that opens a field over several lines, so this does
      // not recurse further.
      return try swallowed.withUnsafeBufferPointer { try consume($0, body: body) }
    }
    guard let byte else { return state = .fieldStart }
    state = byte == 0x0A || byte == 0x0D ? .fieldStart : .skipping
    countLine(byte)
  }

  /// The raw text after the first line of the present quoted field.
  private func swallowedLines(and byte: UInt8?) -> [UInt8] {
    let text = rawField(and: byte)
    guard let end = text.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { return [] }
    let isPair = text[end] == 0x0D && end + 1 < text.count && text[end + 1] == 0x0A
    return Array(text[(end + (isPair ? 2 : 1))...])
  }

  /// The present quoted field as it was written, from behind its opening quote.
  /// - Parameter byte: the byte that has just come.
  private func rawField(and byte: UInt8?) -> [UInt8] {
    var text: [UInt8] = []
    for byte in field {
      text.append(byte)
      if byte == UInt8(ascii: "\"") { text.append(byte) }
    }
    if state != .quoted { text.append(UInt8(ascii: "\"")) }
    return text + margin.after + (byte.map { [$0] } ?? [])
  }

  mutating func openQuote() {
    margin = (field, [])
    field.removeAll(keepingCapacity: true)
    state = .quoted
    quotePlace = place
  }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Whether a quote that opened the present field is text when it does not enclose the whole field:
  /// in files of tabs, where most programs write no quotes at all, and behind a blank.
  var quotesMayBeText: Bool { delimiter == 0x09 || !margin.before.isEmpty }

  /// Reads the present quoted field again, its opening quote as text.
  /// - Parameter byte: the byte that has just come; nil at the end of the text.
  mutating func reopen(at byte: UInt8?, body: ([String]) throws -> Void) throws {
    let raw = rawField(and: byte)
    field = margin.before + [UInt8(ascii: "\"")]
    margin = ([], [])
    state = .unquoted
    place = quotePlace
    previousWasCR = false
    // Quotes within the raw text come in pairs, so that nothing in it is read a third time.
    try raw.withUnsafeBufferPointer { try consume($0, body: body) }
  }
}

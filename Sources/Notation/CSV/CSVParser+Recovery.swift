// How the parser skips a bad record when `CSVOptions.skipsBadRecords` is on.
extension CSVParser {
  /// Notes a bad byte in a record whose end is not in doubt.
  mutating func spoil(_ error: CSVError) throws {
    guard options.skipsBadRecords else { throw error }
    spoiled = spoiled ?? error
  }

  /// Whether the present field is quoted and spans several lines.
  var hasSwallowedLines: Bool {
    (state == .quoted || state == .quoteSeen) && field.contains { $0 == 0x0A || $0 == 0x0D }
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
    guard let end = field.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { return [] }
    let isPair = field[end] == 0x0D && end + 1 < field.count && field[end + 1] == 0x0A
    var text: [UInt8] = []
    for byte in field[(end + (isPair ? 2 : 1))...] {
      text.append(byte)
      if byte == UInt8(ascii: "\"") { text.append(byte) }
    }
    if state == .quoteSeen { text.append(UInt8(ascii: "\"")) }
    if let byte { text.append(byte) }
    return text
  }
}

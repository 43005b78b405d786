// The treatment of a record that cannot be read, with `CSVOptions.skipsBadRecords`.
extension CSVParser {
  /// Notes a wrong byte: where the record ends is not in doubt.
  mutating func spoil(_ error: CSVError) throws {
    guard options.skipsBadRecords else { throw error }
    spoiled = spoiled ?? error
  }

  /// Whether a quoted field is at hand that goes over several lines.
  var hasSwallowedLines: Bool {
    (state == .quoted || state == .quoteSeen) && field.contains { $0 == 0x0A || $0 == 0x0D }
  }

  /// Gives up the record at hand, and begins anew after the line; a quote that is not closed has
  /// swallowed lines that may be good records, so that it begins anew after the quote's line.
  /// - Parameter byte: where it was noticed; nil at the end of the text.
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
      // There is no quote left in it that opens a field over several lines: this happens once.
      return try swallowed.withUnsafeBufferPointer { try consume($0, body: body) }
    }
    guard let byte else { return state = .fieldStart }
    state = byte == 0x0A || byte == 0x0D ? .fieldStart : .skipping
    countLine(byte)
  }

  /// The text after the first line of the quoted field at hand, as it was written.
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

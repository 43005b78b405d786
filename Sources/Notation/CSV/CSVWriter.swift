/// Writes CSV (RFC 4180): fields are quoted where they must be, quotes within them doubled.
public struct CSVWriter: Sendable {
  /// The bytes that end a record.
  public enum LineEnding: Sendable, Equatable {
    /// CR LF, as the RFC writes it.
    case crlf
    /// LF alone, as Unix tools expect it.
    case lf
  }

  /// The separator of fields; ``CSVDelimiter/automatic`` writes commas.
  public let delimiter: CSVDelimiter
  /// The bytes that end each record.
  public let lineEnding: LineEnding
  /// Puts `'` before a field that a spreadsheet would run as a formula: one that begins, after any
  /// spaces, with `=`, `+`, `-`, `@`, their full-width forms, TAB, CR or LF (OWASP, CSV injection).
  /// So does one that begins so behind a `'` of its own, which a reader that takes one away would take.
  public let neutralizesFormulas: Bool
  /// The bytes written so far.
  public private(set) var bytes: [UInt8] = []

  /// Makes a writer without output.
  public init(
    delimiter: CSVDelimiter = .comma, lineEnding: LineEnding = .crlf,
    neutralizesFormulas: Bool = false
  ) {
    self.delimiter = delimiter
    self.lineEnding = lineEnding
    self.neutralizesFormulas = neutralizesFormulas
  }

  /// The text written so far.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Appends a record.
  public mutating func append(_ row: [String]) {
    let separator = delimiter.byte ?? UInt8(ascii: ",")
    for (index, field) in row.enumerated() {
      if index > 0 { bytes.append(separator) }
      // One empty field is quoted; as an empty line readers would skip it.
      append(field, separator: separator, quoted: row.count == 1 && field.isEmpty)
    }
    if lineEnding == .crlf { bytes.append(0x0D) }
    bytes.append(0x0A)
  }

  /// Returns the bytes written so far and forgets them, so that a long table can be written in
  /// pieces.
  public mutating func takeBytes() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  private mutating func append(_ field: String, separator: UInt8, quoted: Bool) {
    let quote = UInt8(ascii: "\"")
    let prefix = neutralizesFormulas && Self.beginsFormula(String(field.drop { $0 == "'" }))
    let needsQuotes =
      quoted
      || field.utf8.contains { $0 == separator || $0 == quote || $0 == 0x0A || $0 == 0x0D }
    if needsQuotes { bytes.append(quote) }
    if prefix { bytes.append(UInt8(ascii: "'")) }
    for byte in field.utf8 {
      if byte == quote { bytes.append(quote) }
      bytes.append(byte)
    }
    if needsQuotes { bytes.append(quote) }
  }

  /// Whether a spreadsheet would run a field as a formula; see ``neutralizesFormulas``.
  public static func beginsFormula(_ field: String) -> Bool {
    // Spreadsheets trim spaces before they look.
    let first = field.unicodeScalars.first { $0 != " " && $0 != "\u{A0}" && $0 != "\u{3000}" }
    return first.map(formulaStarts.contains) == true && !isNumber(field)
  }

  /// Whether a field is a number with a sign, such as `-5` or `+1,5`: a formula holds more.
  private static func isNumber(_ field: String) -> Bool {
    let digits = field.utf8.dropFirst(field.hasPrefix("-") || field.hasPrefix("+") ? 1 : 0)
    let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
    guard let first = digits.first, isDigit(first) else { return false }
    return digits.allSatisfy { isDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }
  }

  /// Spreadsheets read full-width signs as the plain ones, and skip TAB, CR and LF.
  private static let formulaStarts: Set<Unicode.Scalar> = [
    "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
  ]
}

internal import Crypto
internal import Notation

/// The differences between SQLite and PostgreSQL in the library's statements. All other SQL works
/// on both: `ON CONFLICT` and `RETURNING` instead of `INSERT OR …`; `"user"` in quotes, because it
/// is a function in PostgreSQL; an explicit type for a parameter that is only compared with NULL.
/// Texts are ordered by their bytes: PostgreSQL's columns have the collation "C".
package enum SQLDialect {
  case sqlite, postgres

  /// The function that returns the position of one text in another, from 1; 0 if absent.
  package var position: String { self == .sqlite ? "instr" : "strpos" }

  /// Ends a query whose rows stay locked until the transaction ends.
  package var forUpdate: String { self == .sqlite ? "" : " FOR UPDATE" }

  /// The join that looks up the second table for each row of the first, in the first table's order.
  package var orderedJoin: String { self == .sqlite ? "CROSS JOIN" : "JOIN" }

  /// The condition that a column has one of the numbers of a parameter made by ``list(_:)``.
  ///
  /// Both databases get a subquery: PostgreSQL would compare each row with each number of `ANY`
  /// when it scans the table.
  package func isListed(_ column: String, _ parameter: String = "?") -> String {
    switch self {
    case .sqlite: "\(column) IN (SELECT value FROM json_each(\(parameter)))"
    case .postgres: "\(column) IN (SELECT unnest(CAST(\(parameter) AS bigint[])))"
    }
  }

  /// Encodes numbers as one parameter.
  package func list(_ numbers: [Int64]) -> Cell {
    let list = numbers.map(String.init).joined(separator: ",")
    return .text(self == .sqlite ? "[\(list)]" : "{\(list)}")
  }

  /// The condition that a column has one of the texts of a parameter made by ``list(_:)``.
  package func isListedText(_ column: String, _ parameter: String = "?") -> String {
    switch self {
    case .sqlite: "\(column) IN (SELECT value FROM json_each(\(parameter)))"
    case .postgres:
      "\(column) IN (SELECT jsonb_array_elements_text(CAST(\(parameter) AS jsonb)))"
    }
  }

  /// Encodes texts as one parameter.
  package func list(_ texts: [String]) -> Cell {
    .text(String(decoding: JSON.array(texts.map(JSON.string)).bytes, as: UTF8.self))
  }

  // MARK: Values of any type

  /// Encodes a value for a column that keeps the value's type. SQLite's columns do; PostgreSQL's
  /// hold JSON.
  package func kept(_ value: Cell) -> Cell {
    if self == .sqlite { return value }
    switch value {
    case .text(let text): return .text(String(decoding: JSON.string(text).bytes, as: UTF8.self))
    case .int(let number): return .text("\(number)")
    case .real(let number): return .text("\(number)")
    case .null, .blob: return .null
    }
  }

  /// The text of ``kept(_:)``; nil for null.
  package func keptText(_ value: Cell) -> String? {
    if case .text(let text) = kept(value) { text } else { nil }
  }

  /// Decodes a value that ``kept(_:)`` encoded.
  package func restored(_ cell: Cell) -> Cell {
    guard self == .postgres, case .text(let json) = cell else { return cell }
    if json.hasPrefix("\"") { return Cell(JSONReader.string(json)) }
    return Int64(json).map(Cell.int) ?? Cell(Double(json))
  }

  /// Encodes a value for a column that orders values of any type as SQLite does: numbers by size,
  /// then texts by their bytes, then bytes. PostgreSQL compares the encoded bytes.
  package func sortable(_ value: Cell) -> Cell {
    self == .sqlite ? value : .blob(SortableBytes.of(value))
  }

  /// The prefix of texts that ``identifying(_:)`` shortened to a hash.
  package static let shortForm = "sha256:"

  /// Encodes a text that identifies a row. A long one becomes a hash on PostgreSQL, whose indexes
  /// limit its length.
  package func identifying(_ text: String) -> Cell {
    if self == .sqlite || text.utf8.count <= SortableBytes.mostBytes { return .text(text) }
    return .text(Self.shortForm + HexText.of(SHA256.hash(data: Array(text.utf8))))
  }
}

/// Encodes values as bytes that sort in the same order.
package enum SortableBytes {
  /// The number of bytes of a text or blob that count for the order.
  static let mostBytes = 1_000

  private enum Kind: UInt8 {
    case number = 1
    case text
    case bytes
  }

  package static func of(_ value: Cell) -> [UInt8] {
    switch value {
    case .null: []
    case .int(let number): [Kind.number.rawValue] + bytes(of: number)
    case .real(let number): [Kind.number.rawValue] + bytes(of: number) + bytes(of: Int16(0))
    case .text(let text): [Kind.text.rawValue] + text.utf8.prefix(mostBytes)
    case .blob(let bytes): [Kind.bytes.rawValue] + bytes.prefix(mostBytes)
    }
  }

  /// Decodes bytes that ``of(_:)`` made. A number without a fraction becomes an integer.
  package static func value(_ bytes: [UInt8]) -> Cell {
    guard let first = bytes.first, let kind = Kind(rawValue: first) else { return .null }
    let rest = bytes.dropFirst()
    switch kind {
    case .text: return .text(String(decoding: rest, as: UTF8.self))
    case .bytes: return .blob(Array(rest))
    case .number:
      var pattern = rest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      pattern = pattern & sign != 0 ? pattern ^ sign : ~pattern
      let number = Double(bitPattern: pattern)
      let distance = rest.dropFirst(8).reduce(UInt16(0)) { $0 << 8 | UInt16($1) } ^ 0x8000
      guard let whole = Int128(exactly: number),
        let exact = Int64(exactly: whole + Int128(Int16(bitPattern: distance)))
      else { return .real(number) }
      return .int(exact)
    }
  }

  // A double cannot represent every integer. The nearest double followed by the distance to it
  // sorts as the integer does.
  private static func bytes(of number: Int64) -> [UInt8] {
    let near = Double(number)
    guard let whole = Int128(exactly: near) else { return [] }
    return bytes(of: near) + bytes(of: Int16(Int128(number) - whole))
  }

  private static func bytes(of number: Double) -> [UInt8] {
    // Zero has two signs; use one.
    let pattern = (number == 0 ? 0 : number).bitPattern
    return bigEndian(pattern & sign != 0 ? ~pattern : pattern ^ sign)
  }

  private static func bytes(of number: Int16) -> [UInt8] {
    bigEndian(UInt16(bitPattern: number) ^ 0x8000)
  }

  private static let sign: UInt64 = 1 << 63

  private static func bigEndian<T: FixedWidthInteger>(_ number: T) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }
}

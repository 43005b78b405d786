internal import Crypto
internal import Notation

/// The differences between SQLite and PostgreSQL in the library's statements. All other SQL is
/// common to both, so: `ON CONFLICT` and `RETURNING`, no `INSERT OR …`; `"user"` in quotes, which is a
/// function in PostgreSQL; a type for a parameter that is compared with NULL alone. Texts are ordered by
/// their bytes: PostgreSQL's columns have the collation "C".
package enum SQLDialect {
  case sqlite, postgres

  /// The function that says where in a text another one is, from 1; 0: nowhere.
  package var position: String { self == .sqlite ? "instr" : "strpos" }

  /// Ends a query that locks its rows until the transaction has changed them.
  package var forUpdate: String { self == .sqlite ? "" : " FOR UPDATE" }

  /// The join that looks up the second table for each row of the first, in the first one's order.
  package var orderedJoin: String { self == .sqlite ? "CROSS JOIN" : "JOIN" }

  /// A condition: a column is one of the numbers of a parameter that ``list(_:)`` made.
  ///
  /// A subquery on both: PostgreSQL would compare each row with each number of `ANY` where it scans the table.
  package func isListed(_ column: String, _ parameter: String = "?") -> String {
    switch self {
    case .sqlite: "\(column) IN (SELECT value FROM json_each(\(parameter)))"
    case .postgres: "\(column) IN (SELECT unnest(CAST(\(parameter) AS bigint[])))"
    }
  }

  /// Numbers as one parameter.
  package func list(_ numbers: [Int64]) -> Cell {
    let list = numbers.map(String.init).joined(separator: ",")
    return .text(self == .sqlite ? "[\(list)]" : "{\(list)}")
  }

  /// The condition that a column of texts has one of a list (``list(_:)``).
  package func isListedText(_ column: String, _ parameter: String = "?") -> String {
    switch self {
    case .sqlite: "\(column) IN (SELECT value FROM json_each(\(parameter)))"
    case .postgres:
      "\(column) IN (SELECT jsonb_array_elements_text(CAST(\(parameter) AS jsonb)))"
    }
  }

  /// Texts as one parameter.
  package func list(_ texts: [String]) -> Cell {
    .text(String(decoding: JSON.array(texts.map(JSON.string)).bytes, as: UTF8.self))
  }

  // MARK: Values of any type

  /// A value for a column that keeps its type. SQLite's columns do; PostgreSQL's have JSON.
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

  /// The value that ``kept(_:)`` was given.
  package func restored(_ cell: Cell) -> Cell {
    guard self == .postgres, case .text(let json) = cell else { return cell }
    if json.hasPrefix("\"") { return Cell(JSONReader.string(json)) }
    return Int64(json).map(Cell.int) ?? Cell(Double(json))
  }

  /// A value for a column that orders values of any type as SQLite does: numbers by their size, then
  /// texts by their bytes, then bytes. PostgreSQL orders the bytes that this makes of them.
  package func sortable(_ value: Cell) -> Cell {
    self == .sqlite ? value : .blob(SortableBytes.of(value))
  }

  /// Begins ``identifying(_:)`` where it had to be short.
  package static let shortForm = "sha256:"

  /// A text that identifies a row. PostgreSQL's indexes have no room for long ones.
  package func identifying(_ text: String) -> Cell {
    if self == .sqlite || text.utf8.count <= SortableBytes.mostBytes { return .text(text) }
    return .text(Self.shortForm + HexText.of(SHA256.hash(data: Array(text.utf8))))
  }
}

/// Bytes that are ordered as the values are of which they were made.
package enum SortableBytes {
  /// Of longer texts only the beginning counts.
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

  /// The value of bytes that ``of(_:)`` made; a number without a fraction is an integer again.
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

  // A double has no room for all integers: the nearest one, and how far it is away, are ordered as the
  // integers are.
  private static func bytes(of number: Int64) -> [UInt8] {
    let near = Double(number)
    guard let whole = Int128(exactly: near) else { return [] }
    return bytes(of: near) + bytes(of: Int16(Int128(number) - whole))
  }

  private static func bytes(of number: Double) -> [UInt8] {
    // Zero has two signs.
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

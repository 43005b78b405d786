/// A value that is bound to a statement or read from a row.
package enum Cell: Equatable, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral,
  ExpressibleByNilLiteral
{
  case null
  case int(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  package init(integerLiteral value: Int64) { self = .int(value) }
  package init(stringLiteral value: String) { self = .text(value) }
  package init(nilLiteral: ()) { self = .null }

  /// Wraps a value; nil becomes null.
  package init(_ value: Int64?) { self = value.map(Cell.int) ?? .null }
  /// Wraps a value; nil becomes null.
  package init(_ value: Double?) { self = value.map(Cell.real) ?? .null }
  /// Wraps a value; nil becomes null.
  package init(_ value: String?) { self = value.map(Cell.text) ?? .null }
  /// Wraps a value; nil becomes null.
  package init(_ value: [UInt8]?) { self = value.map(Cell.blob) ?? .null }
}

extension PreparedStatement {
  /// Runs the statement to its end.
  /// - Returns: the number of changed rows.
  @discardableResult
  package func run(_ cells: Cell...) throws -> Int { try change(cells) }

  /// Calls `body` with each row.
  package func forEach(_ cells: Cell..., body: (RowCells) throws -> Void) throws {
    try forEach(of: cells, body: body)
  }

  /// Calls `body` with each row.
  package func forEach(of cells: [Cell], body: (RowCells) throws -> Void) throws {
    try scan(cells) {
      try body($0)
      return true
    }
  }

  /// Returns `body`'s value for each row.
  package func map<T>(_ cells: Cell..., body: (RowCells) throws -> T) throws -> [T] {
    try map(of: cells, body: body)
  }

  /// Returns `body`'s value for each row.
  package func map<T>(of cells: [Cell], body: (RowCells) throws -> T) throws -> [T] {
    var values: [T] = []
    try forEach(of: cells) { values.append(try body($0)) }
    return values
  }

  /// Returns `body`'s value for the first row; nil without rows. The statement runs to its end.
  package func first<T>(_ cells: Cell..., body: (RowCells) throws -> T) throws -> T? {
    var value: T?
    try forEach(of: cells) { if value == nil { value = try body($0) } }
    return value
  }
}

extension RowCells {
  package func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }
  package func optionalReal(_ column: Int32) -> Double? { isNull(column) ? nil : real(column) }
  package func optionalInt(_ column: Int32) -> Int64? { isNull(column) ? nil : int(column) }
  package func optionalBytes(_ column: Int32) -> [UInt8]? { isNull(column) ? nil : bytes(column) }
}

/// Builds parts of statements.
package enum SQLText {
  /// Placeholders for `count` rows, such as `(?, ?), (?, ?)`.
  package static func rows(_ count: Int, of columns: Int) -> String {
    let row = "(" + Array(repeating: "?", count: columns).joined(separator: ", ") + ")"
    return Array(repeating: row, count: count).joined(separator: ", ")
  }
}

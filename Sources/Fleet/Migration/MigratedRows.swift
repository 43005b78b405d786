internal import Notation
internal import SQL
internal import Store

/// The rows of a table, in a form that both kinds of store share.
struct MigratedRows {
  let table: MigratedTable
  let db: SQLSession

  /// Rows after a key, in key order.
  /// - Parameter key: the last key already read; nil to start at the first row.
  func page(after key: [Cell]?) throws -> [[Cell]] {
    let begin =
      key == nil ? "" : " WHERE (\(table.keyList)) > \(SQLText.rows(1, of: table.keyCount))"
    return try db.statement(
      """
      SELECT \(table.columnList) FROM \(table.name)\(begin) ORDER BY \(table.keyList)
      LIMIT \(table.rowsAtOnce)
      """
    ).map(of: key ?? []) { row in
      table.columns.indices.map { common(row.cell(Int32($0)), table.columns[$0].kind) }
    }
  }

  /// The last row's key; nil for an empty table.
  func lastKey() throws -> [Cell]? {
    let order = table.columns.prefix(table.keyCount).map { $0.name + " DESC" }
    return try db.statement(
      "SELECT \(table.keyList) FROM \(table.name) ORDER BY \(order.joined(separator: ", ")) LIMIT 1"
    ).first { row in (0..<table.keyCount).map { row.cell(Int32($0)) } }
  }

  func count() throws -> Int {
    try db.statement("SELECT count(*) FROM \(table.name)").first { Int($0.int(0)) } ?? 0
  }

  func add(_ rows: [[Cell]]) throws {
    let ownRows = rows.map { row in withKey(zip(row, table.columns).map { own($0, $1.kind) }) }
    guard let connection = db.postgres else {
      let insert = try db.statement(
        """
        INSERT INTO \(table.name) (\(table.columnList))
        VALUES \(SQLText.rows(1, of: table.columns.count))
        """)
      for row in ownRows { _ = try insert.change(row) }
      return
    }
    try add(ownRows, connection)
  }

  // One list for each column makes one statement for any number of rows and nulls.
  private func add(_ rows: [[Cell]], _ connection: PostgresConnection) throws {
    var (names, lists, values): ([String], [String], [PostgresValue]) = ([], [], [])
    for (index, column) in table.columns.enumerated() {
      let cells = rows.map { $0[index] }
      let type: String
      switch column.kind {
      case .int:
        type = "bigint"
        values.append(
          .optionalInts(cells.map { if case .int(let value) = $0 { value } else { nil } }))
      case .real:
        type = "double precision"
        values.append(.optionalReals(cells.map(Self.real)))
      case .text, .kept, .bytes, .ordered:
        type = "text"
        values.append(.optionalTexts(cells.map(Self.text)))
      }
      let isBytes = column.kind == .bytes || column.kind == .ordered
      names.append(isBytes ? "decode(c\(index), 'hex')" : "c\(index)")
      lists.append("CAST(?\(index + 1) AS \(type)[])")
    }
    try connection.rows(
      """
      INSERT INTO \(table.name) (\(table.columnList)) SELECT \(names.joined(separator: ", "))
      FROM unnest(\(lists.joined(separator: ", ")))
        AS given(\(rows.first?.indices.map { "c\($0)" }.joined(separator: ", ") ?? ""))
      """, values)
  }

  private static func real(_ cell: Cell) -> Double? {
    switch cell {
    case .real(let value): value
    case .int(let value): Double(value)
    default: nil
    }
  }

  private static func text(_ cell: Cell) -> String? {
    switch cell {
    case .text(let value): value
    case .blob(let bytes): HexText.of(bytes)
    default: nil
    }
  }

  // MARK: Forms

  /// Converts a value of this store into the common form.
  private func common(_ cell: Cell, _ kind: MigratedTable.Kind) -> Cell {
    switch (kind, cell) {
    case (.kept, _): return db.dialect.restored(cell)
    case (.ordered, .blob) where db.dialect == .postgres: return cell
    case (.ordered, _): return .blob(SortableBytes.of(cell))
    case (.real, .int(let value)): return .real(Double(value))
    // PostgreSQL's texts cannot hold U+0000.
    case (_, .text(let text)) where text.utf8.contains(0):
      return .text(text.replacing("\0", with: "\u{FFFD}"))
    default: return cell
    }
  }

  /// Converts a value from the common form into this store's.
  private func own(_ cell: Cell, _ kind: MigratedTable.Kind) -> Cell {
    switch (kind, cell) {
    case (.kept, .null): .null
    case (.kept, _): db.dialect.kept(cell)
    case (.ordered, .blob(let bytes)) where db.dialect == .sqlite: SortableBytes.value(bytes)
    default: cell
    }
  }

  // A decision's key follows from its other columns; PostgreSQL shortens long keys.
  private func withKey(_ row: [Cell]) -> [Cell] {
    guard table.name == "decision", case .text(let known)? = row.last else { return row }
    let key = known.hasPrefix(SQLDialect.shortForm) ? Self.decisionKey(row) ?? known : known
    return row.dropLast() + [db.dialect.identifying(key)]
  }

  private static func decisionKey(_ row: [Cell]) -> String? {
    guard case .text(let kind) = row[1], case .text(let title) = row[2],
      case .text(let creator) = row[3], case .text(let identifiers) = row[4]
    else { return nil }
    return WorkIdentity(
      kind: kind, title: title, creator: creator,
      identifiers: WorkIdentity.identifiers(identifiers)
    ).key
  }

  /// The part of a row that must be equal in both stores.
  static func compared(_ row: [Cell], _ table: MigratedTable) -> [Cell] {
    table.name == "decision" ? row.dropLast() : row
  }
}

/// The highest number that a table has assigned.
enum GivenNumbers {
  static func last(_ table: MigratedTable, _ numbers: String, _ db: SQLSession) throws -> Int64 {
    let name = Cell.text(table.name)
    if db.dialect == .postgres {
      let sql = "SELECT pg_sequence_last_value(CAST(pg_get_serial_sequence(?, ?) AS regclass))"
      return try db.statement(sql).first(name, .text(numbers)) { $0.int(0) } ?? 0
    }
    // SQLite remembers assigned numbers only for a declared column.
    let isColumn = numbers != "rowid"
    let sql =
      isColumn
      ? "SELECT seq FROM sqlite_sequence WHERE name = ?"
      : "SELECT max(rowid) FROM \(table.name) WHERE ? IS NOT NULL"
    return try db.statement(sql).first(name) { $0.int(0) } ?? 0
  }

  static func set(
    _ table: MigratedTable, _ numbers: String, to last: Int64, _ db: SQLSession
  ) throws {
    if db.dialect == .sqlite {
      if numbers == "rowid" { return }
      try db.statement("DELETE FROM sqlite_sequence WHERE name = ?").run(.text(table.name))
      try db.statement("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)")
        .run(.text(table.name), .int(last))
    } else if last > 0 {
      _ = try db.statement("SELECT setval(pg_get_serial_sequence(?, ?), ?)")
        .first(.text(table.name), .text(numbers), .int(last)) { $0.int(0) }
    }
  }
}

internal import Notation
package import SQL

/// The rows of one collection within a transaction.
package struct CollectionRows {
  package let db: SQLSession
  /// The collection's number; 0 if it does not exist and cannot be created.
  package let id: Int64
  package let declaration: CollectionDeclaration

  package init(db: SQLSession, id: Int64, declaration: CollectionDeclaration) {
    (self.db, self.id, self.declaration) = (db, id, declaration)
  }

  // MARK: Changes

  /// Stores records; a record with a known key is replaced.
  /// - Returns: the number of new records.
  func put(_ records: [StoreRecord]) throws -> Int {
    let find = try db.statement("SELECT id FROM store_record WHERE collection = ? AND key = ?")
    let insert = try db.statement(
      "INSERT INTO store_record (collection, key, json) VALUES (?, ?, ?) RETURNING id")
    let update = try db.statement("UPDATE store_record SET json = ? WHERE id = ?")
    let forget = try db.statement("DELETE FROM store_value WHERE record = ?")
    var new = 0
    for record in records {
      let key = db.dialect.sortable(record.key.cell)
      let row: Int64
      if let known = try find.first(.int(id), key, body: { $0.int(0) }) {
        try update.run(.text(record.json), .int(known))
        try forget.run(.int(known))
        row = known
      } else {
        row = try insert.first(.int(id), key, .text(record.json)) { $0.int(0) } ?? 0
        new += 1
      }
      try index(record.values, of: row)
    }
    return new
  }

  private func index(_ values: [(field: String, value: StoreValue)], of row: Int64) throws {
    if values.isEmpty { return }
    var cells: [Cell] = []
    for (field, value) in values {
      cells += [.int(id), .text(field), db.dialect.sortable(value.cell), .int(row)]
    }
    _ = try db.statement(
      """
      INSERT INTO store_value (collection, field, value, record)
      VALUES \(SQLText.rows(values.count, of: 4))
      """
    ).change(cells)
  }

  /// Deletes the record of a key.
  /// - Returns: whether it existed.
  func delete(_ key: StoreValue) throws -> Bool {
    let find = try db.statement(
      "SELECT id FROM store_record WHERE collection = ? AND key = ?")
    guard let row = try find.first(.int(id), db.dialect.sortable(key.cell), body: { $0.int(0) })
    else { return false }
    try db.statement("DELETE FROM store_value WHERE record = ?").run(.int(row))
    try db.statement("DELETE FROM store_record WHERE id = ?").run(.int(row))
    return true
  }

  /// Deletes all records.
  /// - Returns: the number of deleted records.
  package func clear() throws -> Int {
    try db.statement("DELETE FROM store_value WHERE collection = ?").run(.int(id))
    return try db.statement("DELETE FROM store_record WHERE collection = ?").run(.int(id))
  }

  /// Rebuilds the index after the declared fields have changed.
  package func reindex() throws {
    try db.statement("DELETE FROM store_value WHERE collection = ?").run(.int(id))
    var last: Int64 = 0
    let page = try db.statement(
      "SELECT id, json FROM store_record WHERE collection = ? AND id > ? ORDER BY id LIMIT 500")
    while true {
      let rows = try page.map(.int(id), .int(last)) { ($0.int(0), $0.bytes(1)) }
      guard let end = rows.last?.0 else { return }
      last = end
      for (row, json) in rows {
        try index(StoreRecord.values(of: json, declaration.indexes), of: row)
      }
    }
  }

  // MARK: Reads

  /// The record of a key as JSON; nil if it does not exist.
  func get(_ key: StoreValue) throws -> [UInt8]? {
    try db.statement("SELECT json FROM store_record WHERE collection = ? AND key = ?")
      .first(.int(id), db.dialect.sortable(key.cell)) { $0.bytes(0) }
  }

  /// Calls `body` with the JSON of each record and the position after it, until it returns false.
  /// - Parameter after: the position to start from; nil for the first record.
  func scan(
    _ query: StoreQuery, after: StoreCursor?, _ body: ([UInt8], StoreCursor) throws -> Bool
  ) throws {
    var sql = QueryText(query, key: declaration.key, collection: id, db.dialect)
    sql.begin(after: after)
    try db.statement(sql.text).scan(sql.cells) { row in
      try body(row.bytes(0), StoreCursor(value: row.cell(2), record: row.int(1)))
    }
  }

  /// The position after the record of a key, in a query's order; nil if the record does not exist.
  func cursor(_ query: StoreQuery, key: StoreValue) throws -> StoreCursor? {
    let field = QueryText.order(of: query, key: declaration.key)
    let key = db.dialect.sortable(key.cell)
    if field == declaration.key {
      return try db.statement(
        "SELECT id FROM store_record WHERE collection = ? AND key = ?"
      ).first(.int(id), key) { StoreCursor(value: key, record: $0.int(0)) }
    }
    return try db.statement(
      """
      SELECT v.value, r.id FROM store_record r JOIN store_value v ON v.record = r.id AND v.field = ?
      WHERE r.collection = ? AND r.key = ?
      """
    ).first(.text(field), .int(id), key) { StoreCursor(value: $0.cell(0), record: $0.int(1)) }
  }

  /// The number of records that a query selects.
  func count(_ query: StoreQuery) throws -> Int {
    var sql = QueryText(query, key: declaration.key, collection: id, db.dialect)
    sql.beginCount()
    var count = 0
    try db.statement(sql.text).scan(sql.cells) { row in
      count = Int(row.int(0))
      return false
    }
    return count
  }
}

extension StoreRecord {
  /// The values of a record's indexed fields.
  fileprivate static func values(
    of json: [UInt8], _ fields: [String]
  ) -> [(field: String, value: StoreValue)] {
    guard let members = try? JSONReader.members(json) else { return [] }
    return fields.compactMap { field in
      guard let raw = members.first(where: { $0.name == field })?.raw,
        let member = try? JSONReader.read(Array(raw.utf8))
      else { return nil }
      let value: StoreValue? =
        switch member {
        case .bool(let flag): .flag(flag)
        case .int(let number): .int(number)
        case .number(let number): .real(number)
        case .string(let text): .text(text)
        default: nil
        }
      return value.map { (field, $0) }
    }
  }
}

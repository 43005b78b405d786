internal import GRDB

/// The rows of one collection, within a transaction.
struct CollectionRows {
  let db: Database
  /// The collection's number; 0: nothing was ever stored, and nothing can be.
  let id: Int64
  let declaration: CollectionDeclaration

  // MARK: Changes

  /// Keeps records; those with a known key are replaced.
  /// - Returns: how many were new.
  func put(_ records: [StoreRecord]) throws -> Int {
    let find = try PreparedStatement(
      db, "SELECT id FROM store_record WHERE collection = ? AND key = ?")
    let insert = try PreparedStatement(
      db, "INSERT INTO store_record (collection, key, json) VALUES (?, ?, ?)")
    let update = try PreparedStatement(db, "UPDATE store_record SET json = ? WHERE id = ?")
    let forget = try PreparedStatement(db, "DELETE FROM store_value WHERE record = ?")
    let index = try PreparedStatement(
      db, "INSERT INTO store_value (collection, field, value, record) VALUES (?, ?, ?, ?)")
    var new = 0
    for record in records {
      let known = try find.first(.int(id), record.key.cell) { $0.int(0) }
      if let known {
        try update.run(.text(record.json), .int(known))
        try forget.run(.int(known))
      } else {
        try insert.run(.int(id), record.key.cell, .text(record.json))
        new += 1
      }
      let row = known ?? db.lastInsertedRowID
      for (field, value) in record.values {
        try index.run(.int(id), .text(field), value.cell, .int(row))
      }
    }
    return new
  }

  /// Removes the record of a key.
  /// - Returns: whether it was there.
  func delete(_ key: StoreValue) throws -> Bool {
    let find = try PreparedStatement(
      db, "SELECT id FROM store_record WHERE collection = ? AND key = ?")
    guard let row = try find.first(.int(id), key.cell, body: { $0.int(0) }) else { return false }
    try PreparedStatement(db, "DELETE FROM store_value WHERE record = ?").run(.int(row))
    try PreparedStatement(db, "DELETE FROM store_record WHERE id = ?").run(.int(row))
    return true
  }

  /// Removes all records.
  /// - Returns: how many there were.
  func clear() throws -> Int {
    try PreparedStatement(db, "DELETE FROM store_value WHERE collection = ?").run(.int(id))
    return try PreparedStatement(db, "DELETE FROM store_record WHERE collection = ?").run(.int(id))
  }

  /// Fills the index anew, after other fields have been declared.
  func reindex() throws {
    try PreparedStatement(db, "DELETE FROM store_value WHERE collection = ?").run(.int(id))
    let fill = try PreparedStatement(
      db,
      """
      INSERT INTO store_value (collection, field, value, record)
      SELECT collection, ?1, CASE json_type(json, ?2)
        WHEN 'true' THEN x'01' WHEN 'false' THEN x'00' ELSE json_extract(json, ?2) END, id
      FROM store_record WHERE collection = ?3
        AND json_type(json, ?2) IN ('integer', 'real', 'text', 'true', 'false')
      """)
    for field in declaration.indexes {
      try fill.run(.text(field), .text("$.\"\(field)\""), .int(id))
    }
  }

  // MARK: Reads

  /// The record of a key as JSON; nil when there is none.
  func get(_ key: StoreValue) throws -> [UInt8]? {
    try PreparedStatement(db, "SELECT json FROM store_record WHERE collection = ? AND key = ?")
      .first(.int(id), key.cell) { $0.bytes(0) }
  }

  /// Calls `body` with the JSON of records and the place behind each, until it returns false.
  /// - Parameter after: where to begin; nil: at the first.
  func scan(
    _ query: StoreQuery, after: StoreCursor?, _ body: ([UInt8], StoreCursor) throws -> Bool
  ) throws {
    var sql = QueryText(query, key: declaration.key, collection: id)
    sql.begin(after: after)
    try PreparedStatement(db, sql.text).scan(sql.cells) { row in
      try body(row.bytes(0), StoreCursor(value: row.cell(2), record: row.int(1)))
    }
  }

  /// The place behind the record of a key, in a query's order; nil when it is not there.
  func cursor(_ query: StoreQuery, key: StoreValue) throws -> StoreCursor? {
    let field = QueryText.order(of: query, key: declaration.key)
    if field == declaration.key {
      return try PreparedStatement(
        db, "SELECT id FROM store_record WHERE collection = ? AND key = ?"
      ).first(.int(id), key.cell) { StoreCursor(value: key.cell, record: $0.int(0)) }
    }
    return try PreparedStatement(
      db,
      """
      SELECT v.value, r.id FROM store_record r JOIN store_value v ON v.record = r.id AND v.field = ?
      WHERE r.collection = ? AND r.key = ?
      """
    ).first(.text(field), .int(id), key.cell) { StoreCursor(value: $0.cell(0), record: $0.int(1)) }
  }

  /// How many records fit.
  func count(_ query: StoreQuery) throws -> Int {
    var sql = QueryText(query, key: declaration.key, collection: id)
    sql.beginCount()
    var count = 0
    try PreparedStatement(db, sql.text).scan(sql.cells) { row in
      count = Int(row.int(0))
      return false
    }
    return count
  }
}

/// A query in SQL. Names and values that scripts give are bound, never part of the text.
private struct QueryText {
  private(set) var text = ""
  private(set) var cells: [Cell] = []
  private let query: StoreQuery
  private let key: String
  private let collection: Int64
  private let field: String

  init(_ query: StoreQuery, key: String, collection: Int64) {
    self.query = query
    self.key = key
    self.collection = collection
    field = Self.order(of: query, key: key)
  }

  static func order(of query: StoreQuery, key: String) -> String {
    let range = query.conditions.first { $0.from != $0.to }
    return query.order ?? (range ?? query.conditions.first)?.field ?? key
  }

  private var byKey: Bool { field == key }
  private var ordered: String { byKey ? "r.key" : "v.value" }

  mutating func begin(after: StoreCursor?) {
    text = "SELECT r.json, r.id, \(ordered) "
    addSource()
    if let after {
      text += " AND (\(ordered), r.id) \(query.isDescending ? "<" : ">") (?, ?)"
      cells += [after.value, .int(after.record)]
    }
    let direction = query.isDescending ? "DESC" : "ASC"
    text += " ORDER BY \(ordered) \(direction)" + (byKey ? "" : ", v.record \(direction)")
  }

  mutating func beginCount() {
    text = "SELECT count(*) "
    addSource()
  }

  private mutating func addSource() {
    if byKey {
      text += "FROM store_record r WHERE r.collection = ?"
      cells = [.int(collection)]
    } else {
      // CROSS: SQLite keeps the order, which is that of the index.
      text += """
        FROM store_value v CROSS JOIN store_record r ON r.id = v.record
        WHERE v.collection = ? AND v.field = ?
        """
      cells = [.int(collection), .text(field)]
    }
    for condition in query.conditions {
      if condition.field == field {
        add(condition, to: ordered)
      } else if condition.field == key {
        add(condition, to: "r.key")
      } else {
        text += " AND EXISTS (SELECT 1 FROM store_value w WHERE w.record = r.id AND w.field = ?"
        cells.append(.text(condition.field))
        add(condition, to: "w.value")
        text += ")"
      }
    }
  }

  /// Both ends are within one kind of value: SQLite orders numbers before texts, and those before bytes.
  private mutating func add(_ condition: StoreQuery.Condition, to column: String) {
    if let from = condition.from, from == condition.to {
      text += " AND \(column) = ?"
      cells.append(from.cell)
      return
    }
    var isText = false
    if case .text? = condition.from ?? condition.to { isText = true }
    if let from = condition.from {
      text += " AND \(column) >= ?"
      cells.append(from.cell)
    } else if isText {
      text += " AND \(column) >= ''"
    }
    if let to = condition.to {
      text += " AND \(column) <= ?"
      cells.append(to.cell)
    } else {
      text += " AND \(column) < \(isText ? "x''" : "''")"
    }
  }
}

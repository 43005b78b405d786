internal import Notation

/// The rows of one collection, within a transaction.
struct CollectionRows {
  let db: SQLSession
  /// The collection's number; 0: nothing was ever stored, and nothing can be.
  let id: Int64
  let declaration: CollectionDeclaration

  // MARK: Changes

  /// Keeps records; those with a known key are replaced.
  /// - Returns: how many were new.
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

  /// Removes the record of a key.
  /// - Returns: whether it was there.
  func delete(_ key: StoreValue) throws -> Bool {
    let find = try db.statement(
      "SELECT id FROM store_record WHERE collection = ? AND key = ?")
    guard let row = try find.first(.int(id), db.dialect.sortable(key.cell), body: { $0.int(0) }) else { return false }
    try db.statement("DELETE FROM store_value WHERE record = ?").run(.int(row))
    try db.statement("DELETE FROM store_record WHERE id = ?").run(.int(row))
    return true
  }

  /// Removes all records.
  /// - Returns: how many there were.
  func clear() throws -> Int {
    try db.statement("DELETE FROM store_value WHERE collection = ?").run(.int(id))
    return try db.statement("DELETE FROM store_record WHERE collection = ?").run(.int(id))
  }

  /// Fills the index anew, after other fields have been declared.
  func reindex() throws {
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

  /// The record of a key as JSON; nil when there is none.
  func get(_ key: StoreValue) throws -> [UInt8]? {
    try db.statement("SELECT json FROM store_record WHERE collection = ? AND key = ?")
      .first(.int(id), db.dialect.sortable(key.cell)) { $0.bytes(0) }
  }

  /// Calls `body` with the JSON of records and the place behind each, until it returns false.
  /// - Parameter after: where to begin; nil: at the first.
  func scan(
    _ query: StoreQuery, after: StoreCursor?, _ body: ([UInt8], StoreCursor) throws -> Bool
  ) throws {
    var sql = QueryText(query, key: declaration.key, collection: id, db.dialect)
    sql.begin(after: after)
    try db.statement(sql.text).scan(sql.cells) { row in
      try body(row.bytes(0), StoreCursor(value: row.cell(2), record: row.int(1)))
    }
  }

  /// The place behind the record of a key, in a query's order; nil when it is not there.
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

  /// How many records fit.
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

/// A query in SQL. Names and values that scripts give are bound, never part of the text.
private struct QueryText {
  private(set) var text = ""
  private(set) var cells: [Cell] = []
  private let query: StoreQuery
  private let key: String
  private let collection: Int64
  private let field: String
  private let dialect: SQLDialect

  init(_ query: StoreQuery, key: String, collection: Int64, _ dialect: SQLDialect) {
    self.dialect = dialect
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
      // The order is that of the index.
      text += """
        FROM store_value v \(dialect.orderedJoin) store_record r ON r.id = v.record
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

  /// Both ends are within one kind of value: numbers come before texts, and those before bytes.
  private mutating func add(_ condition: StoreQuery.Condition, to column: String) {
    if let from = condition.from, from == condition.to {
      add("\(column) = ?", from.cell)
      return
    }
    var isText = false
    if case .text? = condition.from ?? condition.to { isText = true }
    if let from = condition.from {
      add("\(column) >= ?", from.cell)
    } else if isText {
      add("\(column) >= ?", "")
    }
    if let to = condition.to {
      add("\(column) <= ?", to.cell)
    } else {
      add("\(column) < ?", isText ? .blob([]) : "")
    }
  }

  private mutating func add(_ condition: String, _ value: Cell) {
    text += " AND " + condition
    cells.append(dialect.sortable(value))
  }
}

extension StoreRecord {
  /// The values of those fields of a record that it has and by which it can be found.
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

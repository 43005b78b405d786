internal import Crypto
internal import Notation
internal import SQL
public import Store

/// Copies a whole store to another: `mixhost store migrate`.
///
/// Rows are copied in key order, one batch in each transaction, so that an interrupted copy
/// continues after the last copied row. A table in the target names the source until all rows of
/// both are compared. The source is read in one transaction and never changed. Calls block.
///
/// ```swift
/// let result = try StoreMigration(
///   source, from: "library.db", to: target, at: "postgres://db.example/media"
/// ).run()
/// ```
public final class StoreMigration {
  /// How far a copy is.
  public struct Progress: Sendable, Equatable {
    /// The steps of a copy.
    public enum Step: Sendable {
      /// Rows are being written to the target.
      case copying
      /// Rows of both stores are being compared.
      case checking
    }
    /// The present step.
    public var step: Step
    /// The plural noun for the table's rows, such as `works`.
    public var noun: String
    /// The number of rows that are done.
    public var done: Int
    /// The number of all rows.
    public var total: Int
  }

  /// The result of a copy.
  public struct Result: Sendable, Equatable {
    /// A table of the store.
    public struct Table: Sendable, Equatable {
      /// The plural noun for the table's rows.
      public var noun: String
      /// The number of rows.
      public var rows: Int
      /// The SHA-256 of all rows, the same in both stores.
      public var hash: String
    }
    /// All tables.
    public var tables: [Table] = []
    /// Whether an earlier copy was resumed.
    public var isResumed = false
  }

  private let source: DataStore
  private let target: DataStore
  private let (from, to): (String, String)
  private let onProgress: (Progress) throws -> Void

  /// - Parameters:
  ///   - from: the source's address or path, without a password.
  ///   - to: the target's address or path, without a password.
  ///   - onProgress: called after each batch. An error ends the copy, which can be resumed later.
  public init(
    _ source: DataStore, from: String, to target: DataStore, at to: String,
    onProgress: @escaping (Progress) throws -> Void = { _ in }
  ) {
    (self.source, self.target, self.from, self.to) = (source, target, from, to)
    self.onProgress = onProgress
  }

  /// Copies all tables and compares the result.
  /// - Throws: ``DataFileError``: `held` when processes hold items, `exists` when the target has
  ///   other content, `failed` when the stores differ in the end; errors of `onProgress`.
  public func run() throws -> Result {
    var result = Result()
    result.isResumed = try begin()
    try source.database.reading { source in
      try source.takeLong()
      try checkRest(source)
      // The body starts again if the source's connection is lost; copied rows need no second copy.
      result.tables = []
      for table in MigratedTable.all { try copy(table, from: source) }
      try fillIndexes()
      for table in MigratedTable.all { result.tables.append(try compare(table, with: source)) }
    }
    try target.database.writing { try $0.execute("DROP TABLE store_migration") }
    return result
  }

  // MARK: The two stores

  /// Marks the target as a copy of the source.
  /// - Returns: whether it was marked before.
  private func begin() throws -> Bool {
    try target.database.writing { db in
      try db.lock(.imports)
      let marked = try Self.mark(db)
      if let marked {
        if marked == from { return true }
        throw DataFileError(
          .exists,
          "\(to) holds the unfinished copy of \(marked): finish that one, or give an empty store")
      }
      for table in MigratedTable.all where try MigratedRows(table: table, db: db).lastKey() != nil {
        throw DataFileError(
          .exists, "\(to) is not empty, it has \(table.noun): give an empty store as the target")
      }
      try db.execute("CREATE TABLE store_migration (source TEXT NOT NULL)")
      try db.statement("INSERT INTO store_migration (source) VALUES (?)").run(.text(from))
      return false
    }
  }

  private static func mark(_ db: SQLSession) throws -> String? {
    let sql =
      db.dialect == .sqlite
      ? "SELECT 1 FROM sqlite_schema WHERE name = 'store_migration'"
      : "SELECT 1 WHERE to_regclass('store_migration') IS NOT NULL"
    guard try db.statement(sql).first(body: { _ in true }) != nil else { return nil }
    return try db.statement("SELECT source FROM store_migration").first { $0.text(0) }
  }

  private func checkRest(_ db: SQLSession) throws {
    let held =
      try db.statement("SELECT count(*) FROM item WHERE state = 1").first { $0.int(0) } ?? 0
    if held == 0 { return }
    throw DataFileError(
      .held,
      "\(held) works of \(from) are being looked up: end servers and runs that use it, then migrate "
        + "again (mixhost books status gives back what a dead run held)")
  }

  // MARK: Copying

  private func copy(_ table: MigratedTable, from source: SQLSession) throws {
    let rows = MigratedRows(table: table, db: source)
    let total = try rows.count()
    var (last, done) = try target.database.reading { db in
      let own = MigratedRows(table: table, db: db)
      return (try own.lastKey(), try own.count())
    }
    while true {
      let page = try rows.page(after: last)
      guard let end = page.last else { break }
      try target.database.writing { db in
        let own = MigratedRows(table: table, db: db)
        try db.lock(.imports)
        guard try own.lastKey() == last else {
          throw DataFileError(
            .busy, "another process writes to \(to): end it, then migrate again")
        }
        try own.add(page)
      }
      last = Array(end.prefix(table.keyCount))
      done += page.count
      try onProgress(Progress(step: .copying, noun: table.noun, done: done, total: total))
    }
    guard let numbers = table.numbers else { return }
    let given = try GivenNumbers.last(table, numbers, source)
    try target.database.writing { try GivenNumbers.set(table, numbers, to: given, $0) }
  }

  private func fillIndexes() throws {
    let collections = try target.database.reading { db in
      try db.statement("SELECT id, name, key, fields FROM store_collection ORDER BY id").map {
        row in
        (
          id: row.int(0),
          declaration: CollectionDeclaration(
            name: row.text(1), key: row.text(2),
            indexes: row.text(3).split(separator: "\n").map(String.init))
        )
      }
    }
    for collection in collections {
      try target.database.writing { db in
        try db.takeLong()
        try CollectionRows(db: db, id: collection.id, declaration: collection.declaration).reindex()
      }
    }
  }

  // MARK: Checking

  private func compare(_ table: MigratedTable, with source: SQLSession) throws -> Result.Table {
    try target.database.reading { target in
      let (rows, copies) = (
        MigratedRows(table: table, db: source), MigratedRows(table: table, db: target)
      )
      let (total, copied) = (try rows.count(), try copies.count())
      var (last, done, hash): ([Cell]?, Int, SHA256) = (nil, 0, SHA256())
      while true {
        let page = try rows.page(after: last).map { MigratedRows.compared($0, table) }
        let copy = try copies.page(after: last).map { MigratedRows.compared($0, table) }
        if page != copy { throw difference(table, page, copy) }
        guard let end = page.last else { break }
        for row in page { Self.add(row, to: &hash) }
        last = Array(end.prefix(table.keyCount))
        done += page.count
        try onProgress(Progress(step: .checking, noun: table.noun, done: done, total: total))
      }
      if done != total || done != copied { throw difference(table, [], []) }
      return Result.Table(noun: table.noun, rows: done, hash: HexText.of(Array(hash.finalize())))
    }
  }

  private func difference(
    _ table: MigratedTable, _ rows: [[Cell]], _ copies: [[Cell]]
  ) -> DataFileError {
    let index = zip(rows, copies).prefix { $0 == $1 }.count
    let row = (index < rows.count ? rows : copies).dropFirst(index).first ?? []
    let key = row.prefix(table.keyCount).map(Self.words).joined(separator: " ")
    return DataFileError(
      .failed,
      "\(to) differs from \(from) in its \(table.noun)\(key.isEmpty ? "" : " at \(key)"): one of them was changed meanwhile; end "
        + "what uses them, empty the target and migrate again")
  }

  private static func words(_ cell: Cell) -> String {
    switch cell {
    case .null: "null"
    case .int(let value): "\(value)"
    case .real(let value): "\(value)"
    case .text(let value): value
    case .blob(let value): HexText.of(value)
    }
  }

  private static func add(_ row: [Cell], to hash: inout SHA256) {
    for cell in row {
      let (type, bytes): (UInt8, [UInt8]) =
        switch cell {
        case .null: (0, [])
        case .int(let value): (1, Array("\(value)".utf8))
        case .real(let value): (2, Array("\(value)".utf8))
        case .text(let value): (3, Array(value.utf8))
        case .blob(let value): (4, value)
        }
      hash.update(data: [type] + Array("\(bytes.count):".utf8))
      hash.update(data: bytes)
    }
  }
}

internal import SQL

/// The collections of one program, which cannot reach those of others. Calls block.
///
/// ```swift
/// let videos = try ProgramStore(store, program: "feed").open(
///   CollectionDeclaration(name: "videos", key: "id", indexes: ["published"]))
/// let json = try videos.get(.text("abc"))
/// ```
public final class ProgramStore: Sendable {
  /// The largest size of a record as JSON, in bytes.
  public static let mostRecordBytes = 1_000_000
  /// The longest text for a key or an indexed value, in bytes.
  public static let mostKeyBytes = 512

  private let program: String
  private let store: DataStore
  private let transaction: StoreTransaction?

  /// - Parameters:
  ///   - program: the program that owns the collections.
  ///   - transaction: the transaction for all reads and changes; nil for one each.
  public init(_ store: DataStore, program: String, in transaction: StoreTransaction? = nil) {
    self.store = store
    self.program = program
    self.transaction = transaction
  }

  /// Opens a program's collections in a data file.
  public convenience init(_ file: DataFile, program: String) {
    self.init(DataStore(file), program: program)
  }

  private func read<T>(_ body: (SQLSession) throws -> T) throws -> T {
    if let transaction { return try transaction.access(body) }
    return try store.database.reading(body)
  }

  private func write<T>(_ body: (SQLSession) throws -> T) throws -> T {
    if let transaction { return try transaction.access(body) }
    return try store.database.writing { db in
      try db.lock(.program(program))
      return try body(db)
    }
  }

  // MARK: Collections

  /// Opens a collection. Creates it if missing, and rebuilds its index if the declared fields
  /// differ.
  /// - Parameter toRead: whether to change nothing: one that is missing is empty.
  /// - Throws: ``DataFileError``; ``StoreError`` if its records have another key.
  public func open(_ declaration: CollectionDeclaration, toRead: Bool = false) throws -> Collection
  {
    let known = try read { try row(declaration.name, $0) }
    if let known, known.declaration == declaration {
      return Collection(self, known.id, declaration)
    }
    // A read-only store without the collection: it is empty and stays empty.
    if toRead || store.isReadOnly {
      return Collection(self, known?.id ?? 0, known?.declaration ?? declaration)
    }
    return Collection(self, try write { try make(declaration, $0) }, declaration)
  }

  /// All stored collections of the program, including those that its manifest no longer declares.
  /// - Throws: ``DataFileError``.
  public func declarations() throws -> [CollectionDeclaration] {
    try read { db in
      try db.statement(
        "SELECT name, key, fields FROM store_collection WHERE program = ? ORDER BY name"
      ).map(.text(program)) { Self.declaration($0, 0) }
    }
  }

  private func make(_ declaration: CollectionDeclaration, _ db: SQLSession) throws -> Int64 {
    guard let known = try row(declaration.name, db) else {
      let made = try db.statement(
        """
        INSERT INTO store_collection (program, name, key, fields) VALUES (?, ?, ?, ?) RETURNING id
        """
      ).first(
        .text(program), .text(declaration.name), .text(declaration.key),
        .text(declaration.indexes.joined(separator: "\n")), body: { $0.int(0) })
      return made ?? 0
    }
    if known.declaration == declaration { return known.id }
    let rows = CollectionRows(db: db, id: known.id, declaration: declaration)
    if known.declaration.key != declaration.key, try rows.count(StoreQuery()) > 0 {
      throw StoreError(
        "the records of \(program)'s collection \(declaration.name) have the key "
          + "\"\(known.declaration.key)\", not \"\(declaration.key)\": give the collection another name and "
          + "move them in migrations.lua")
    }
    try db.statement("UPDATE store_collection SET key = ?, fields = ? WHERE id = ?").run(
      .text(declaration.key), .text(declaration.indexes.joined(separator: "\n")), .int(known.id))
    try rows.reindex()
    return known.id
  }

  private func row(
    _ name: String, _ db: SQLSession
  ) throws -> (id: Int64, declaration: CollectionDeclaration)? {
    try db.statement(
      "SELECT name, key, fields, id FROM store_collection WHERE program = ? AND name = ?"
    ).first(.text(program), .text(name)) { ($0.int(3), Self.declaration($0, 0)) }
  }

  private static func declaration(_ row: RowCells, _ first: Int32) -> CollectionDeclaration {
    CollectionDeclaration(
      name: row.text(first), key: row.text(first + 1),
      indexes: row.text(first + 2).split(separator: "\n").map(String.init))
  }

  // MARK: Versions

  /// The version of the program that wrote last; nil if it has never written.
  /// - Throws: ``DataFileError``.
  public func version() throws -> Int? {
    try read { db in
      try db.statement("SELECT version FROM store_program WHERE name = ?")
        .first(.text(program)) { Int($0.int(0)) }
    }
  }

  /// Records the version of the program that writes from now on.
  /// - Throws: ``DataFileError``.
  public func setVersion(_ version: Int) throws {
    try write { db in
      _ = try db.statement(
        """
        INSERT INTO store_program (name, version) VALUES (?, ?)
        ON CONFLICT (name) DO UPDATE SET version = excluded.version
        """
      ).run(.text(program), .int(Int64(version)))
    }
  }

  /// The number of the program's stored records.
  /// - Throws: ``DataFileError``.
  public func count() throws -> Int {
    try read { db in
      try db.statement(
        """
        SELECT count(*) FROM store_record WHERE collection IN
          (SELECT id FROM store_collection WHERE program = ?)
        """
      ).first(.text(program)) { Int(clamping: $0.int(0)) } ?? 0
    }
  }

  /// Deletes everything stored for the program.
  /// - Returns: the number of deleted records.
  /// - Throws: ``DataFileError``.
  public func removeAll() throws -> Int {
    try write { db in
      let own = "(SELECT id FROM store_collection WHERE program = ?)"
      try db.statement("DELETE FROM store_value WHERE collection IN \(own)")
        .run(.text(program))
      let count = try db.statement("DELETE FROM store_record WHERE collection IN \(own)")
        .run(.text(program))
      try db.statement("DELETE FROM store_collection WHERE program = ?").run(
        .text(program))
      try db.statement("DELETE FROM store_program WHERE name = ?").run(.text(program))
      return count
    }
  }

  // MARK: Records

  /// An opened collection. Calls block.
  public struct Collection: Sendable {
    private let store: ProgramStore
    private let id: Int64
    /// The collection's name, key and indexes.
    public let declaration: CollectionDeclaration

    fileprivate init(_ store: ProgramStore, _ id: Int64, _ declaration: CollectionDeclaration) {
      self.store = store
      self.id = id
      self.declaration = declaration
    }

    /// The same collection, with all access inside a transaction.
    public func within(_ transaction: StoreTransaction) -> Collection {
      Collection(
        ProgramStore(store.store, program: store.program, in: transaction), id, declaration)
    }

    private func rows(_ db: SQLSession) -> CollectionRows {
      CollectionRows(db: db, id: id, declaration: declaration)
    }

    /// Stores records, all or none; a record with a known key is replaced.
    /// - Returns: the number of new records.
    /// - Throws: ``DataFileError``; ``StoreError`` if the collection was removed.
    public func put(_ records: [StoreRecord]) throws -> Int {
      try store.write { db in
        // The program may have been removed since the collection was opened.
        guard try store.row(declaration.name, db)?.id == id else {
          throw StoreError("the collection \(declaration.name) of \(store.program) was removed")
        }
        return try rows(db).put(records)
      }
    }

    /// Deletes the record of a key. Returns whether it existed.
    /// - Throws: ``DataFileError``.
    public func delete(_ key: StoreValue) throws -> Bool {
      try store.write { try rows($0).delete(key) }
    }

    /// Deletes all records. Returns their number.
    /// - Throws: ``DataFileError``.
    public func clear() throws -> Int { try store.write { try rows($0).clear() } }

    /// The record of a key as JSON; nil if it does not exist.
    /// - Throws: ``DataFileError``.
    public func get(_ key: StoreValue) throws -> [UInt8]? {
      try store.read { try rows($0).get(key) }
    }

    /// Calls `body` with the JSON of each record and the position after it, until it returns false.
    /// - Throws: ``DataFileError``, errors of `body`.
    public func scan(
      _ query: StoreQuery, after: StoreCursor?, _ body: ([UInt8], StoreCursor) throws -> Bool
    ) throws {
      try store.read { try rows($0).scan(query, after: after, body) }
    }

    /// The position after the record of a key, in a query's order; nil if the record does not
    /// exist.
    /// - Throws: ``DataFileError``.
    public func cursor(_ query: StoreQuery, key: StoreValue) throws -> StoreCursor? {
      try store.read { try rows($0).cursor(query, key: key) }
    }

    /// The number of records that a query selects.
    /// - Throws: ``DataFileError``.
    public func count(_ query: StoreQuery) throws -> Int {
      try store.read { try rows($0).count(query) }
    }
  }
}

/// Why a collection cannot be used.
public struct StoreError: Error, Sendable, CustomStringConvertible {
  /// The problem and its remedy.
  public let description: String

  init(_ description: String) { self.description = description }
}

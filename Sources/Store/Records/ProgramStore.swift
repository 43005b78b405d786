internal import SQL

/// The collections of one program. No other program's can be named. Calls block.
public final class ProgramStore: Sendable {
  /// The largest record as JSON, in bytes.
  public static let mostRecordBytes = 1_000_000
  /// The longest text as a key or as an indexed value, in bytes.
  public static let mostKeyBytes = 512

  private let program: String
  private let store: DataStore
  private let transaction: StoreTransaction?

  /// - Parameters:
  ///   - program: whose collections.
  ///   - transaction: what reads and changes are part of; nil: each is one of its own.
  public init(_ store: DataStore, program: String, in transaction: StoreTransaction? = nil) {
    self.store = store
    self.program = program
    self.transaction = transaction
  }

  /// The collections of a program in a data file.
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

  /// Opens a collection: makes it, or fills its index anew when other fields are declared.
  /// - Throws: ``DataFileError``; ``StoreError`` when its records have another key.
  public func open(_ declaration: CollectionDeclaration) throws -> Collection {
    let known = try read { try row(declaration.name, $0) }
    if let known, known.declaration == declaration {
      return Collection(self, known.id, declaration)
    }
    // Nothing is in it, and nothing can be put into it.
    if store.isReadOnly {
      return Collection(self, known?.id ?? 0, known?.declaration ?? declaration)
    }
    return Collection(self, try write { try make(declaration, $0) }, declaration)
  }

  /// Everything that is stored of the program, also what its manifest does not declare any more.
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

  /// The version of the program that wrote last; nil: none ever did.
  /// - Throws: ``DataFileError``.
  public func version() throws -> Int? {
    try read { db in
      try db.statement("SELECT version FROM store_program WHERE name = ?")
        .first(.text(program)) { Int($0.int(0)) }
    }
  }

  /// Says which version of the program writes from now on.
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

  /// How many records are stored of the program.
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

  /// Removes all that is stored of the program.
  /// - Returns: how many records there were.
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

  /// One opened collection. Calls block.
  public struct Collection: Sendable {
    private let store: ProgramStore
    private let id: Int64
    /// Its key and indexes.
    public let declaration: CollectionDeclaration

    fileprivate init(_ store: ProgramStore, _ id: Int64, _ declaration: CollectionDeclaration) {
      self.store = store
      self.id = id
      self.declaration = declaration
    }

    /// The same collection within a transaction.
    public func within(_ transaction: StoreTransaction) -> Collection {
      Collection(
        ProgramStore(store.store, program: store.program, in: transaction), id, declaration)
    }

    private func rows(_ db: SQLSession) -> CollectionRows {
      CollectionRows(db: db, id: id, declaration: declaration)
    }

    /// Keeps records, all or none; those with a known key are replaced.
    /// - Returns: how many were new.
    /// - Throws: ``DataFileError``; ``StoreError`` when the collection was removed.
    public func put(_ records: [StoreRecord]) throws -> Int {
      try store.write { db in
        // The program may have been removed since.
        guard try store.row(declaration.name, db)?.id == id else {
          throw StoreError("the collection \(declaration.name) of \(store.program) was removed")
        }
        return try rows(db).put(records)
      }
    }

    /// Removes the record of a key; whether it was there.
    /// - Throws: ``DataFileError``.
    public func delete(_ key: StoreValue) throws -> Bool {
      try store.write { try rows($0).delete(key) }
    }

    /// Removes all records; how many there were.
    /// - Throws: ``DataFileError``.
    public func clear() throws -> Int { try store.write { try rows($0).clear() } }

    /// The record of a key as JSON; nil when there is none.
    /// - Throws: ``DataFileError``.
    public func get(_ key: StoreValue) throws -> [UInt8]? {
      try store.read { try rows($0).get(key) }
    }

    /// Calls `body` with the JSON of records and the place behind each, until it returns false.
    /// - Throws: ``DataFileError``, what `body` throws.
    public func scan(
      _ query: StoreQuery, after: StoreCursor?, _ body: ([UInt8], StoreCursor) throws -> Bool
    ) throws {
      try store.read { try rows($0).scan(query, after: after, body) }
    }

    /// The place behind the record of a key, in a query's order; nil when it is not there.
    /// - Throws: ``DataFileError``.
    public func cursor(_ query: StoreQuery, key: StoreValue) throws -> StoreCursor? {
      try store.read { try rows($0).cursor(query, key: key) }
    }

    /// How many records fit.
    /// - Throws: ``DataFileError``.
    public func count(_ query: StoreQuery) throws -> Int {
      try store.read { try rows($0).count(query) }
    }
  }
}

/// Why a collection cannot be used.
public struct StoreError: Error, Sendable, CustomStringConvertible {
  /// The fault, and what to do.
  public let description: String

  init(_ description: String) { self.description = description }
}

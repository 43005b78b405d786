internal import SQL

/// The stored works: facts from the user's files, from providers and from the user's decisions.
///
/// Calls block and are atomic; several processes may use one library.
///
/// ```swift
/// let library = Library(store)
/// var filter = Library.Filter()
/// filter.statuses = [.uncertain]
/// let works = try library.page(filter, after: 0, limit: 100)
/// ```
public final class Library: Sendable {
  package let database: any SQLStore

  /// - Parameter store: the store, which jobs may use, too.
  public init(_ store: DataStore) { database = store.database }

  /// Opens the library of a data file.
  public convenience init(_ file: DataFile) { self.init(DataStore(file)) }

  /// Selects works. Conditions that are not set do not count.
  public struct Filter: Sendable {
    /// The statuses to include; empty for all.
    public var statuses: [WorkStatus] = []
    /// The kind of the works: `book`, `track` or `film`.
    public var kind: String?
    /// The job whose merges changed the works.
    public var job: Int64?
    /// The numbers of the works.
    public var ids: [Int64]?
    /// An identifier's name and value.
    public var identifier: (name: String, value: String)?
    /// Words to find in the title, compared folded.
    public var title: String?
    /// Words to find in the first creator's name, compared folded.
    public var creator: String?
    /// Only works unchanged since this time, in seconds since 1970.
    public var changedBefore: Double?
    /// Words to find in title or creator, compared folded.
    public var text: String?

    /// Selects every work.
    public init() {}
  }

  /// The work of a number; nil if it does not exist.
  public func work(_ id: Int64) throws -> StoredWork? {
    try works([id]).first
  }

  /// The works of these numbers that exist, ordered by number.
  public func works(_ ids: [Int64]) throws -> [StoredWork] {
    try database.reading { try WorkReader($0).works(ids) }
  }

  /// The works of a filter after a number, in order. Reading page by page limits memory.
  /// - Parameter fields: flat names of the fields to read, without candidates; nil for all.
  public func page(
    _ filter: Filter, after id: Int64, limit: Int, fields: [String]? = nil
  ) throws -> [StoredWork] {
    try database.reading { db in
      try WorkReader(db).known(
        WorkQuery.ids(filter, after: id, limit: limit, db), fields: fields)
    }
  }

  /// The numbers of the works that ``page(_:after:limit:fields:)`` would return.
  public func ids(_ filter: Filter, after id: Int64, limit: Int) throws -> [Int64] {
    try database.reading { try WorkQuery.ids(filter, after: id, limit: limit, $0) }
  }

  /// The number of works in each status.
  public func counts(kind: String?) throws -> [WorkStatus: Int] {
    try database.reading { db in
      var counts: [WorkStatus: Int] = [:]
      try db.statement(
        """
        SELECT status, count(*) FROM work WHERE CAST(?1 AS TEXT) IS NULL OR kind = ?1
        GROUP BY status
        """
      ).forEach(Cell(kind)) { row in
        if let status = WorkStatus(rawValue: row.int(0)) { counts[status] = Int(row.int(1)) }
      }
      return counts
    }
  }

  /// The names of all fields that any work has, in order.
  public func fieldNames() throws -> [String] {
    try database.reading { db in
      try db.statement("SELECT DISTINCT name FROM field ORDER BY name").map { $0.text(0) }
    }
  }

  /// Which of these numbers belong to no work.
  public func missing(_ ids: [Int64]) throws -> Set<Int64> {
    try database.reading { db in
      let found = try db.statement("SELECT id FROM work WHERE \(db.dialect.isListed("id"))")
        .map(db.dialect.list(ids)) { $0.int(0) }
      return Set(ids).subtracting(found)
    }
  }

  /// Sets the status of works.
  /// - Parameter old: changes only works that have this status; nil for all.
  public func setStatus(
    _ ids: [Int64], _ status: WorkStatus, from old: WorkStatus? = nil, now: Double
  ) throws {
    if ids.isEmpty { return }
    try database.writing { db in
      try WorkLocks.take(ids, db)
      _ = try db.statement(
        """
        UPDATE work SET status = ?1, error = NULL, updated = ?2
        WHERE \(db.dialect.isListed("id", "?3")) AND (?4 < 0 OR status = ?4)
        """
      ).run(
        .int(status.rawValue), .real(now), db.dialect.list(ids), .int(old?.rawValue ?? -1))
    }
  }

  /// Deletes a work. Returns false if it does not exist.
  public func delete(_ id: Int64) throws -> Bool {
    try database.writing { db in
      try WorkLocks.take([id], db)
      for table in ["field", "change", "merge"] {
        try db.statement("DELETE FROM \(table) WHERE work = ?").run(.int(id))
      }
      return try db.statement("DELETE FROM work WHERE id = ?").run(.int(id)) > 0
    }
  }

  /// Deletes all works and decisions.
  /// - Returns: the number of deleted works.
  public func reset() throws -> Int {
    try database.writing { db in
      try db.lock(.imports)
      try db.takeLong()
      let count = try db.statement("DELETE FROM work").run()
      for table in ["field", "change", "merge", "decision"] {
        try db.statement("DELETE FROM \(table)").run()
      }
      return count
    }
  }
}

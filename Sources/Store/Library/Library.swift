internal import SQL

/// The stored works: what the user's files said, what providers added, what the user decided.
///
/// Calls block and are atomic; several processes may use one library.
public final class Library: Sendable {
  package let database: any SQLStore

  /// - Parameter store: also used by the jobs.
  public init(_ store: DataStore) { database = store.database }

  /// A library in a data file.
  public convenience init(_ file: DataFile) { self.init(DataStore(file)) }

  /// A selection of works; conditions that are not set do not count.
  public struct Filter: Sendable {
    /// One of these statuses.
    public var statuses: [WorkStatus] = []
    /// `book`, `track` or `film`.
    public var kind: String?
    /// A job's merges.
    public var job: Int64?
    /// These works.
    public var ids: [Int64]?
    /// An identifier's name and value.
    public var identifier: (name: String, value: String)?
    /// Words in the title, folded.
    public var title: String?
    /// Words in the first creator's name, folded.
    public var creator: String?
    /// Not changed since, in seconds since 1970.
    public var changedBefore: Double?
    /// Words in title or creator, folded.
    public var text: String?

    /// Every work.
    public init() {}
  }

  /// A work; nil when no work has that number.
  public func work(_ id: Int64) throws -> StoredWork? {
    try works([id]).first
  }

  /// Those works that exist, by number.
  public func works(_ ids: [Int64]) throws -> [StoredWork] {
    try database.reading { try WorkReader($0).works(ids) }
  }

  /// The works of a filter after a number, in order; a page at a time keeps memory flat.
  /// - Parameter fields: the flat names of those that are wanted, without candidates; nil: all.
  public func page(
    _ filter: Filter, after id: Int64, limit: Int, fields: [String]? = nil
  ) throws -> [StoredWork] {
    try database.reading { db in
      try WorkReader(db).known(
        WorkQuery.ids(filter, after: id, limit: limit, db), fields: fields)
    }
  }

  /// As ``page(_:after:limit:)``, numbers only.
  public func ids(_ filter: Filter, after id: Int64, limit: Int) throws -> [Int64] {
    try database.reading { try WorkQuery.ids(filter, after: id, limit: limit, $0) }
  }

  /// How many works have which status.
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

  /// Every name of a field that some work of a filter's kind has, in order.
  public func fieldNames() throws -> [String] {
    try database.reading { db in
      try db.statement("SELECT DISTINCT name FROM field ORDER BY name").map { $0.text(0) }
    }
  }

  /// The works, of some, that do not exist.
  public func missing(_ ids: [Int64]) throws -> Set<Int64> {
    try database.reading { db in
      let found = try db.statement("SELECT id FROM work WHERE \(db.dialect.isListed("id"))")
        .map(db.dialect.list(ids)) { $0.int(0) }
      return Set(ids).subtracting(found)
    }
  }

  /// Sets the status of works.
  /// - Parameter old: only of works that have this status.
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

  /// Removes a work; false when there was none.
  public func delete(_ id: Int64) throws -> Bool {
    try database.writing { db in
      try WorkLocks.take([id], db)
      for table in ["field", "change", "merge"] {
        try db.statement("DELETE FROM \(table) WHERE work = ?").run(.int(id))
      }
      return try db.statement("DELETE FROM work WHERE id = ?").run(.int(id)) > 0
    }
  }

  /// Removes all works and decisions.
  /// - Returns: how many works.
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

internal import SQL

/// The histories of refreshes. They outlive restarts and are shared by processes, and on a server
/// by all nodes.
///
/// A row belongs to a name (such as `chart`) and a key, such as an address: the intervals of one
/// source do not apply to another. Calls block.
///
/// ```swift
/// let refreshes = RefreshStore(store)
/// try refreshes.record(.success(changes: [now]), "chart", key: "us", now: now)
/// ```
public final class RefreshStore: Sendable {
  private let database: any SQLStore

  /// - Parameter store: an opened store.
  public init(_ store: DataStore) { database = store.database }

  /// Opens the histories in a data file.
  public convenience init(_ file: DataFile) { self.init(DataStore(file)) }

  /// The history of one thing. Times in the future are moved to now and saved so.
  /// - Parameter now: seconds since 1970.
  /// - Throws: ``DataFileError``.
  public func history(_ name: String, key: String, now: Double) throws -> RefreshHistory {
    let stored = try database.reading { try Self.read($0, name, key) }
    guard let stored, stored.within(now) != stored else { return stored ?? RefreshHistory() }
    return try database.writing { db in
      try db.lock(.refresh(name, key: key))
      let history = (try Self.read(db, name, key) ?? RefreshHistory()).within(now)
      try Self.write(db, name, key, history)
      return history
    }
  }

  /// Records that a run begins, unless another run began less than ``RefreshMinimum/lease`` ago and
  /// has not ended.
  /// - Parameter replaces: whether the run begins in any case, because the user wants it now.
  /// - Returns: whether the run may begin.
  /// - Throws: ``DataFileError``.
  public func begin(
    _ name: String, key: String, now: Double, replaces: Bool = false
  ) throws -> Bool {
    try database.writing { db in
      try db.lock(.refresh(name, key: key))
      var history = (try Self.read(db, name, key) ?? RefreshHistory()).within(now)
      if !replaces, let started = history.started, now < started + RefreshMinimum.lease {
        return false
      }
      history.started = now
      try Self.write(db, name, key, history)
      return true
    }
  }

  /// Gives up a run that recorded no end, so that another may begin at once.
  /// - Parameter started: when it began; a run that began at another time is left alone.
  /// - Throws: ``DataFileError``.
  public func giveUp(_ name: String, key: String, started: Double) throws {
    try database.writing { db in
      try db.lock(.refresh(name, key: key))
      guard var history = try Self.read(db, name, key), history.started == started else { return }
      history.started = nil
      try Self.write(db, name, key, history)
    }
  }

  /// The result of a run.
  public enum Outcome: Sendable, Equatable {
    /// The run fetched; with the times of new content, in seconds since 1970.
    case success(changes: [Double])
    /// The run did not fetch, for this reason.
    case failure(String)
    /// There was nothing to fetch, for this reason; neither a success nor a failure.
    case idle(String?)
  }

  /// Records how a run ended.
  /// - Parameters:
  ///   - now: seconds since 1970.
  ///   - notBefore: the time before which the source wants no request; nil without one.
  /// - Throws: ``DataFileError``.
  public func record(
    _ outcome: Outcome, _ name: String, key: String, now: Double, notBefore: Double? = nil
  ) throws {
    try database.writing { db in
      try db.lock(.refresh(name, key: key))
      var history = try Self.read(db, name, key) ?? RefreshHistory()
      switch outcome {
      case .success(let changes):
        history.since = history.since ?? now
        history.lastSuccess = now
        history.failures = 0
        history.error = nil
        let all = (history.changes + changes).sorted()
        history.changes = all.suffix(RefreshHistory.mostChanges)
      case .failure(let reason):
        history.lastFailure = now
        history.failures += 1
        history.error = reason
      case .idle(let reason):
        history.failures = 0
        history.error = reason
      }
      history.notBefore = notBefore
      history.started = nil
      try Self.write(db, name, key, history.within(now))
    }
  }

  /// Deletes the history of one thing, which then counts as never fetched.
  /// - Throws: ``DataFileError``.
  public func forget(_ name: String, key: String) throws {
    _ = try database.writing { db in
      try db.statement("DELETE FROM refresh WHERE name = ? AND key = ?")
        .run(.text(name), .text(key))
    }
  }

  // MARK: Rows

  private static func read(_ db: SQLSession, _ name: String, _ key: String) throws
    -> RefreshHistory?
  {
    try db.statement(
      """
      SELECT since, success, failure, failures, error, not_before, changes, started
      FROM refresh WHERE name = ? AND key = ?
      """
    ).first(.text(name), .text(key)) { row in
      return RefreshHistory(
        since: row.optionalReal(0), lastSuccess: row.optionalReal(1),
        lastFailure: row.optionalReal(2), failures: Int(row.int(3)),
        error: row.optionalText(4), notBefore: row.optionalReal(5),
        changes: row.text(6).split(separator: " ").compactMap { Double($0) },
        started: row.optionalReal(7))
    }
  }

  private static func write(
    _ db: SQLSession, _ name: String, _ key: String, _ history: RefreshHistory
  ) throws {
    let changes = history.changes.map { "\($0)" }.joined(separator: " ")
    try db.statement(
      """
      INSERT INTO refresh
      (name, key, since, success, failure, failures, error, not_before, changes, started)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (name, key) DO UPDATE SET since = excluded.since, success = excluded.success,
        failure = excluded.failure, failures = excluded.failures, error = excluded.error,
        not_before = excluded.not_before, changes = excluded.changes, started = excluded.started
      """
    ).run(
      .text(name), .text(key), Cell(history.since), Cell(history.lastSuccess),
      Cell(history.lastFailure), .int(Int64(history.failures)), Cell(history.error),
      Cell(history.notBefore), .text(changes), Cell(history.started))
  }
}

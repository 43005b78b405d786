internal import GRDB

/// How refreshes went, in the data file: it holds over restarts and for several processes.
///
/// What a row is about is a name (such as `chart`) and a key, such as an address: the intervals of one
/// source say nothing about another. Calls block.
public final class RefreshStore: Sendable {
  private let file: DataFile

  /// - Parameter file: opened.
  public init(_ file: DataFile) { self.file = file }

  /// What is known of one thing; times in the future are moved to now, for good.
  /// - Parameter now: seconds since 1970.
  /// - Throws: ``DataFileError``.
  public func history(_ name: String, key: String, now: Double) throws -> RefreshHistory {
    let stored = try file.read { try Self.read($0, name, key) }
    guard let stored, stored.within(now) != stored else { return stored ?? RefreshHistory() }
    return try file.write { db in
      let history = (try Self.read(db, name, key) ?? RefreshHistory()).within(now)
      try Self.write(db, name, key, history)
      return history
    }
  }

  /// Notes that a run begins, unless another one has begun less than ``RefreshMinimum/lease`` ago and
  /// not ended.
  /// - Parameter replaces: whether this one begins anyway, because the user wants it now.
  /// - Returns: whether it may begin.
  /// - Throws: ``DataFileError``.
  public func begin(
    _ name: String, key: String, now: Double, replaces: Bool = false
  ) throws -> Bool {
    try file.write { db in
      var history = (try Self.read(db, name, key) ?? RefreshHistory()).within(now)
      if !replaces, let started = history.started, now < started + RefreshMinimum.lease {
        return false
      }
      history.started = now
      try Self.write(db, name, key, history)
      return true
    }
  }

  /// How a run went.
  public enum Outcome: Sendable, Equatable {
    /// Fetched; with the times of what was new, in seconds since 1970.
    case success(changes: [Double])
    /// Not fetched, and why.
    case failure(String)
    /// There was nothing to fetch, and why: neither a success nor a failure.
    case idle(String?)
  }

  /// Notes how a run ended.
  /// - Parameters:
  ///   - now: seconds since 1970.
  ///   - notBefore: until when the source asked to be left alone; nil: it did not.
  /// - Throws: ``DataFileError``.
  public func record(
    _ outcome: Outcome, _ name: String, key: String, now: Double, notBefore: Double? = nil
  ) throws {
    try file.write { db in
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

  /// Forgets one thing, so that it counts as never fetched.
  /// - Throws: ``DataFileError``.
  public func forget(_ name: String, key: String) throws {
    _ = try file.write { db in
      try PreparedStatement(db, "DELETE FROM refresh WHERE name = ? AND key = ?")
        .run(.text(name), .text(key))
    }
  }

  // MARK: Rows

  private static func read(_ db: Database, _ name: String, _ key: String) throws -> RefreshHistory?
  {
    try PreparedStatement(
      db,
      """
      SELECT since, success, failure, failures, error, not_before, changes, started
      FROM refresh WHERE name = ? AND key = ?
      """
    ).first(.text(name), .text(key)) { row in
      func time(_ column: Int32) -> Double? { row.isNull(column) ? nil : row.real(column) }
      return RefreshHistory(
        since: time(0), lastSuccess: time(1), lastFailure: time(2), failures: Int(row.int(3)),
        error: row.isNull(4) ? nil : row.text(4), notBefore: time(5),
        changes: row.text(6).split(separator: " ").compactMap { Double($0) }, started: time(7))
    }
  }

  private static func write(
    _ db: Database, _ name: String, _ key: String, _ history: RefreshHistory
  ) throws {
    let changes = history.changes.map { "\($0)" }.joined(separator: " ")
    try PreparedStatement(
      db,
      """
      INSERT OR REPLACE INTO refresh
      (name, key, since, success, failure, failures, error, not_before, changes, started)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """
    ).run(
      .text(name), .text(key), Cell(history.since), Cell(history.lastSuccess),
      Cell(history.lastFailure), .int(Int64(history.failures)), Cell(history.error),
      Cell(history.notBefore), .text(changes), Cell(history.started))
  }
}

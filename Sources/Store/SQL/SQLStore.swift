package import SQL

/// A database for data that cannot be fetched again: the data file, or a fleet's PostgreSQL. Calls
/// block.
///
/// Statements of a thread within a transaction's body join that transaction, whatever code runs
/// them. So saving a work and settling its item happen together, or not at all.
package protocol SQLStore: AnyObject, Sendable {
  /// The database's name in messages.
  var label: String { get }
  /// Reads in one transaction.
  func reading<T>(_ body: (SQLSession) throws -> T) throws -> T
  /// Changes the database in one transaction, which is durable when this returns. PostgreSQL may
  /// undo `body` and run it again: after a deadlock, or when the server was restarted meanwhile.
  func writing<T>(_ body: (SQLSession) throws -> T) throws -> T
  /// Begins a transaction of several calls, on its own connection, separate from other changes by
  /// the process.
  /// - Parameters:
  ///   - lock: the lock to hold until the end.
  ///   - cacheKilobytes: how much of the data file to keep in memory.
  func begin(_ lock: SQLLock, cacheKilobytes: Int) throws -> any SQLTransaction
  /// Whether several nodes share the database.
  var isShared: Bool { get }
  /// Whether every change fails.
  var isReadOnly: Bool { get }
  /// Moves all saved data into one place, where a database has several.
  /// - Returns: false when another process prevented it; no data is lost.
  func settle() -> Bool
  /// Makes the source of ``StoreVersion``: a number that differs after every change.
  func versionReader() throws -> @Sendable () throws -> Int64
  /// Makes the source of ``StoreCheck``: reads a little and begins a change.
  func checker() throws -> @Sendable () throws -> Void
}

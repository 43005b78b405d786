package import SQL

/// A place for what cannot be fetched again: the data file, or a fleet's PostgreSQL. Calls block.
///
/// A thread's statements within a transaction's body join that transaction, whoever asks: saving a work
/// and settling its item are kept together, or not at all.
package protocol SQLStore: AnyObject, Sendable {
  /// Its name in messages.
  var label: String { get }
  /// Reads in one transaction.
  func reading<T>(_ body: (SQLSession) throws -> T) throws -> T
  /// Changes in one transaction, which is safe when this returns. PostgreSQL may undo and run `body`
  /// again: after a deadlock, or when the server was restarted meanwhile.
  func writing<T>(_ body: (SQLSession) throws -> T) throws -> T
  /// Begins a transaction of several calls, on a connection of its own, so that nothing else of the
  /// process is part of it.
  /// - Parameters:
  ///   - lock: what it holds until its end.
  ///   - cacheKilobytes: how much of the data file it may keep in memory.
  func begin(_ lock: SQLLock, cacheKilobytes: Int) throws -> any SQLTransaction
  /// Whether other hosts share it.
  var isShared: Bool { get }
  /// Whether every change fails.
  var isReadOnly: Bool { get }
  /// Has everything that was saved in one place, where a store has several.
  /// - Returns: false when another process was in the way; nothing is lost by it.
  func settle() -> Bool
  /// The source of ``StoreVersion``: gives a number that differs after every change.
  func versionReader() throws -> @Sendable () throws -> Int64
  /// The source of ``StoreCheck``: reads a little and begins a change.
  func checker() throws -> @Sendable () throws -> Void
}

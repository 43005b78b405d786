/// A database that keeps works, refresh times and programs' records: the data file, or one on a server
/// that many hosts share. Calls block and are atomic; what they throw is a ``DataFileError`` or what
/// `body` threw.
///
/// One suite of tests each (`LibraryContract`, `RefreshContract`, `CollectionContract`) runs on every
/// implementation.
protocol SQLDatabase: Sendable {
  /// Whether every change fails.
  var isReadOnly: Bool { get }

  /// Reads at one moment of the database: what others change meanwhile is not seen.
  func read<T>(_ body: (any SQLConnection) throws -> T) throws -> T

  /// Changes in one transaction, which is on the disk when this returns. A call from within `body`, on
  /// its thread, joins its transaction: what both change is saved together, or not at all. `body` may
  /// run again when another host was in the way.
  func write<T>(_ body: (any SQLConnection) throws -> T) throws -> T

  /// Begins a transaction of several calls, on a connection of its own, so that nothing else of the
  /// process is part of it.
  /// - Parameters:
  ///   - lock: what it holds until its end.
  ///   - cacheKilobytes: how much of the database it may keep in memory.
  func begin(_ lock: SQLLock, cacheKilobytes: Int) throws -> any SQLTransaction

  /// Has everything that was saved in one place, where the database has several.
  /// - Returns: false when another process was in the way; nothing is lost by it.
  func settle() -> Bool
}

/// A transaction of several calls. One that is let go without an end leaves nothing. Calls block.
protocol SQLTransaction: Sendable {
  /// One step: all of it, or nothing.
  func step<T>(_ body: (any SQLConnection) throws -> T) throws -> T

  /// Saves all of it, or takes all of it back.
  func end(commit: Bool) throws
}

/// A connection while its transaction runs.
protocol SQLConnection {
  /// What the database's SQL calls what SQL has no common words for.
  var dialect: SQLDialect { get }

  /// A statement, prepared once for a connection. Its parameters are `?`, or `?1`, `?2`, … where one is
  /// used twice; one form in a statement.
  func statement(_ sql: String) throws -> any SQLStatement

  /// Waits until no other transaction holds a lock, and holds it until this one ends.
  func lock(_ lock: SQLLock) throws
}

/// What one transaction at a time may change. The data file has one writer in any case.
enum SQLLock {
  /// New works: whether one is there already is asked before it is added.
  case imports
  /// The records of a program.
  case program(String)
  /// What is known of one thing that is refreshed.
  case refresh(String, key: String)

  /// What tells it from all others.
  var name: String {
    switch self {
    case .imports: "imports"
    case .program(let name): "program \(name)"
    case .refresh(let name, let key): "refresh \(name) \(key)"
    }
  }
}

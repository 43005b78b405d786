internal import Reactor
internal import SQL
internal import Store

/// A change of several steps on a server, in a session of its own.
final class PostgresTransaction: SQLTransaction {
  private let database: PostgresDatabase
  private let lock: SQLLock
  // Guarded: its steps come from one thread, its end from another. Nil: it has ended.
  private let connection: Guarded<Held?>

  // @unchecked Sendable: used under the guard alone.
  private final class Held: @unchecked Sendable {  // confined: see above
    let connection: PostgresConnection
    /// Whether it is inside a transaction.
    var isOpen = true
    init(_ connection: PostgresConnection) { self.connection = connection }
  }

  /// Waits for the lock, for a minute at most.
  init(_ database: PostgresDatabase, _ lock: SQLLock) throws {
    self.database = database
    self.lock = lock
    do {
      let connection = try PostgresConnection(database.address)
      try Self.begin(connection, lock)
      self.connection = Guarded(Held(connection))
    } catch { throw database.told(error) }
  }

  private static func begin(_ connection: PostgresConnection, _ lock: SQLLock) throws {
    try connection.runScript("BEGIN")
    let session = SQLSession.server(connection)
    try session.lock(lock)
    try session.takeLong()
  }

  func step<T>(_ body: (SQLSession) throws -> T) throws -> T {
    try using { held in
      let connection = held.connection
      if !held.isOpen {
        try Self.begin(connection, lock)
        held.isOpen = true
      }
      try connection.runScript("SAVEPOINT step")
      do {
        let value = try body(.server(connection))
        try connection.runScript("RELEASE step")
        return value
      } catch {
        if !connection.isLost { try connection.runScript("ROLLBACK TO step; RELEASE step") }
        throw error
      }
    }
  }

  func save() throws {
    try using { held in
      if held.isOpen { try held.connection.runScript("COMMIT") }
      held.isOpen = false
    }
  }

  // A session that is let go is closed, which takes its transaction back.
  func end(commit: Bool) throws {
    defer { connection.withLock { $0 = nil } }
    if commit { try save() }
  }

  private func using<T>(_ body: (Held) throws -> T) throws -> T {
    do {
      return try connection.withLock { held in
        guard let held else { throw PostgresFailure.lost("its transaction has ended") }
        return try body(held)
      }
    } catch { throw database.told(error) }
  }
}

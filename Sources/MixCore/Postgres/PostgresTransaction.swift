internal import Reactor

/// A change of several steps on a server, in a session of its own.
final class PostgresTransaction: SQLTransaction {
  private let database: PostgresDatabase
  // Guarded: its steps come from one thread, its end from another. Nil: it has ended.
  private let connection: Guarded<Held?>

  // @unchecked Sendable: used under the guard alone.
  private final class Held: @unchecked Sendable {  // confined: see above
    let connection: PostgresConnection
    init(_ connection: PostgresConnection) { self.connection = connection }
  }

  /// Waits for the lock, for a minute at most.
  init(_ database: PostgresDatabase, _ lock: SQLLock) throws {
    self.database = database
    do {
      let connection = try PostgresConnection(database.address)
      try connection.runScript("BEGIN")
      let session = SQLSession.postgres(connection)
      try session.lock(lock)
      try session.takeLong()
      self.connection = Guarded(Held(connection))
    } catch { throw database.told(error) }
  }

  func step<T>(_ body: (SQLSession) throws -> T) throws -> T {
    try using { connection in
      try connection.runScript("SAVEPOINT step")
      do {
        let value = try body(.postgres(connection))
        try connection.runScript("RELEASE step")
        return value
      } catch {
        if !connection.isLost { try connection.runScript("ROLLBACK TO step; RELEASE step") }
        throw error
      }
    }
  }

  // A session that is let go is closed, which takes its transaction back.
  func end(commit: Bool) throws {
    defer { connection.withLock { $0 = nil } }
    guard commit else { return }
    try using { _ = try $0.runScript("COMMIT") }
  }

  private func using<T>(_ body: (PostgresConnection) throws -> T) throws -> T {
    do {
      return try connection.withLock { held in
        guard let held else { throw PostgresFailure.lost("its transaction has ended") }
        return try body(held.connection)
      }
    } catch { throw database.told(error) }
  }
}

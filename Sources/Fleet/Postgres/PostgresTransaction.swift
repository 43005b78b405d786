internal import Reactor
internal import SQL
internal import Store

/// A change in several steps on a server, in its own session.
final class PostgresTransaction: SQLTransaction {
  private let database: PostgresDatabase
  private let lock: SQLLock
  // Guarded: steps come from one thread, the end from another. nil after the end.
  private let connection: Guarded<Held?>

  // @unchecked Sendable: used only under the guard.
  private final class Held: @unchecked Sendable {  // confined: see above
    let connection: PostgresConnection
    /// Whether a transaction is open.
    var isOpen = true
    init(_ connection: PostgresConnection) { self.connection = connection }
  }

  /// Waits for the lock, at most a minute.
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

  // Releasing the session closes it, which rolls its transaction back.
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

internal import Reactor
internal import SQL
internal import Store

/// A change in several steps on a server, in a session that no other thread uses meanwhile.
final class PostgresTransaction: SQLTransaction {
  private let database: PostgresDatabase
  private let lock: SQLLock
  // Guarded: steps come from one thread, the end from another. nil after the end.
  private let connection: Guarded<Held?>

  // @unchecked Sendable: used only under the guard.
  private final class Held: @unchecked Sendable {  // confined: see above
    var connection: PostgresConnection
    /// Whether a transaction is open.
    var isOpen = true
    init(_ connection: PostgresConnection) { self.connection = connection }
  }

  /// Waits for the lock, at most a minute.
  init(_ database: PostgresDatabase, _ lock: SQLLock) throws {
    self.database = database
    self.lock = lock
    do {
      let connection = try Self.begun(database, lock)
      self.connection = Guarded(Held(connection))
    } catch { throw database.told(error) }
  }

  /// A session with an open transaction that holds the lock. Waits for a server that is away.
  private static func begun(
    _ database: PostgresDatabase, _ lock: SQLLock
  ) throws -> PostgresConnection {
    try database.patiently {
      let connection = try database.session()
      do {
        try connection.runScript("BEGIN")
        let session = SQLSession.server(connection)
        try session.lock(lock)
        try session.takeLong()
        return connection
      } catch {
        if connection.isLost { database.takeBack(connection) }
        throw error
      }
    }
  }

  func step<T>(_ body: (SQLSession) throws -> T) throws -> T {
    try using { held in
      if !held.isOpen {
        database.takeBack(held.connection)
        held.connection = try Self.begun(database, lock)
        held.isOpen = true
      }
      let connection = held.connection
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
      if held.isOpen { try database.commit(held.connection) }
      held.isOpen = false
    }
  }

  // A session that is released with an open transaction is closed, which rolls it back.
  func end(commit: Bool) throws {
    defer {
      connection.withLock { held in
        if let held, !held.isOpen { database.takeBack(held.connection) }
        held = nil
      }
    }
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

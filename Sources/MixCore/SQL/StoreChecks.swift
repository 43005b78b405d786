internal import Reactor

/// Whether a store that is open can still be read and written.
public final class StoreCheck: Sendable {
  private enum Place {
    case file(DataFileCheck)
    case server(PostgresDatabase)
  }

  private let place: Place

  /// Blocks: a connection may be opened.
  /// - Throws: ``DataFileError``.
  public init(_ store: DataStore) throws {
    switch store.database {
    case let database as PostgresDatabase: place = .server(database)
    case let file as DataFile: place = .file(try DataFileCheck(file))
    default: preconditionFailure("a store is a data file or a database on a server")
    }
  }

  /// Reads and writes something that stays as it was. Blocks; a data file that another program holds
  /// counts as good.
  /// - Throws: ``DataFileError``.
  public func look() throws {
    switch place {
    case .file(let check): try check.look()
    case .server(let database): try database.check()
    }
  }
}

/// Notices that something in a store was changed, by this process or another one.
public final class StoreVersion: Sendable {
  private enum Place {
    case file(DataFileVersion)
    case server(PostgresSubscription)
  }

  private let place: Place
  // Guarded: notifications come on a thread of their own.
  private let notifications = Guarded<Int64>(0)

  /// Blocks: a connection may be opened.
  /// - Throws: ``DataFileError``.
  public init(_ store: DataStore) throws {
    switch store.database {
    case let database as PostgresDatabase:
      place = .server(
        database.listen { [notifications] _ in notifications.withLock { $0 += 1 } })
    case let file as DataFile: place = .file(try DataFileVersion(file))
    default: preconditionFailure("a store is a data file or a database on a server")
    }
  }

  /// A number that differs after every change. Blocks for some microseconds.
  /// - Throws: ``DataFileError``.
  public func current() throws -> Int64 {
    switch place {
    case .file(let version): try version.current()
    case .server: notifications.withLock { $0 }
    }
  }
}

/// Notices that something in a store was changed, by this process or another one.
public final class StoreVersion: Sendable {
  private enum Source {
    case file(DataFileVersion)
    case server(PostgresDatabase)
  }

  private let source: Source

  /// Blocks.
  /// - Throws: ``DataFileError``.
  public init(_ store: DataStore) throws {
    if let file = store.database as? DataFile {
      source = .file(try DataFileVersion(file))
    } else if let database = store.database as? PostgresDatabase {
      source = .server(database)
    } else {
      preconditionFailure("a store is a file or a server")
    }
  }

  /// A number that differs after every change. Blocks for some microseconds, or the way to a server.
  /// - Throws: ``DataFileError``.
  public func current() throws -> Int64 {
    switch source {
    case .file(let version): try version.current()
    case .server(let database):
      // Which transactions have ended, and which go on: both change when one is kept.
      try database.bare { connection in
        try connection.rows(
          "SELECT hashtextextended(CAST(pg_current_snapshot() AS text), 0)"
        ).int(0, 0)
      }
    }
  }
}

/// Whether a store that is open can still be read and written.
public final class StoreCheck: Sendable {
  private enum Source {
    case file(DataFileCheck)
    case server(PostgresDatabase)
  }

  private let source: Source

  /// Blocks.
  /// - Throws: ``DataFileError``.
  public init(_ store: DataStore) throws {
    if let file = store.database as? DataFile {
      source = .file(try DataFileCheck(file))
    } else if let database = store.database as? PostgresDatabase {
      source = .server(database)
    } else {
      preconditionFailure("a store is a file or a server")
    }
  }

  /// Reads a little, and begins a change. Blocks.
  /// - Throws: ``DataFileError``.
  public func look() throws {
    switch source {
    case .file(let check): try check.look()
    case .server(let database): try database.lookOnce()
    }
  }
}

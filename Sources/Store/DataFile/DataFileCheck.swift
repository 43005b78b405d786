internal import GRDB

/// Checks whether an open data file can still be read and written. It has its own connection, so
/// nothing else waits for it.
public final class DataFileCheck: Sendable {
  private let path: String
  private let queue: DatabaseQueue
  /// The file that was opened; another file may take its name later.
  private let identity: FileIdentity?

  /// Opens the check's connection. Blocks.
  /// - Throws: ``DataFileError``.
  public init(_ file: DataFile) throws {
    path = file.path
    queue = try file.separateConnection(cacheKilobytes: 64)
    identity = FileIdentity(path)
  }

  /// Reads the first page of every table from the disk and rewrites one page unchanged. Blocks for
  /// one write to the disk. A file that another program has locked passes.
  /// - Throws: ``DataFileError``.
  public func look() throws {
    if let identity, FileIdentity(path) != identity {
      throw DataFileError(Replaced(), path: path)
    }
    do {
      let id = try queue.inDatabase(read)
      try queue.inDatabase { try write(id, $0) }
    } catch {
      let error = DataFileError(error, path: path)
      if error.kind != .busy { throw error }
    }
  }

  private func read(_ db: Database) throws -> Int32 {
    // Cached pages say nothing about the pages on the disk.
    try db.execute(sql: "PRAGMA busy_timeout = 0; PRAGMA shrink_memory")
    let id = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
    guard id == DataFile.applicationID else { throw DataFileError.Foreign() }
    let tables = try String.fetchAll(
      db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    for table in tables {
      _ = try Row.fetchOne(db, sql: "SELECT * FROM \(table.quotedDatabaseIdentifier) LIMIT 1")
    }
    return id
  }

  private func write(_ id: Int32, _ db: Database) throws {
    try db.inTransaction(.immediate) {
      try db.execute(sql: "PRAGMA application_id = \(id)")
      return .commit
    }
  }
}

/// The open file's name belongs to another file or to none.
private struct Replaced: Error, CustomStringConvertible {
  let description = "was replaced or moved while it was open; put it back, or start mixhost again"
}

internal import GRDB

/// Whose a file is, and whether its tables are those of this version.
enum DataFilePreparation {
  /// Makes a new file ours, brings an older one's tables up to date, and leaves every other as it is.
  /// - Throws: `DatabaseError`, ``DataFileError``.
  static func prepare(_ queue: DatabaseQueue, path: String) throws {
    let isNew = try queue.inDatabase { try !isOurs($0) }
    let migrator = DataFileSchema.migrator
    let current = try queue.inDatabase { db in
      guard try !migrator.hasBeenSuperseded(db) else { throw DataFileError.Newer() }
      return try migrator.hasCompletedMigrations(db)
    }
    if queue.configuration.readonly {
      if current && !isNew { return }
      throw DataFileError(
        .readOnly,
        "the data file \(path) is an earlier version's and cannot be written; "
          + "run any command of mixhost there with the right to write")
    }
    try queue.inDatabase { db in
      if try String.fetchOne(db, sql: "PRAGMA journal_mode") == "delete" {
        try db.execute(sql: "PRAGMA journal_mode = WAL")
      }
      if isNew { try db.execute(sql: "PRAGMA application_id = \(DataFile.applicationID)") }
    }
    if !current { try migrator.migrate(queue) }
  }

  /// Whether a file is a data file; false: it is empty.
  /// - Throws: ``DataFileError/Foreign``, `DatabaseError`.
  static func isOurs(_ db: Database) throws -> Bool {
    let id = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
    if id == DataFile.applicationID { return true }
    let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") ?? 0
    guard id == 0, tables == 0 else { throw DataFileError.Foreign() }
    return false
  }
}

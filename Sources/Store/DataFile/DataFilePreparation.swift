internal import Files
internal import GRDB
internal import Glibc
internal import SQL

/// Checks who owns a file and brings its tables up to date.
enum DataFilePreparation {
  /// Turns a new file into a data file, migrates an older one and leaves all others unchanged.
  /// - Throws: `DatabaseError`, ``DataFileError``.
  static func prepare(_ queue: DatabaseQueue, path: String) throws {
    try SQLiteSetup.retrying { try prepareOnce(queue, path: path) }
  }

  private static func prepareOnce(_ queue: DatabaseQueue, path: String) throws {
    let isNew = try queue.inDatabase { try !isOurs($0) }
    let migrator = DataFileSchema.migrator
    let current = try atRest(queue) { db in
      try DataFileSchema.checkAge(db)
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
    if current { return }
    if !isNew { try keepCopy(queue, path) }
    try migrate(queue, migrator)
  }

  /// Copies an earlier version's file beside itself before its tables change, so that
  /// `mixhost restore` leads back to that version.
  private static func keepCopy(_ queue: DatabaseQueue, _ path: String) throws {
    let done = try atRest(queue) { try DataFileSchema.migrator.appliedIdentifiers($0).count }
    let target = "\(path).before-step-\(done + 1)"
    // Another process that opens the file for the first time, too, may have made it.
    guard !PrivateFile.exists(target) else { return }
    let draft = "\(target).new-\(getpid())"
    unlink(draft)
    do {
      try PrivateFile.create(draft)
      try queue.inDatabase { try $0.execute(sql: "VACUUM INTO ?", arguments: [draft]) }
      guard rename(draft, target) == 0 else { throw FileError("rename", draft) }
    } catch {
      unlink(draft)
      throw error
    }
  }

  // If another process has done a step since the last look, the step fails here and is undone; then
  // only later steps remain.
  private static func migrate(_ queue: DatabaseQueue, _ migrator: DatabaseMigrator) throws {
    func done() throws -> Int { try atRest(queue) { try migrator.appliedIdentifiers($0).count } }
    var before = try done()
    while true {
      do { return try migrator.migrate(queue) } catch {
        let now = try done()
        guard now > before else { throw error }
        before = now
      }
    }
  }

  // Reads in one transaction, because GRDB looks for its list of steps and reads it in two
  // statements. The first SELECT starts the transaction: a statement that fails because a table is
  // missing would not.
  private static func atRest<Value>(
    _ queue: DatabaseQueue, _ read: (Database) throws -> Value
  ) throws -> Value {
    try queue.inDatabase { db in
      var value: Value?
      try db.inTransaction(.deferred) {
        try db.execute(sql: "SELECT 1 FROM sqlite_master")
        value = try read(db)
        return .commit
      }
      guard let value else { preconditionFailure("the transaction ended without its work") }
      return value
    }
  }

  /// Whether a file is a data file; false if it is empty.
  /// - Throws: ``DataFileError/Foreign``, `DatabaseError`.
  static func isOurs(_ db: Database) throws -> Bool {
    let marks = try FileMarks(db)
    if marks.applicationID == DataFile.applicationID { return true }
    guard marks.applicationID == 0, !marks.hasTables else { throw DataFileError.Foreign() }
    return false
  }
}

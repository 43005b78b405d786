internal import GRDB
internal import SQL

extension DataFileSchema {
  private static let whole = Result { try made(upTo: nil) }

  /// The schema after one step, or after all steps.
  private static func made(upTo step: String?) throws -> FileSchema {
    let queue = try DatabaseQueue()
    if let step { try migrator.migrate(queue, upTo: step) } else { try migrator.migrate(queue) }
    return try queue.inDatabase(FileSchema.init(of:))
  }

  /// Checks that a file holds exactly the tables of this version or an earlier one. Nothing inside
  /// the file runs.
  /// - Throws: ``FileSchema/Foreign``, ``DataFileError/Newer``, `DatabaseError`.
  static func check(_ db: Database) throws {
    let whole = try whole.get()
    do { try whole.check(db, isWhole: true) } catch let foreign as FileSchema.Foreign {
      // The list of steps shows whether an earlier version made the file, provided that it is a
      // table.
      guard try whole.holds(table: "grdb_migrations", db) else { throw foreign }
      let known = migrator.migrations
      let done = try String.fetchAll(
        db, sql: "SELECT identifier FROM grdb_migrations LIMIT \(known.count + 1)")
      try checkAge(of: done)
      let steps = known.prefix(done.count)
      guard Set(steps) == Set(done), let last = steps.last, steps.count < known.count else {
        throw foreign
      }
      try made(upTo: last).check(db, isWhole: true)
    }
  }

  /// Checks that all steps of a file are known here.
  /// - Throws: ``DataFileError/Newer``, `DatabaseError`.
  static func checkAge(_ db: Database) throws {
    try checkAge(of: migrator.appliedIdentifiers(db).sorted())
  }

  private static func checkAge(of steps: [String]) throws {
    let known = migrator.migrations
    if let later = steps.first(where: { !known.contains($0) }) {
      throw DataFileError.Newer(step: later)
    }
  }
}

internal import Store

/// The tables of a fleet's store.
public enum StoreTables: String, Sendable {
  /// There are none: the first host that uses it makes them.
  case missing
  /// An earlier version's: the next host that uses it brings them up to date.
  case older
  /// This version's.
  case current
}

/// One step in which the tables of a store came about.
struct PostgresMigration {
  let name: String
  let sql: String
}

/// The tables of a fleet's store.
///
/// Numbers are BIGINT, times DOUBLE PRECISION in seconds since 1970. Steps that were released stay as they
/// are: what changes is a further step.
enum PostgresSchema {
  /// All steps, in their order.
  static var migrations: [PostgresMigration] {
    PostgresLibraryTables.migrations + PostgresJobTables.migrations
      + PostgresTrafficTables.migrations + FleetTables.migrations
  }

  /// Makes the schema and its tables, or brings them up to date. One host does that at a time.
  /// - Throws: ``PostgresFailure``.
  static func prepare(_ connection: PostgresConnection) throws {
    if try isCurrent(connection) { return }
    let schema = connection.schema
    // Tables of many works take their time to be changed.
    try connection.runScript("BEGIN; SET LOCAL statement_timeout = 0", seconds: longest)
    do {
      try connection.rows(
        "SELECT pg_advisory_xact_lock(hashtextextended('mixhost ' || CAST(?1 AS text), 0))",
        [.text(schema)], seconds: longest)
      if try applied(connection) == nil {
        try connection.runScript(
          "CREATE SCHEMA IF NOT EXISTS \(PostgresConnection.quoted(schema)); " + marks)
        try name(connection)
      }
      let done = try applied(connection) ?? []
      for migration in migrations where !done.contains(migration.name) {
        try connection.runScript(migration.sql, seconds: longest)
        try connection.rows(
          "INSERT INTO migration (name, applied) VALUES (?1, \(PostgresClock.sql))",
          [.text(migration.name)])
      }
      try connection.runScript("COMMIT", seconds: longest)
    } catch {
      if !connection.isLost { _ = try? connection.runScript("ROLLBACK") }
      throw error
    }
  }

  /// Seconds that a migration may take.
  private static let longest = 86_400

  private static let marks = """
    CREATE TABLE migration (name TEXT PRIMARY KEY, applied DOUBLE PRECISION NOT NULL);
    CREATE TABLE fleet (name TEXT NOT NULL, created DOUBLE PRECISION NOT NULL);
    """

  /// Which tables are there.
  /// - Throws: ``PostgresFailure``, ``PostgresFailure/refused(_:)`` for those of others.
  static func tables(_ connection: PostgresConnection) throws -> StoreTables {
    if try isCurrent(connection) { return .current }
    return try applied(connection) == nil ? .missing : .older
  }

  private static func isCurrent(_ connection: PostgresConnection) throws -> Bool {
    guard let done = try applied(connection) else { return false }
    let known = migrations.map(\.name)
    if let later = done.first(where: { !known.contains($0) }) {
      throw refusal(
        connection, .newer, "was written by a later mixhost (it has \"\(later)\"): update this host"
      )
    }
    if let wanted = connection.address.fleet {
      let names = try connection.rows("SELECT name FROM fleet")
      let found = names.count > 0 ? names.text(0, 0) : ""
      if found != wanted {
        throw refusal(
          connection, .refused,
          "belongs to the fleet \(found), not to \(wanted): give each fleet a schema of its own "
            + "(?schema=NAME)")
      }
    }
    return done.count == known.count
  }

  /// The steps that were done; nil: the schema has no tables of ours.
  private static func applied(_ connection: PostgresConnection) throws -> [String]? {
    let tables = try connection.rows(
      """
      SELECT count(*), count(*) FILTER (WHERE relname IN ('migration', 'fleet'))
      FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
      WHERE nspname = CAST(?1 AS text) AND relkind IN ('r', 'p')
      """, [.text(connection.schema)])
    if tables.int(0, 0) == 0 { return nil }
    guard tables.int(0, 1) == 2 else {
      throw refusal(
        connection, .foreign,
        "has tables of another program in the schema \(connection.schema): name one of mixhost's own "
          + "with ?schema=NAME")
    }
    let rows = try connection.rows("SELECT name FROM migration")
    return (0..<rows.count).map { rows.text(Int32($0), 0) }
  }

  private static func name(_ connection: PostgresConnection) throws {
    try connection.rows(
      "INSERT INTO fleet (name, created) VALUES (?1, \(PostgresClock.sql))",
      [.text(connection.address.fleet ?? connection.schema)])
  }

  private static func refusal(
    _ connection: PostgresConnection, _ kind: DataFileError.Kind, _ words: String
  ) -> PostgresFailure {
    .refused(DataFileError(kind, "the store \(connection.address.shown) \(words)"))
  }
}

/// The server's clock.
enum PostgresClock {
  /// Seconds since 1970, in the middle of a transaction, too.
  static let sql = "extract(epoch FROM clock_timestamp())::double precision"
}

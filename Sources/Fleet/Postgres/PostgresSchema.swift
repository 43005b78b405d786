internal import Store

/// The state of a fleet's tables.
public enum StoreTables: String, Sendable {
  /// No tables exist; the first node to use the store creates them.
  case missing
  /// An earlier version made the tables; the next node to use the store migrates them.
  case older
  /// The tables are those of this version.
  case current
}

/// One migration of a store's tables.
struct PostgresMigration {
  let name: String
  let sql: String
}

/// Creates and migrates the tables of a fleet's store.
///
/// Numbers are BIGINT, times DOUBLE PRECISION in seconds since 1970. Never edit a released
/// migration; add a new one.
enum PostgresSchema {
  /// All migrations in order.
  static var migrations: [PostgresMigration] {
    PostgresLibraryTables.migrations + PostgresJobTables.migrations
      + PostgresTrafficTables.migrations + FleetTables.migrations
  }

  /// Creates or migrates the schema and its tables. One node at a time does this.
  /// - Throws: ``PostgresFailure``.
  static func prepare(_ connection: PostgresConnection) throws {
    if try isCurrent(connection) { return }
    let schema = connection.schema
    // Migrating tables of many works takes long.
    try connection.runScript("BEGIN; SET LOCAL statement_timeout = 0", seconds: longest)
    do {
      try connection.rows(
        "SELECT pg_advisory_xact_lock(hashtextextended('mixhost ' || CAST(?1 AS text), 0))",
        [.text(schema)], seconds: longest)
      if try applied(connection) == nil {
        try create(connection)
        try connection.runScript(marks)
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

  /// Creates the schema. One that is there is left alone: without the right to create schemas, even
  /// `IF NOT EXISTS` is refused.
  static func create(_ connection: PostgresConnection) throws {
    let known = try connection.rows(
      "SELECT 1::bigint FROM pg_namespace WHERE nspname = CAST(?1 AS text)",
      [.text(connection.schema)])
    guard known.count == 0 else { return }
    try connection.runScript("CREATE SCHEMA \(PostgresConnection.quoted(connection.schema))")
  }

  /// How long a migration may take, in seconds.
  private static let longest = 86_400

  private static let marks = """
    CREATE TABLE migration (name TEXT PRIMARY KEY, applied DOUBLE PRECISION NOT NULL);
    CREATE TABLE fleet (name TEXT NOT NULL, created DOUBLE PRECISION NOT NULL);
    """

  /// Checks whether the tables exist, and of which version they are.
  /// - Throws: ``PostgresFailure``; ``PostgresFailure/refused(_:)`` for tables of another program.
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

  /// The names of completed migrations; nil if the schema has no tables.
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
    // By its whole name, a schema without the right to use it is refused and not overlooked.
    let schema = PostgresConnection.quoted(connection.schema)
    let rows = try connection.rows("SELECT name FROM \(schema).migration")
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
  /// The time of the call, in seconds since 1970, even within a transaction.
  static let sql = "extract(epoch FROM clock_timestamp())::double precision"
}

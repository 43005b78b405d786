internal import Notation
internal import Store

/// Examines a fleet's store without changing it. Its texts contain no password.
public struct StoreExamination: Sendable {
  /// A table's size on the server.
  public struct Table: Sendable {
    /// The table's name.
    public let name: String
    /// The number of rows, as the server estimates it.
    public let rows: Int
    /// The size in bytes, including indexes.
    public let bytes: Int
  }

  /// The store's address as messages show it.
  public let address: String
  /// The problem and its remedy; nil if the store can be used.
  public private(set) var problem: String?
  /// How long connecting took, in seconds; nil if the server was not reached.
  public private(set) var reached: Double?
  /// The server's version.
  public private(set) var version: String?
  /// The schema of the store's tables.
  public private(set) var schema: String?
  /// Whether the tables exist, and from which version.
  public private(set) var tables: StoreTables?
  /// The median round trip, in seconds.
  public private(set) var roundTrip: Double?
  /// How far this node's clock is ahead of the server's, in seconds.
  public private(set) var clockAhead: Double?
  /// The tables and their sizes, largest first.
  public private(set) var sizes: [Table] = []
  /// The node that runs refreshers; nil if none does.
  public private(set) var refreshers: String?

  /// Examines the store. Blocks, at most as long as connecting may take.
  /// - Parameter text: the setting `store`.
  public init(_ text: String) {
    let address: PostgresAddress
    do { address = try PostgresAddress(text) } catch {
      self.address = PostgresAddress.masked(text)
      problem = "the address of the store \(error)"
      return
    }
    self.address = address.shown
    var user = address.user
    do {
      let begin = PresentTime.monotonic
      let connection = try PostgresConnection(address)
      user = connection.user
      reached = PresentTime.monotonic - begin
      try look(connection)
    } catch let failure as PostgresFailure {
      problem = DataFileError(failure, address, user: user).description
    } catch { problem = "\(error)" }
  }

  private mutating func look(_ connection: PostgresConnection) throws {
    schema = connection.schema
    version = try connection.rows("SELECT current_setting('server_version')").text(0, 0)
    try measure(connection)
    if try connection.rows("SELECT pg_is_in_recovery()").int(0, 0) != 0 {
      throw PostgresFailure.statement(state: "25006", "it is in recovery")
    }
    try PoolerCheck.check(connection)
    tables = try PostgresSchema.tables(connection)
    try checkRights(connection)
    if tables == .missing { return }
    let rows = try connection.rows(
      """
      SELECT relname::text, greatest(reltuples, 0)::bigint, pg_total_relation_size(pg_class.oid)
      FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
      WHERE nspname = CAST(?1 AS text) AND relkind IN ('r', 'p')
      ORDER BY pg_total_relation_size(pg_class.oid) DESC, relname
      """, [.text(connection.schema)])
    sizes = (0..<rows.count).map { index in
      let row = Int32(index)
      return Table(
        name: rows.text(row, 0), rows: Int(clamping: rows.int(row, 1)),
        bytes: Int(clamping: rows.int(row, 2)))
    }
    refreshers = try FleetDuty.holder(FleetDuty.refreshing, connection)
  }

  private mutating func measure(_ connection: PostgresConnection) throws {
    var trips: [Double] = []
    for _ in 0..<6 {
      let (begin, wall) = (PresentTime.monotonic, PresentTime.seconds)
      let server = try connection.rows("SELECT \(PostgresClock.sql)").real(0, 0)
      let trip = PresentTime.monotonic - begin
      trips.append(trip)
      clockAhead = wall + trip / 2 - server
    }
    // The first round trip also prepared the statement.
    roundTrip = trips.dropFirst().sorted()[2]
  }

  // Rolls back everything that it writes.
  private func checkRights(_ connection: PostgresConnection) throws {
    try connection.begin()
    defer { _ = try? connection.runScript("ROLLBACK") }
    let name = PostgresConnection.quoted(connection.schema)
    if tables == .missing {
      try PostgresSchema.create(connection)
      try connection.runScript("CREATE TABLE \(name).doctor (n bigint)")
      return
    }
    let refused = try connection.rows(
      """
      SELECT relname::text FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
      WHERE nspname = CAST(?1 AS text) AND relkind IN ('r', 'p')
        AND NOT (has_table_privilege(pg_class.oid, 'SELECT')
          AND has_table_privilege(pg_class.oid, 'INSERT')
          AND has_table_privilege(pg_class.oid, 'UPDATE')
          AND has_table_privilege(pg_class.oid, 'DELETE'))
      ORDER BY relname LIMIT 1
      """, [.text(connection.schema)])
    if refused.count > 0 {
      throw PostgresFailure.refused(
        DataFileError(
          .denied,
          "user \(connection.user) may not write the table \(refused.text(0, 0)) of the store "
            + "\(connection.address.shown): let its owner run GRANT ALL ON ALL TABLES IN SCHEMA "
            + "\(connection.schema) TO \(connection.user)"))
    }
    try connection.runScript("UPDATE \(name).fleet SET name = name")
  }
}

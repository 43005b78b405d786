/// The tables of traffic limits on PostgreSQL. Times are by the server's clock, those of minutes
/// and failures by the nodes'.
enum PostgresTrafficTables {
  static let migrations = [PostgresMigration(name: "traffic 1", sql: traffic)]

  private static let traffic = """
    CREATE TABLE traffic_bucket (
      name TEXT PRIMARY KEY, tokens DOUBLE PRECISION NOT NULL, share DOUBLE PRECISION NOT NULL,
      since_decrease DOUBLE PRECISION NOT NULL, pause DOUBLE PRECISION NOT NULL,
      wall DOUBLE PRECISION NOT NULL, monotonic DOUBLE PRECISION NOT NULL) WITH (fillfactor = 20);
    CREATE TABLE traffic_hold (
      host TEXT NOT NULL, kind TEXT NOT NULL, seconds DOUBLE PRECISION NOT NULL,
      openings BIGINT NOT NULL, wall DOUBLE PRECISION NOT NULL, monotonic DOUBLE PRECISION NOT NULL,
      PRIMARY KEY (host, kind)) WITH (fillfactor = 50);
    CREATE TABLE traffic_failure (
      host TEXT PRIMARY KEY, time DOUBLE PRECISION NOT NULL, kind TEXT NOT NULL, status BIGINT,
      text TEXT NOT NULL) WITH (fillfactor = 50);
    CREATE TABLE traffic_minute (
      host TEXT NOT NULL, start BIGINT NOT NULL, sent BIGINT NOT NULL, failed BIGINT NOT NULL,
      PRIMARY KEY (host, start)) WITH (fillfactor = 50);
    CREATE INDEX traffic_minute_start ON traffic_minute (start);
    """
}

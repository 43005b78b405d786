/// The tables that only a fleet's server has.
///
/// `cached_answer` is unlogged: writing it adds nothing to the server's log, and a crash empties
/// it.
enum FleetTables {
  static let migrations = [
    PostgresMigration(name: "fleet 1", sql: first),
    PostgresMigration(name: "fleet 2", sql: CommitMark.table),
  ]

  private static let first = """
    CREATE TABLE duty (name text COLLATE "C" PRIMARY KEY, done double precision NOT NULL);
    CREATE TABLE refresh_document (
      name text COLLATE "C" PRIMARY KEY, body bytea NOT NULL, time double precision NOT NULL);
    CREATE UNLOGGED TABLE cached_answer (
      address bytea NOT NULL, variant bytea NOT NULL, names text NOT NULL, meta bytea NOT NULL,
      body bytea NOT NULL, size bigint NOT NULL, stored double precision NOT NULL,
      expires double precision NOT NULL, used double precision NOT NULL,
      PRIMARY KEY (address, variant));
    CREATE INDEX cached_answer_used ON cached_answer (used);
    """
}

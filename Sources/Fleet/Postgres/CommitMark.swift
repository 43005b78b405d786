internal import Store

/// A row by which a transaction can be asked for after its connection was cut during the commit.
///
/// Each transaction that changes data adds a row with a random key just before its commit. Whoever
/// has to know how it ended adds a row with the same key: the server makes that wait until the
/// transaction has ended, and from then on refuses the key to a transaction that has not. The
/// transaction's number would not do, because after a failover another server may give it to
/// somebody else's transaction.
enum CommitMark {
  /// How long a row is kept, in seconds: longer than anybody tries to ask for it.
  private static let age = 900.0

  /// `is_saved` is false in the rows of those who ask.
  static let table = """
    CREATE TABLE commit_mark (
      key text COLLATE "C" PRIMARY KEY, is_saved boolean NOT NULL, made double precision NOT NULL);
    """

  /// A key that no other transaction has.
  static func random() -> String {
    String(UInt64.random(in: .min ... .max), radix: 36)
      + String(UInt64.random(in: .min ... .max), radix: 36)
  }

  /// The statements that save the open transaction.
  static func commit(_ key: String) -> String {
    "INSERT INTO commit_mark VALUES ('\(key)', true, \(PostgresClock.sql)); COMMIT"
  }

  /// Whether the transaction with a key was saved. If it was not, it never will be.
  /// - Throws: ``PostgresFailure``.
  static func isSaved(_ key: String, _ connection: PostgresConnection) throws -> Bool {
    try connection.rows(
      """
      INSERT INTO commit_mark AS known VALUES (?1, false, \(PostgresClock.sql))
      ON CONFLICT (key) DO UPDATE SET is_saved = known.is_saved RETURNING is_saved::int::bigint
      """, [.text(key)]
    ).int(0, 0) != 0
  }

  /// Removes old rows.
  /// - Throws: ``PostgresFailure``.
  static func removeOld(_ connection: PostgresConnection) throws {
    try connection.rows(
      "DELETE FROM commit_mark WHERE made < \(PostgresClock.sql) - CAST(?1 AS double precision)",
      [.real(age)])
  }
}

internal import SQL
public import Store

/// The last output of refreshers, for all hosts of a fleet: one of them runs them, and each shows it. Calls
/// block.
public final class SharedDocuments: Sendable {
  private static let word = "refreshed "

  private let database: PostgresDatabase

  /// Nil for a data file, whose host keeps them itself.
  public init?(_ store: DataStore) {
    guard let database = store.database as? PostgresDatabase else { return nil }
    self.database = database
  }

  /// Keeps what a refresher printed, and notifies the other hosts.
  /// - Throws: ``DataFileError``.
  public func put(_ bytes: [UInt8], of name: String) throws {
    try database.writing { session in
      guard let connection = session.postgres else { return }
      try connection.rows(
        """
        INSERT INTO refresh_document (name, body, time) VALUES (?1, ?2, \(PostgresClock.sql))
        ON CONFLICT (name) DO UPDATE SET body = excluded.body, time = excluded.time
        """, [.text(name), .blob(bytes)])
      try connection.notify(Self.word + name)
    }
  }

  /// The last output of a refresher; nil: it has not run.
  /// - Throws: ``DataFileError``.
  public func document(_ name: String) throws -> [UInt8]? {
    try database.reading { session in
      try session.statement("SELECT body FROM refresh_document WHERE name = ?1")
        .first(.text(name)) { $0.bytes(0) }
    }
  }

  /// Calls `onChange` with the name of each refresher that any host has run, for as long as the result is
  /// kept.
  public func watch(_ onChange: @escaping @Sendable (String) -> Void) -> any JobWatch {
    database.listen { text in
      guard let text, text.hasPrefix(Self.word) else { return }
      onChange(String(text.dropFirst(Self.word.count)))
    }
  }
}

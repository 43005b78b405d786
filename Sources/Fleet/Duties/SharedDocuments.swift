internal import SQL
public import Store

/// The last output of each refresher, shared by a fleet: one node runs them, every node shows the
/// output. Calls block.
public final class SharedDocuments: Sendable {
  private static let word = "refreshed "

  private let database: PostgresDatabase

  /// Opens the documents; nil for a data file, whose node keeps them itself.
  public init?(_ store: DataStore) {
    guard let database = store.database as? PostgresDatabase else { return nil }
    self.database = database
  }

  /// Stores a refresher's output and notifies the other nodes.
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

  /// The last output of a refresher; nil if it has not run.
  /// - Throws: ``DataFileError``.
  public func document(_ name: String) throws -> [UInt8]? {
    try database.reading { session in
      try session.statement("SELECT body FROM refresh_document WHERE name = ?1")
        .first(.text(name)) { $0.bytes(0) }
    }
  }

  /// Calls `onChange` with the name of each refresher that any node has run, until the returned
  /// object is released.
  public func watch(_ onChange: @escaping @Sendable (String) -> Void) -> any JobWatch {
    database.listen { text in
      guard let text, text.hasPrefix(Self.word) else { return }
      onChange(String(text.dropFirst(Self.word.count)))
    }
  }
}

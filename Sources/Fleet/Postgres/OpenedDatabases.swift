internal import Reactor

/// The stores that this process has open: one for each address, whoever asks.
package enum OpenedDatabases {
  private struct Entry {
    weak var database: PostgresDatabase?
  }

  // Guarded while a store is being opened, too: its tables are looked at once.
  private static let entries = Guarded<[PostgresAddress: Entry]>([:])

  /// The opened store of an address.
  /// - Throws: ``DataFileError``.
  package static func database(_ address: PostgresAddress) throws -> PostgresDatabase {
    try entries.withLock { entries in
      if let known = entries[address]?.database { return known }
      let database = try PostgresDatabase(address)
      entries[address] = Entry(database: database)
      return database
    }
  }
}

internal import Reactor

/// The stores that this process has open, one for each address.
package enum OpenedDatabases {
  private struct Entry {
    weak var database: PostgresDatabase?
  }

  // Held while a store is being opened, so that its tables are checked once.
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

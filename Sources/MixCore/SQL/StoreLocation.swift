internal import Reactor

/// Where a home's works, jobs and records are: in its data file, or on the server that the setting
/// `store` names.
public enum StoreLocation: Sendable, Equatable {
  /// A data file; ":memory:" for one that ends with its last user.
  case file(String)
  /// A database on a server.
  case server(PostgresAddress)

  /// The place that settings choose.
  /// - Parameter file: the data file of the home.
  /// - Throws: ``ConfigurationError`` for an address that does not fit.
  public init(_ configuration: Configuration, file: String) throws {
    if let text = try configuration.string("store"), !text.isEmpty {
      self = .server(try PostgresAddress(text))
    } else {
      self = .file(file)
    }
  }

  /// In messages: without a password.
  public var shown: String {
    switch self {
    case .file(let path): path
    case .server(let address): address.shown
    }
  }

  /// Opens the store; one that this process has open is shared. Blocks.
  /// - Throws: ``DataFileError``.
  public func open() throws -> DataStore {
    switch self {
    case .file(let path): DataStore(try DataFile(path: path))
    case .server(let address): DataStore(try OpenedServers.database(address))
    }
  }
}

/// The servers that this process is connected to: one set of sessions each, whoever asks.
private enum OpenedServers {
  private struct Entry {
    weak var database: PostgresDatabase?
  }

  // Guarded while one is being connected to, too: others wait for its sessions.
  private static let entries = Guarded<[PostgresAddress: Entry]>([:])

  static func database(_ address: PostgresAddress) throws -> PostgresDatabase {
    try entries.withLock { entries in
      if let known = entries[address]?.database { return known }
      let database = try PostgresDatabase(address)
      entries[address] = Entry(database: database)
      return database
    }
  }
}

/// The store of works, jobs, refresh times and programs' records: a data file, or a database on a
/// server that many nodes share. Code above it does not know which.
///
/// ```swift
/// let store = DataStore(try DataFile.inMemory())
/// let library = Library(store)
/// ```
public struct DataStore: Sendable {
  package let database: any SQLStore

  /// Makes a store in a data file.
  public init(_ file: DataFile) { self.init(database: file) }

  /// Makes a store in any database.
  package init(database: any SQLStore) { self.database = database }

  /// Whether several nodes share the store.
  public var isShared: Bool { database.isShared }

  /// The store's name in messages, without a password.
  public var label: String { database.label }

  /// Whether the store can only be read: every change fails.
  public var isReadOnly: Bool { database.isReadOnly }

  /// Empties a data file's log, see ``DataFile/settle()``; does nothing on a server. Blocks.
  @discardableResult
  public func settle() -> Bool { database.settle() }
}

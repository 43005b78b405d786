/// The store of works, jobs, refresh times and programs' records: a data file, or a database on a server
/// that many machines share. Nothing above it knows which.
public struct DataStore: Sendable {
  package let database: any SQLStore

  /// A store in a data file.
  public init(_ file: DataFile) { self.init(database: file) }

  /// A store in any database.
  package init(database: any SQLStore) { self.database = database }

  /// Whether other hosts share it.
  public var isShared: Bool { database.isShared }

  /// Its name in messages, without a password.
  public var label: String { database.label }

  /// Whether it may be read only: every change fails.
  public var isReadOnly: Bool { database.isReadOnly }

  /// Makes a data file whole without its log, see ``DataFile/settle()``; nothing on a server. Blocks.
  @discardableResult
  public func settle() -> Bool { database.settle() }
}

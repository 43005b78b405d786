/// Where works, jobs, refresh times and programs' records are: a data file, or a database on a server
/// that many hosts share. Nothing above it knows which.
public struct DataStore: Sendable {
  let database: any SQLStore

  /// A store in a data file.
  public init(_ file: DataFile) { database = file }

  /// A store on a server.
  public init(_ database: PostgresDatabase) { self.database = database }

  /// Whether it may be read only: every change fails.
  public var isReadOnly: Bool { database.isReadOnly }

  /// Whether other hosts may use it, too.
  public var isShared: Bool { database is PostgresDatabase }

  /// Makes a data file whole by itself, see ``DataFile/settle()``; nothing on a server. Blocks.
  @discardableResult
  public func settle() -> Bool { database.settle() }
}

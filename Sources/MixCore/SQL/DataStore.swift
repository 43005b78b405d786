/// Where works, refresh times and programs' records are: a data file, or a database on a server. Nothing
/// above it knows which.
public struct DataStore: Sendable {
  let database: any SQLDatabase

  /// A store in a data file.
  public init(_ file: DataFile) { database = SQLiteDatabase(file) }

  /// Whether it may be read only: every change fails.
  public var isReadOnly: Bool { database.isReadOnly }

  /// Makes a data file whole by itself, see ``DataFile/settle()``; nothing on a server. Blocks.
  @discardableResult
  public func settle() -> Bool { database.settle() }
}

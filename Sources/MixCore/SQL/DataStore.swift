/// The store of works, jobs, refresh times and programs' records: a data file, or a database on a server
/// that many hosts share. Nothing above it knows which.
public struct DataStore: Sendable {
  let database: any SQLStore

  /// A store in a data file.
  public init(_ file: DataFile) { database = file }

  /// A store on a server.
  public init(_ database: PostgresDatabase) { self.database = database }

  /// Opens the fleet's store, or the data file where there is none. A process has each open once. Blocks.
  /// - Parameters:
  ///   - address: the setting `store`.
  ///   - path: of the data file, or ":memory:".
  /// - Throws: ``DataFileError``.
  public static func open(_ address: String?, dataFile path: String) throws -> DataStore {
    guard let address else { return DataStore(try DataFile(path: path)) }
    do { return DataStore(try OpenedDatabases.database(PostgresAddress(address))) } catch let
      problem as PostgresAddress.Problem
    {
      throw DataFileError(.refused, "the address of the store \(problem)")
    }
  }

  /// The address of the setting `store`; nil: the data file.
  public static func address(_ configuration: Configuration) throws -> String? {
    try configuration.string("store").flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether other hosts share it.
  public var isShared: Bool { database is PostgresDatabase }

  /// Its name in messages, without a password.
  public var label: String { database.label }

  /// Whether it may be read only: every change fails.
  public var isReadOnly: Bool { database.isReadOnly }

  /// Makes a data file whole without its log, see ``DataFile/settle()``; nothing on a server. Blocks.
  @discardableResult
  public func settle() -> Bool { database.settle() }
}

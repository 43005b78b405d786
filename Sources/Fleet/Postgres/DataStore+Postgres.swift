public import Store

extension DataStore {
  /// A store on a server.
  public init(_ database: PostgresDatabase) { self.init(database: database) }

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
}

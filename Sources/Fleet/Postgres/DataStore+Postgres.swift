public import Store

extension DataStore {
  /// Makes a store from a server's database.
  public init(_ database: PostgresDatabase) { self.init(database: database) }

  /// Opens the fleet's store, or the data file without one. A process opens each store once.
  /// Blocks.
  /// - Parameters:
  ///   - address: the setting `store`; nil for the data file.
  ///   - path: the data file's path, or ":memory:".
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

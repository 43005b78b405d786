internal import MixCore

/// Where a host keeps works, jobs and records, and whether its script may use it.
struct StorePlace: Sendable {
  private let home: Home
  private let configuration: Configuration
  private let grants: Grants
  private let isInMemory: Bool

  /// - Parameter isInMemory: whether it is empty and ends with the run, as a recorded one's is, whose
  ///   replay has no other start.
  init(_ home: Home, _ configuration: Configuration, _ grants: Grants, isInMemory: Bool = false) {
    self.home = home
    self.configuration = configuration
    self.grants = grants
    self.isInMemory = isInMemory
  }

  /// Opens it. Blocks.
  /// - Throws: ``HostError`` when it is not granted, `ConfigurationError`, `DataFileError`.
  func open() throws -> DataStore {
    if isInMemory { return DataStore(try DataFile.inMemory()) }
    try grants.checkData(home.dataFile)
    return try StoreLocation(configuration, file: home.dataFile).open()
  }
}

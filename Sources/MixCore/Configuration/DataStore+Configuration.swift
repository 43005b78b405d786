public import Store

extension DataStore {
  /// The address in the setting `store`; nil for the data file.
  public static func address(_ configuration: Configuration) throws -> String? {
    try configuration.string("store").flatMap { $0.isEmpty ? nil : $0 }
  }
}

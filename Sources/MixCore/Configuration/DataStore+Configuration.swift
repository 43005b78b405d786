public import Store

extension DataStore {
  /// The address of the setting `store`; nil: the data file.
  public static func address(_ configuration: Configuration) throws -> String? {
    try configuration.string("store").flatMap { $0.isEmpty ? nil : $0 }
  }
}

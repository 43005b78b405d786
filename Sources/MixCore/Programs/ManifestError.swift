/// A fault of a manifest, and its field.
public struct ManifestError: Error, Equatable {
  /// With its place, such as `upstreams.shop.rate`.
  public let field: String
  /// To follow the field's name.
  public let message: String

  /// - Parameter field: empty for the whole manifest.
  public init(field: String, message: String) {
    self.field = field
    self.message = message
  }

  /// In words, with the file and the line where the field is written.
  public func text(_ path: String, _ source: [UInt8]) -> String {
    guard !field.isEmpty else { return "\(path): \(message)" }
    // A field that is missing stands nowhere: the manifest's first line, then.
    let line = ManifestText(source).line(of: field) ?? 1
    return "\(path):\(line): field '\(field)' \(message)"
  }
}

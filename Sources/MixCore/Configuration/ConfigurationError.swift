/// A fault of a setting or of the files that settings come from.
public enum ConfigurationError: Error, Sendable, Equatable, CustomStringConvertible {
  /// No setting has this name; `suggestion` is the nearest that exists.
  case unknownKey(String, suggestion: String?)
  /// A text does not fit; `source` tells where it came from.
  case invalidValue(key: String, text: String, source: String, reason: String)
  /// The settings file cannot be read as JSON; it was not touched.
  case damagedFile(path: String, line: Int, column: Int, reason: String)

  /// This configuration was made without a settings file.
  case noSettingsFile

  /// In words.
  public var description: String {
    switch self {
    case .noSettingsFile: "there is no settings file to write to"
    case .unknownKey(let key, let suggestion):
      "unknown setting \(key)" + (suggestion.map { "; did you mean \($0)?" } ?? "")
    case .invalidValue(let key, let text, let source, let reason):
      "\(key) from \(source) \(reason), not \"\(text)\""
    case .damagedFile(let path, let line, let column, let reason):
      "\(path):\(line):\(column): \(reason); the file was left as it is"
    }
  }
}

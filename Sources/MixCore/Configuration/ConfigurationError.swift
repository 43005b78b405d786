/// A fault of a setting or of a file of settings.
public enum ConfigurationError: Error, Sendable, Equatable, CustomStringConvertible {
  /// No setting has this name; `suggestion` is the nearest existing name.
  case unknownKey(String, suggestion: String?)
  /// A text is invalid; `source` names its origin, nil: whoever wants to keep it.
  case invalidValue(key: String, text: String, source: String?, reason: String)
  /// The settings file is not valid JSON; it was not changed.
  case damagedFile(path: String, line: Int, column: Int, reason: String)

  /// The configuration has no settings file to write to.
  case noSettingsFile

  /// The message.
  public var description: String {
    switch self {
    case .noSettingsFile: "there is no settings file to write to"
    case .unknownKey(let key, let suggestion):
      "unknown setting \(key)" + (suggestion.map { "; did you mean \($0)?" } ?? "")
    case .invalidValue(let key, let text, let source, let reason):
      key + (source.map { " from \($0)" } ?? "") + " \(reason), not \"\(text)\""
    case .damagedFile(let path, let line, let column, let reason):
      "\(path):\(line):\(column): \(reason); the file was left as it is"
    }
  }
}

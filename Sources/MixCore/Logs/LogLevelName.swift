public import Logging

/// The names of log levels on command lines and in settings.
public enum LogLevelName {
  /// All names from the least severe: trace, debug, info, notice, warning, error, critical.
  public static let all = Logger.Level.allCases.sorted().map(\.rawValue)

  /// The level with this name, ignoring case; nil when there is none.
  public static func level(_ name: String) -> Logger.Level? {
    Logger.Level(rawValue: name.lowercased())
  }
}

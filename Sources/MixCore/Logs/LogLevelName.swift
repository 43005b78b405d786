public import Logging

/// The names of log levels on command lines and in settings.
public enum LogLevelName {
  /// From the least severe: trace, debug, info, notice, warning, error, critical.
  public static let all = Logger.Level.allCases.sorted().map(\.rawValue)

  /// The level of a name, without regard to case; nil when there is none.
  public static func level(_ name: String) -> Logger.Level? {
    Logger.Level(rawValue: name.lowercased())
  }
}

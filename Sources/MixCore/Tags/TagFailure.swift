/// Why tags could not be read, written or restored.
public struct TagFailure: Error, Sendable, Equatable {
  /// The kinds of failures.
  public enum Kind: String, Sendable {
    /// The file is damaged, or of no known format.
    case damaged
    /// The format has no place for a key.
    case unsupported
    /// TagLib, or the helper program that uses it, is missing.
    case missing
    /// The file is larger than the limit.
    case limit
    /// The file has changed since it was written.
    case changed
    /// The system refused something.
    case io
  }

  /// The kind of failure, for programs.
  public let kind: Kind
  /// The message, without the file's name.
  public let reason: String

  init(_ kind: Kind, _ reason: String) {
    self.kind = kind
    self.reason = reason
  }

  static func damaged(_ reason: String) -> TagFailure { TagFailure(.damaged, reason) }
}

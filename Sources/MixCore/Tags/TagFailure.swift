/// Why tags were not read, written or put back.
public struct TagFailure: Error, Sendable, Equatable {
  /// The kinds of failures.
  public enum Kind: String, Sendable {
    /// The file is damaged, or of no known format.
    case damaged
    /// The format has no place for a key.
    case unsupported
    /// TagLib, or the helper program that uses it, is missing.
    case missing
    /// The file is larger than what is taken.
    case limit
    /// The file is not the one that was written.
    case changed
    /// The system refused something.
    case io
  }

  /// The kind of failure, to branch on.
  public let kind: Kind
  /// In words, without the file's name.
  public let reason: String

  init(_ kind: Kind, _ reason: String) {
    self.kind = kind
    self.reason = reason
  }

  static func damaged(_ reason: String) -> TagFailure { TagFailure(.damaged, reason) }
}

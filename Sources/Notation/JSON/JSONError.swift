/// The fault of a JSON text, and its place.
public struct JSONError: Error, Equatable, CustomStringConvertible {
  /// In bytes from the beginning.
  public let offset: Int
  /// The expectation or the refusal there.
  public let reason: String

  /// A fault that its own reader cannot see, such as a value of another kind than is due.
  public init(offset: Int, reason: String) { (self.offset, self.reason) = (offset, reason) }

  /// `byte 12: expected , or ]`.
  public var description: String { "byte \(offset): \(reason)" }

  /// The line and the column, both from 1, columns in bytes.
  public func place(in bytes: [UInt8]) -> (line: Int, column: Int) {
    let before = bytes[..<min(offset, bytes.count)]
    let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return (before.count { $0 == 0x0A } + 1, before.count - start + 1)
  }
}

/// Extensions that a reader of JSON accepts beyond RFC 8259, and limits.
public struct JSONLimits: Sendable {
  /// Deeper nesting is refused before it costs stack.
  public var depth: Int
  /// Longer texts are refused unread.
  public var bytes: Int
  /// Whether a byte order mark is skipped; else it is refused.
  public var allowsByteOrderMark: Bool
  /// Whether an escaped surrogate without its partner becomes U+FFFD; else it is refused.
  public var repairsSurrogates: Bool

  /// For what others send: surrogates are repaired, for one cut title does not spoil an answer.
  public static let answers = JSONLimits(depth: 64)
  /// For what mixhost and its users write: a byte order mark is an editor's, half a surrogate an error.
  public static let documents = JSONLimits(
    depth: 100, allowsByteOrderMark: true, repairsSurrogates: false)

  /// Limits; the standard ones are ``answers`` and ``documents``.
  public init(
    depth: Int, bytes: Int = 1 << 30, allowsByteOrderMark: Bool = false,
    repairsSurrogates: Bool = true
  ) {
    (self.depth, self.bytes) = (depth, bytes)
    (self.allowsByteOrderMark, self.repairsSurrogates) = (allowsByteOrderMark, repairsSurrogates)
  }
}

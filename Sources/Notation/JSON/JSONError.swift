/// The fault of a JSON text, and its place.
public struct JSONError: Error, Equatable, CustomStringConvertible {
  /// Bytes from the beginning of the text to the fault.
  public let offset: Int
  /// A description of what was expected or refused there.
  public let reason: String

  /// Makes an error for a fault that the reader itself cannot see, such as a value of an unexpected
  /// kind.
  public init(offset: Int, reason: String) { (self.offset, self.reason) = (offset, reason) }

  /// `byte 12: expected , or ]`.
  public var description: String { "byte \(offset): \(reason)" }

  /// The line and the column of the fault, both from 1; columns count bytes.
  public func place(in bytes: [UInt8]) -> (line: Int, column: Int) {
    let before = bytes[..<min(offset, bytes.count)]
    let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return (before.count { $0 == 0x0A } + 1, before.count - start + 1)
  }
}

/// The limits of a JSON reader, and the extensions of RFC 8259 that it accepts.
public struct JSONLimits: Sendable {
  /// Deepest nesting; deeper texts are refused.
  public var depth: Int
  /// Longest text in bytes; longer ones are refused unread.
  public var bytes: Int
  /// Whether a byte order mark is skipped instead of refused.
  public var allowsByteOrderMark: Bool
  /// Whether an escaped surrogate without its partner becomes U+FFFD instead of an error.
  public var repairsSurrogates: Bool

  /// For answers of services: lone surrogates are repaired, because one cut title must not spoil an
  /// answer.
  public static let answers = JSONLimits(depth: 64)
  /// For texts of mixhost and its users: editors may add a byte order mark; a lone surrogate is an
  /// error.
  public static let documents = JSONLimits(
    depth: 100, allowsByteOrderMark: true, repairsSurrogates: false)

  /// Makes limits; the usual ones are ``answers`` and ``documents``.
  public init(
    depth: Int, bytes: Int = 1 << 30, allowsByteOrderMark: Bool = false,
    repairsSurrogates: Bool = true
  ) {
    (self.depth, self.bytes) = (depth, bytes)
    (self.allowsByteOrderMark, self.repairsSurrogates) = (allowsByteOrderMark, repairsSurrogates)
  }
}

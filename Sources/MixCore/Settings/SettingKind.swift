internal import Notation

/// A setting's parsed value.
public enum SettingValue: Sendable, Equatable {
  case string(String)
  case int(Int)
  case bool(Bool)
  /// Seconds.
  case duration(Double)
  /// A count of bytes.
  case bytes(Int)
}

/// The kind of a setting's text.
public enum SettingKind: Sendable, Equatable {
  case string
  /// A whole number within a range.
  case int(ClosedRange<Int>)
  /// true, false, yes, no, on, off, 1 or 0.
  case bool
  /// A length of time within a range of seconds; see ``DurationText``.
  case duration(ClosedRange<Double>)
  /// An absolute http or https address without query and fragment.
  case url
  /// A size within a range of bytes; see ``ByteSize``.
  case bytes(ClosedRange<Int>)
  /// One of these words.
  case choice([String])
  /// Some of these words, separated by commas, each at most once.
  case list([String])

  /// Why a text is invalid, phrased to follow "is" or "must be".
  package struct Mismatch: Error {
    let expected: String
  }

  /// Parses a text.
  /// - Throws: ``Mismatch``.
  package func read(_ text: String) throws(Mismatch) -> SettingValue {
    let value: SettingValue? =
      switch self {
      case .string: .string(text)
      case .int(let range): Int(text).flatMap { range.contains($0) ? .int($0) : nil }
      case .bool: Self.bool(text).map { .bool($0) }
      case .duration(let range):
        DurationText.parse(text).flatMap { range.contains($0) ? .duration($0) : nil }
      case .url: Self.isAddress(text) ? .string(Self.withoutSlash(text)) : nil
      case .bytes(let range): ByteSize.parse(text).flatMap { range.contains($0) ? .bytes($0) : nil }
      case .choice(let words):
        words.contains(text.lowercased()) ? .string(text.lowercased()) : nil
      case .list(let words): Self.isList(text, of: words) ? .string(text) : nil
      }
    guard let value else { throw Mismatch(expected: description) }
    return value
  }

  /// A description of the expected text.
  public var description: String {
    switch self {
    case .string: "a text"
    case .int(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .bool: "true or false"
    case .duration(let range):
      "a duration such as 15m, 24h or 1.5s, from \(DurationText.format(range.lowerBound)) to "
        + DurationText.format(range.upperBound)
    case .url: "an address that begins with https:// or http://"
    case .bytes(let range):
      "a size such as 64MB, from \(ByteSize.format(range.lowerBound)) to "
        + ByteSize.format(range.upperBound)
    case .choice(let words): "one of \(words.joined(separator: ", "))"
    case .list(let words): "some of \(words.joined(separator: ", ")), with commas between"
    }
  }

  /// The kind in overviews: string, int, bool, duration, url, bytes, choice or list.
  public var name: String {
    switch self {
    case .string: "string"
    case .int: "int"
    case .bool: "bool"
    case .duration: "duration"
    case .url: "url"
    case .bytes: "bytes"
    case .choice: "choice"
    case .list: "list"
    }
  }

  private static func bool(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "true", "yes", "on", "1": true
    case "false", "no", "off", "0": false
    default: nil
    }
  }

  private static func isList(_ text: String, of words: [String]) -> Bool {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    return Set(parts).count == parts.count && parts.allSatisfy(words.contains)
  }

  private static func isAddress(_ text: String) -> Bool {
    let lower = text.lowercased()
    guard let scheme = ["https://", "http://"].first(where: { lower.hasPrefix($0) }) else {
      return false
    }
    let rest = lower.dropFirst(scheme.count)
    let host = rest.prefix { $0 != "/" }
    return !host.isEmpty && !host.contains("@")
      && rest.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x3F && $0 != 0x23 }
  }

  private static func withoutSlash(_ text: String) -> String {
    text.hasSuffix("/") ? String(text.dropLast()) : text
  }
}

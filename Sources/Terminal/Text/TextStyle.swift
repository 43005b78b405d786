internal import Notation

/// Colours and weights of text on a terminal (ECMA-48, SGR).
///
/// ```swift
/// print(TextStyle.red.apply("failed"))
/// ```
public enum TextStyle: String, CaseIterable, Sendable {
  case red, green, yellow, blue, magenta, cyan, gray, bold, dim

  /// The text between the codes that begin and end the style.
  public func apply(_ text: String) -> String {
    let (start, end) = codes
    return Self.sequence(start) + text + Self.sequence(end)
  }

  /// The bytes of a text between the codes that begin and end the style.
  package func apply(_ bytes: [UInt8]) -> [UInt8] {
    Array(Self.sequence(codes.start).utf8) + bytes + Array(Self.sequence(codes.end).utf8)
  }

  /// All control sequences that begin or end a style.
  package static let sequences = Set(allCases.flatMap { [$0.codes.start, $0.codes.end] }).map(
    sequence)

  /// The sequences that end a colour and a weight.
  package static let endings = Set(allCases.map(\.codes.end)).sorted().map(sequence)

  private static func sequence(_ code: Int) -> String { "\u{1B}[\(code)m" }

  private var codes: (start: Int, end: Int) {
    switch self {
    case .red: (31, 39)
    case .green: (32, 39)
    case .yellow: (33, 39)
    case .blue: (34, 39)
    case .magenta: (35, 39)
    case .cyan: (36, 39)
    case .gray: (90, 39)
    case .bold: (1, 22)
    case .dim: (2, 22)
    }
  }

  /// The error message for an unknown style name.
  package static func unknown(_ name: String) -> String {
    "unknown style '\(name)'"
      + Suggestion.hint(for: name, in: allCases.map(\.rawValue), orAll: true)
  }
}

internal import Notation

/// Makes texts of upstreams and scripts safe for a terminal, which obeys control characters.
public enum ShownText {
  /// Longest shown part of a message, in bytes.
  private static let longestMessage = 8_192

  /// The first 8 KB of a message, made safe by ``lines(_:)``.
  public static func message(_ text: String) -> String {
    lines(LongText.cut(text, to: longestMessage))
  }

  /// A text whose only control characters are line breaks and tabs.
  public static func lines(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F || $0 == 0x0A || $0 == 0x09 }) { return text }
    var shown = String.UnicodeScalarView()
    for character in text.unicodeScalars {
      shown.append(character == "\n" || character == "\t" ? character : scalar(character))
    }
    return String(shown)
  }

  /// A text without control characters: one line, whatever it holds.
  public static func line(_ text: String) -> String {
    var shown = String.UnicodeScalarView()
    shown.append(contentsOf: text.unicodeScalars.lazy.map(scalar))
    return String(shown)
  }

  /// A scalar that is safe to show: the picture of a control character (`␛` for ESC), and U+FFFD
  /// for characters that turn the direction of writing, end a line or have no picture.
  static func scalar(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch ControlCharacter(scalar) {
    case .pictured(let picture): picture
    case .unseen: "\u{FFFD}"
    case nil: scalar
    }
  }
}

internal import Notation

/// Texts from elsewhere as a report of errors shows them: a terminal obeys some characters.
public enum ShownText {
  /// The shown part of a message, in bytes.
  private static let longestMessage = 8_192

  /// A message, its first 8 KB, as ``lines(_:)`` shows it.
  public static func message(_ text: String) -> String {
    lines(LongText.cut(text, to: longestMessage))
  }

  /// A text of several lines, in which line breaks and tabs are the only control characters left.
  public static func lines(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F || $0 == 0x0A || $0 == 0x09 }) { return text }
    var shown = String.UnicodeScalarView()
    for character in text.unicodeScalars {
      shown.append(character == "\n" || character == "\t" ? character : scalar(character))
    }
    return String(shown)
  }

  /// One scalar that nothing obeys: the picture of a control character (`␛` for ESC), and U+FFFD for
  /// those that turn the direction of writing, end a line or have no picture.
  static func scalar(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch ControlCharacter(scalar) {
    case .pictured(let picture): picture
    case .unseen: "\u{FFFD}"
    case nil: scalar
    }
  }
}

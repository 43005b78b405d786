internal import Notation

/// Makes untrusted text safe to print, because a terminal obeys control characters.
public enum VisibleText {
  /// The text as one line. Control characters become pictures (`␛` for ESC, `␊` for a line break);
  /// characters that change the writing direction or end a line become `\u{…}`.
  public static func line(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    var result = ""
    for scalar in text.unicodeScalars { append(scalar, to: &result) }
    return result
  }

  /// The text in the form of ``line(_:)``, but with line breaks and the control sequences of
  /// ``TextStyle``.
  /// - Parameter styled: whether styles are kept or removed.
  package static func lines(_ text: String, styled: Bool) -> String {
    var result = ""
    var rest = text.unicodeScalars[...]
    while let scalar = rest.first {
      if scalar == "\u{1B}",
        let style = TextStyle.sequences.first(where: { rest.starts(with: $0.unicodeScalars) })
      {
        if styled { result += style }
        rest = rest.dropFirst(style.unicodeScalars.count)
        continue
      }
      if scalar == "\n" { result += "\n" } else { append(scalar, to: &result) }
      rest = rest.dropFirst()
    }
    return result
  }

  // Append to the text: appending several times to its view of scalars would copy the text each
  // time.
  private static func append(_ scalar: Unicode.Scalar, to result: inout String) {
    switch ControlCharacter(scalar) {
    case .pictured(let picture): result.unicodeScalars.append(picture)
    case .unseen: result += "\\u{\(String(scalar.value, radix: 16))}"
    case nil: result.unicodeScalars.append(scalar)
    }
  }
}

internal import Notation

/// Texts from elsewhere, made safe to print: a terminal obeys control characters.
public enum VisibleText {
  /// One line: every control character as its picture (`␛` for ESC, `␊` for a line break), those that
  /// turn the direction of writing or end a line as `\u{…}`.
  public static func line(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    var result = ""
    for scalar in text.unicodeScalars { append(scalar, to: &result) }
    return result
  }

  /// As ``line(_:)``, line breaks kept, and of control sequences those of ``TextStyle``.
  /// - Parameter styled: whether styles are kept or left out.
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

  // To a text and not to its view of scalars, where appending several copies all that is there.
  private static func append(_ scalar: Unicode.Scalar, to result: inout String) {
    switch ControlCharacter(scalar) {
    case .pictured(let picture): result.unicodeScalars.append(picture)
    case .unseen: result += "\\u{\(String(scalar.value, radix: 16))}"
    case nil: result.unicodeScalars.append(scalar)
    }
  }
}

/// Writes values as Lua code.
enum LuaText {
  static let keywords: [String] = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in",
    "local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
  ]

  /// Whether a text is a valid name.
  static func isName(_ text: some StringProtocol) -> Bool {
    guard let first = text.utf8.first, !isDigit(first) else { return false }
    return text.utf8.allSatisfy(isNameByte) && !keywords.contains { $0 == text }
  }

  /// Whether a text can be quoted without escapes.
  static func fits(_ text: String, in quote: Character) -> Bool {
    !text.contains {
      $0 == quote || $0 == "\\"
        || $0.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
    }
  }

  /// Whether a byte may be part of a name.
  static func isNameByte(_ byte: UInt8) -> Bool {
    (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || isDigit(byte) || byte == 0x5F
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  /// A text in quotes, with escaped control characters.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        let isControl =
          scalar.properties.generalCategory == .control
          || (0x2028...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
        if isControl {
          result += "\\u{\(String(scalar.value, radix: 16))}"
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }
}

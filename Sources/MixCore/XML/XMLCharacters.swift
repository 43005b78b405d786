/// The characters of XML (section 2.2 and 2.3), by bytes of UTF-8.
enum XMLCharacters {
  /// What a reference stands for: one of the five predefined entities, or a character by number;
  /// nil for any other.
  static func value(of name: String) -> [UInt8]? {
    switch name {
    case "amp": return [UInt8(ascii: "&")]
    case "lt": return [UInt8(ascii: "<")]
    case "gt": return [UInt8(ascii: ">")]
    case "quot": return [UInt8(ascii: "\"")]
    case "apos": return [UInt8(ascii: "'")]
    default:
      guard name.hasPrefix("#") else { return nil }
      let digits = name.dropFirst(name.hasPrefix("#x") ? 2 : 1)
      guard !digits.hasPrefix("+"), !digits.hasPrefix("-"),
        let number = UInt32(digits, radix: name.hasPrefix("#x") ? 16 : 10),
        let scalar = Unicode.Scalar(number), number >= 0x20 || [9, 10, 13].contains(number)
      else { return nil }
      return Array(String(Character(scalar)).utf8)
    }
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  static func isName(_ byte: UInt8, first: Bool) -> Bool {
    switch byte {
    case 0x41...0x5A, 0x61...0x7A, 0x5F, 0x3A, 0x80...: true
    case 0x30...0x39, 0x2D, 0x2E: !first
    default: false
    }
  }
}

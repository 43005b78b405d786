/// Characters that a terminal obeys instead of showing them.
public enum ControlCharacter {
  /// A picture of the character stands in for it (`␛` for ESC).
  case pictured(Unicode.Scalar)
  /// The character is left out: it turns the direction of writing, ends a line or has no picture.
  case unseen

  /// Classifies a character; nil when it is shown as it is.
  public init?(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0..<0x20: self = .pictured(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
    case 0x7F: self = .pictured("\u{2421}")
    case 0x80..<0xA0, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x206F: self = .unseen
    default: return nil
    }
  }
}

/// Composes what folding keeps of decomposed text: Hangul syllables and the voicing marks of kana
/// (Unicode, section 3.12 and the canonical compositions of U+3099, U+309A).
enum FoldComposition {
  /// The scalar that two neighbours compose; nil when they stay apart.
  static func compose(_ first: UInt32, _ second: UInt32) -> UInt32? {
    switch second {
    case 0x1161...0x1175: vowel(after: first, second)
    case 0x11A8...0x11C2: final(after: first, second)
    case 0x3099: voiced(first)
    case 0x309A: semivoiced(first)
    default: nil
    }
  }

  private static func vowel(after first: UInt32, _ second: UInt32) -> UInt32? {
    guard (0x1100...0x1112).contains(first) else { return nil }
    return 0xAC00 + ((first - 0x1100) * 21 + (second - 0x1161)) * 28
  }

  private static func final(after first: UInt32, _ second: UInt32) -> UInt32? {
    guard (0xAC00...0xD7A3).contains(first), (first - 0xAC00) % 28 == 0 else { return nil }
    return first + (second - 0x11A7)
  }

  private static func voiced(_ first: UInt32) -> UInt32? {
    switch first {
    // か to ち and カ to チ compose at odd numbers; つ to と and ツ to ト at even ones, because of the
    // small っ.
    case 0x304B...0x3061, 0x30AB...0x30C1: first % 2 == 1 ? first + 1 : nil
    case 0x3064...0x3068, 0x30C4...0x30C8: first % 2 == 0 ? first + 1 : nil
    case 0x306F...0x307B, 0x30CF...0x30DB: first % 3 == 0 ? first + 1 : nil
    case 0x3046: 0x3094
    case 0x30A6: 0x30F4
    case 0x30EF...0x30F2: first + 8
    case 0x309D, 0x30FD: first + 1
    default: nil
    }
  }

  private static func semivoiced(_ first: UInt32) -> UInt32? {
    switch first {
    case 0x306F...0x307B, 0x30CF...0x30DB: first % 3 == 0 ? first + 2 : nil
    default: nil
    }
  }
}

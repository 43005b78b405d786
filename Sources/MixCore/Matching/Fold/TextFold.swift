/// The forms of ``TextFold`` by the names that scripts use.
public enum TextForm: String, CaseIterable, Sendable {
  /// ``TextFold/fold(_:)``
  case fold
  /// ``TextFold/normalize(_:)``
  case normalize
}

/// Brings text to a form in which spellings of the same words are equal.
///
/// Folding is compatibility decomposition (Unicode TR15, NFKD), full case folding and removal of
/// diacritics, scalar by scalar. Besides:
/// - curly quotes and dashes become `'`, `"` and `-`; every space separator becomes a space;
/// - `&` becomes the word `and`; `™ ℠ © ®` and invisible format characters go;
/// - Latin letters that do not decompose are transliterated: ß→ss æ→ae œ→oe ø→o ł→l đ→d ð→d þ→th ı→i;
/// - marks that spell rather than accent stay: kana voicing, vowel signs of Indic and Thai script;
/// - CJK, Cyrillic and Hangul stay what they are, Hangul and kana composed (NFC).
///
/// All functions take time linear in the text and accept any string.
public enum TextFold {
  /// The folded text, spaces and punctuation in place.
  public static func fold(_ text: String) -> String {
    if let folded = foldASCII(text) { return folded }
    return string(from: foldedScalars(text))
  }

  /// The text without differences of case, everything else in place (Unicode, full case folding).
  public static func caseFold(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      return String(decoding: text.utf8.map(lowercased), as: UTF8.self)
    }
    // Not as a view of scalars: appending several to one copies it.
    var folded: [UInt8] = []
    folded.reserveCapacity(text.utf8.count)
    var cases = CaseFolding()
    for scalar in text.unicodeScalars { cases.append(scalar, to: &folded) }
    return String(decoding: folded, as: UTF8.self)
  }

  /// The folded text with every run of spaces, punctuation and symbols as one space, trimmed.
  /// `"AC/DC – Don’t"` gives `"ac dc don t"`.
  public static func normalize(_ text: String) -> String {
    if let normalized = normalizeASCII(text) { return normalized }
    return string(from: normalized(foldedScalars(text)))
  }

  /// The words of the normalized text, in order.
  public static func tokens(_ text: String) -> [String] {
    normalize(text).utf8.split(separator: space8).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The words of the normalized text joined by `-`, as in addresses. Letters of other scripts stay.
  public static func slug(_ text: String) -> String {
    String(
      decoding: normalize(text).utf8.map { $0 == space8 ? UInt8(ascii: "-") : $0 }, as: UTF8.self)
  }

  private static let space8 = UInt8(ascii: " ")
  private static let space32 = UInt32(0x20)
}

// MARK: - ASCII

extension TextFold {
  /// Folds text that is all ASCII; nil when it is not.
  private static func foldASCII(_ text: String) -> String? {
    var text = text
    return text.withUTF8 { bytes -> String? in
      var ampersand = false
      for byte in bytes {
        guard byte < 0x80 else { return nil }
        ampersand = ampersand || byte == UInt8(ascii: "&")
      }
      guard !ampersand else { return string(from: folded(bytes.lazy.map(UInt32.init))) }
      return String(unsafeUninitializedCapacity: bytes.count) { output in
        for (index, byte) in bytes.enumerated() { output[index] = lowercased(byte) }
        return bytes.count
      }
    }
  }

  /// Normalizes text that is all ASCII; nil when it is not.
  private static func normalizeASCII(_ text: String) -> String? {
    var text = text
    return text.withUTF8 { bytes -> String? in
      guard UTF8Scalars.isASCII(bytes) else { return nil }
      return String(unsafeUninitializedCapacity: roomForNormalized(bytes)) { output in
        output.baseAddress.map { writeNormalized(bytes, $0) } ?? 0
      }
    }
  }

  /// How long normalized ASCII may be: `a&b` becomes `a and b`.
  private static func roomForNormalized(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    bytes.reduce(bytes.count) { $1 == UInt8(ascii: "&") ? $0 + 4 : $0 }
  }

  /// Writes normalized ASCII and returns its length.
  private static func writeNormalized(
    _ bytes: UnsafeBufferPointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>
  ) -> Int {
    var count = 0
    var pendingSpace = false
    func write(_ byte: UInt8) {
      if pendingSpace, count > 0 {
        output[count] = space8
        count += 1
      }
      pendingSpace = false
      output[count] = byte
      count += 1
    }
    for byte in bytes {
      if byte == UInt8(ascii: "&") {
        pendingSpace = true
        for letter in "and".utf8 { write(letter) }
        pendingSpace = true
      } else if isWordByte(byte) {
        write(lowercased(byte))
      } else {
        pendingSpace = true
      }
    }
    return count
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    default: false
    }
  }
}

// MARK: - Pieces

extension TextFold {
  /// A form of UTF-8 text, kept in the arena.
  static func piece(
    _ form: TextForm, utf8 bytes: UnsafeBufferPointer<UInt8>, _ arena: TextArena
  ) -> TextPiece {
    let original = TextPiece(utf8: bytes, arena)
    switch form {
    case .normalize where original.isASCII:
      let output = arena.allocate(UInt8.self, roomForNormalized(bytes))
      return TextPiece(TextUnits(start: output, count: writeNormalized(bytes, output)))
    case .fold where original.isASCII && !bytes.contains(UInt8(ascii: "&")):
      let output = arena.allocate(UInt8.self, bytes.count)
      for (place, byte) in bytes.enumerated() { output[place] = lowercased(byte) }
      return TextPiece(TextUnits(start: output, count: bytes.count))
    case .fold, .normalize:
      let folded = folded(original.widened(arena))
      return kept(form == .fold ? folded : normalized(folded), arena)
    }
  }

  private static func kept(_ scalars: [UInt32], _ arena: TextArena) -> TextPiece {
    if scalars.allSatisfy({ $0 < 0x80 }) {
      let output = arena.allocate(UInt8.self, scalars.count)
      for (place, scalar) in scalars.enumerated() { output[place] = UInt8(scalar) }
      return TextPiece(TextUnits(start: output, count: scalars.count))
    }
    let output = arena.allocate(UInt32.self, scalars.count)
    output.update(from: scalars, count: scalars.count)
    return TextPiece(TextUnits(start: output, count: scalars.count))
  }
}

// MARK: - Scalars

extension TextFold {
  /// The folded text as scalars.
  private static func foldedScalars(_ text: String) -> [UInt32] {
    folded(text.unicodeScalars.lazy.map(\.value))
  }

  private static func folded(_ scalars: some Sequence<UInt32>) -> [UInt32] {
    let table = FoldTable.shared
    var output: [UInt32] = []
    // A word `and` needs a space before whatever word follows it.
    var spaceIsDue = false
    func append(_ scalar: UInt32) {
      if scalar == UInt32(UInt8(ascii: "&")) {
        if let last = output.last, last != space32 { output.append(space32) }
        output += [0x61, 0x6E, 0x64]
        spaceIsDue = true
        return
      }
      if spaceIsDue, scalar != space32 { output.append(space32) }
      spaceIsDue = false
      if scalar >= 0x1161, let last = output.last,
        let composed = FoldComposition.compose(last, scalar)
      {
        output[output.count - 1] = composed
      } else {
        output.append(scalar)
      }
    }
    for scalar in scalars {
      if scalar < 0x80 {
        append((0x41...0x5A).contains(scalar) ? scalar | 0x20 : scalar)
        continue
      }
      switch table.replacement(of: scalar) {
      case .same: append(scalar)
      case .removed: break
      case .one(let target): append(target)
      case .several(let range): table.pool[range].forEach(append)
      }
    }
    return output
  }

  private static func normalized(_ folded: [UInt32]) -> [UInt32] {
    var output: [UInt32] = []
    output.reserveCapacity(folded.count)
    var pendingSpace = false
    for scalar in folded {
      guard isWordPart(scalar) else {
        pendingSpace = true
        continue
      }
      if pendingSpace, !output.isEmpty { output.append(space32) }
      pendingSpace = false
      output.append(scalar)
    }
    return output
  }

  private static func isWordPart(_ value: UInt32) -> Bool {
    if value < 0x80 { return isWordByte(UInt8(value)) }
    guard let scalar = Unicode.Scalar(value) else { return false }
    return switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .decimalNumber, .letterNumber, .otherNumber:
      true
    default: false
    }
  }

  private static func string(from scalars: [UInt32]) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(scalars.count + scalars.count / 2)
    for value in scalars {
      switch value {
      case 0..<0x80: bytes.append(UInt8(value))
      case 0x80..<0x800:
        bytes.append(UInt8(0xC0 | value >> 6))
        bytes.append(UInt8(0x80 | value & 0x3F))
      case 0x800..<0x10000:
        bytes.append(UInt8(0xE0 | value >> 12))
        bytes.append(UInt8(0x80 | value >> 6 & 0x3F))
        bytes.append(UInt8(0x80 | value & 0x3F))
      default:
        bytes.append(UInt8(0xF0 | value >> 18))
        bytes.append(UInt8(0x80 | value >> 12 & 0x3F))
        bytes.append(UInt8(0x80 | value >> 6 & 0x3F))
        bytes.append(UInt8(0x80 | value & 0x3F))
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

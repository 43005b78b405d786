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
/// All functions take time linear in the text and accept any string. Each tells `pace` how many scalars it
/// goes through, part by part; an error that this throws ends it.
public enum TextFold {
  /// Called for each part of a text, with its length.
  public typealias Pace = (_ count: Int) throws -> Void

  /// The folded text, spaces and punctuation in place.
  public static func fold(_ text: String, pace: Pace) rethrows -> String {
    if let folded = try foldASCII(text, pace) { return folded }
    return try string(from: foldedScalars(text, pace), pace)
  }

  /// The text without differences of case, everything else in place (Unicode, full case folding).
  public static func caseFold(_ text: String, pace: Pace) rethrows -> String {
    // Not as a view of scalars: appending several to one copies it.
    var folded: [UInt8] = []
    folded.reserveCapacity(text.utf8.count)
    var cases = CaseFolding()
    try forEach(text.unicodeScalars, pace) { scalar in
      if scalar.value < 0x80 {
        folded.append(lowercased(UInt8(scalar.value)))
      } else {
        cases.append(scalar, to: &folded)
      }
    }
    return String(decoding: folded, as: UTF8.self)
  }

  /// The folded text with every run of spaces, punctuation and symbols as one space, trimmed.
  /// `"AC/DC – Don’t"` gives `"ac dc don t"`.
  public static func normalize(_ text: String, pace: Pace) rethrows -> String {
    if let normalized = try normalizeASCII(text, pace) { return normalized }
    return try string(from: normalized(foldedScalars(text, pace), pace), pace)
  }

  /// The words of the normalized text, in order.
  public static func tokens(_ text: String, pace: Pace) rethrows -> [String] {
    var words: [String] = []
    var word: [UInt8] = []
    try forEach(normalize(text, pace: pace).utf8, pace) { byte in
      if byte != space8 { return word.append(byte) }
      words.append(String(decoding: word, as: UTF8.self))
      word.removeAll(keepingCapacity: true)
    }
    if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
    return words
  }

  /// The words of the normalized text joined by `-`, as in addresses. Letters of other scripts stay.
  public static func slug(_ text: String, pace: Pace) rethrows -> String {
    var bytes: [UInt8] = []
    try forEach(normalize(text, pace: pace).utf8, pace) { byte in
      bytes.append(byte == space8 ? UInt8(ascii: "-") : byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Goes through elements, and says how many after each part.
  @inline(__always)
  private static func forEach<Elements: Sequence>(
    _ elements: Elements, _ pace: Pace, _ body: (Elements.Element) -> Void
  ) rethrows {
    var iterator = elements.makeIterator()
    var count = TextWork.stride
    while count == TextWork.stride {
      count = 0
      while count < TextWork.stride, let element = iterator.next() {
        body(element)
        count &+= 1
      }
      try pace(count)
    }
  }

  private static let space8 = UInt8(ascii: " ")
  private static let space32 = UInt32(0x20)
}

// MARK: - To the end

extension TextFold {
  /// ``fold(_:pace:)`` to the end.
  public static func fold(_ text: String) -> String { fold(text) { _ in } }
  /// ``caseFold(_:pace:)`` to the end.
  public static func caseFold(_ text: String) -> String { caseFold(text) { _ in } }
  /// ``normalize(_:pace:)`` to the end.
  public static func normalize(_ text: String) -> String { normalize(text) { _ in } }
  /// ``tokens(_:pace:)`` to the end.
  public static func tokens(_ text: String) -> [String] { tokens(text) { _ in } }
  /// ``slug(_:pace:)`` to the end.
  public static func slug(_ text: String) -> String { slug(text) { _ in } }
}

// MARK: - ASCII

extension TextFold {
  /// Folds text that is all ASCII; nil when it is not.
  private static func foldASCII(_ text: String, _ pace: Pace) rethrows -> String? {
    var text = text
    return try text.withUTF8 { bytes -> String? in
      guard UTF8Scalars.isASCII(bytes) else { return nil }
      guard try ampersands(bytes, pace) == 0 else {
        return try string(from: folded(bytes.lazy.map(UInt32.init), pace), pace)
      }
      return try String(unsafeUninitializedCapacity: bytes.count) { output in
        guard let base = output.baseAddress else { return 0 }
        return try writeLowercased(bytes, base, pace)
      }
    }
  }

  /// Normalizes text that is all ASCII; nil when it is not.
  private static func normalizeASCII(_ text: String, _ pace: Pace) rethrows -> String? {
    var text = text
    return try text.withUTF8 { bytes -> String? in
      guard UTF8Scalars.isASCII(bytes) else { return nil }
      let room = try roomForNormalized(bytes, pace)
      return try String(unsafeUninitializedCapacity: room) { output in
        guard let base = output.baseAddress else { return 0 }
        return try writeNormalized(bytes, base, pace)
      }
    }
  }

  private static func ampersands(
    _ bytes: UnsafeBufferPointer<UInt8>, _ pace: Pace
  ) rethrows -> Int {
    var count = 0
    for part in TextWork.parts(bytes.count) {
      try pace(part.count)
      for place in part where bytes[place] == UInt8(ascii: "&") { count &+= 1 }
    }
    return count
  }

  /// How long normalized ASCII may be: `a&b` becomes `a and b`.
  private static func roomForNormalized(
    _ bytes: UnsafeBufferPointer<UInt8>, _ pace: Pace
  ) rethrows -> Int {
    bytes.count + 4 * (try ampersands(bytes, pace))
  }

  private static func writeLowercased(
    _ bytes: UnsafeBufferPointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>, _ pace: Pace
  ) rethrows -> Int {
    for part in TextWork.parts(bytes.count) {
      try pace(part.count)
      for place in part { output[place] = lowercased(bytes[place]) }
    }
    return bytes.count
  }

  /// Writes normalized ASCII and returns its length.
  private static func writeNormalized(
    _ bytes: UnsafeBufferPointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>, _ pace: Pace
  ) rethrows -> Int {
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
    for part in TextWork.parts(bytes.count) {
      try pace(part.count)
      for place in part {
        let byte = bytes[place]
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
    _ form: TextForm, utf8 bytes: UnsafeBufferPointer<UInt8>, _ arena: TextArena,
    _ work: inout TextWork
  ) throws -> TextPiece {
    let original = try TextPiece(utf8: bytes, arena, &work)
    func pace(_ count: Int) throws { try work.pass(count) }
    switch form {
    case .normalize where original.isASCII:
      let output = arena.allocate(UInt8.self, try roomForNormalized(bytes, pace))
      let count = try writeNormalized(bytes, output, pace)
      return TextPiece(TextUnits(start: output, count: count))
    case .fold where try original.isASCII && ampersands(bytes, pace) == 0:
      let output = arena.allocate(UInt8.self, bytes.count)
      let count = try writeLowercased(bytes, output, pace)
      return TextPiece(TextUnits(start: output, count: count))
    case .fold, .normalize:
      let folded =
        original.isASCII
        ? try folded(original.bytes.lazy.map(UInt32.init), pace)
        : try folded(original.scalars, pace)
      return try kept(form == .fold ? folded : normalized(folded, pace), arena, pace)
    }
  }

  private static func kept(
    _ scalars: [UInt32], _ arena: TextArena, _ pace: Pace
  ) rethrows -> TextPiece {
    var seen: UInt32 = 0
    for part in TextWork.parts(scalars.count) {
      try pace(part.count)
      for place in part { seen |= scalars[place] }
    }
    if seen < 0x80 {
      let output = arena.allocate(UInt8.self, scalars.count)
      for part in TextWork.parts(scalars.count) {
        try pace(part.count)
        for place in part { output[place] = UInt8(truncatingIfNeeded: scalars[place]) }
      }
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
  private static func foldedScalars(_ text: String, _ pace: Pace) rethrows -> [UInt32] {
    try folded(text.unicodeScalars.lazy.map(\.value), pace)
  }

  private static func folded(
    _ scalars: some Sequence<UInt32>, _ pace: Pace
  ) rethrows -> [UInt32] {
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
    try forEach(scalars, pace) { scalar in
      if scalar < 0x80 { return append((0x41...0x5A).contains(scalar) ? scalar | 0x20 : scalar) }
      switch table.replacement(of: scalar) {
      case .same: append(scalar)
      case .removed: break
      case .one(let target): append(target)
      case .several(let range): table.pool[range].forEach(append)
      }
    }
    return output
  }

  private static func normalized(_ folded: [UInt32], _ pace: Pace) rethrows -> [UInt32] {
    var output: [UInt32] = []
    output.reserveCapacity(folded.count)
    var pendingSpace = false
    try forEach(folded, pace) { scalar in
      guard isWordPart(scalar) else { return pendingSpace = true }
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

  private static func string(from scalars: [UInt32], _ pace: Pace) rethrows -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(scalars.count + scalars.count / 2)
    try forEach(scalars, pace) { value in
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

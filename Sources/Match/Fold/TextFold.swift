/// The forms of ``TextFold`` by the names that scripts use.
public enum TextForm: String, CaseIterable, Sendable {
  /// ``TextFold/fold(_:)``
  case fold
  /// ``TextFold/normalize(_:)``
  case normalize
}

/// Brings text to a form in which spellings of the same words are equal.
///
/// ```swift
/// TextFold.normalize("AC/DC – Don’t")  // "ac dc don t"
/// ```
///
/// Folding is compatibility decomposition (Unicode TR15, NFKD), full case folding and removal of
/// diacritics, scalar by scalar. Besides:
/// - curly quotes and dashes become `'`, `"` and `-`; every space separator becomes a space;
/// - `&` becomes the word `and`; `™ ℠ © ®` and invisible format characters are removed;
/// - Latin letters that do not decompose are transliterated: ß→ss æ→ae œ→oe ø→o ł→l đ→d ð→d þ→th
///   ı→i;
/// - marks that change the letter stay: kana voicing, vowel signs of Indic and Thai script;
/// - CJK, Cyrillic and Hangul stay, Hangul and kana composed (NFC).
///
/// All functions take time linear in the text and accept any string. Each calls `pace` with the
/// number of scalars of each part before it; an error thrown there ends the work.
public enum TextFold {
  /// Called for each part of a text with the part's length.
  public typealias Pace = (_ count: Int) throws -> Void

  /// The folded text; spaces and punctuation stay.
  public static func fold(_ text: String, pace: Pace) rethrows -> String {
    if let folded = try foldASCII(text, pace) { return folded }
    return try string(from: foldedScalars(text, pace), pace)
  }

  /// The text with full case folding (Unicode); everything else stays.
  public static func caseFold(_ text: String, pace: Pace) rethrows -> String {
    // Bytes, because appending several scalars to a view of scalars copies it.
    var folded: [UInt8] = []
    folded.reserveCapacity(text.utf8.count)
    var cases = CaseFolding()
    try forEach(text.unicodeScalars, into: &folded, pace) { folded, scalar in
      if scalar.value < 0x80 {
        folded.append(lowercased(UInt8(scalar.value)))
      } else {
        cases.append(scalar, to: &folded)
      }
    }
    return String(decoding: folded, as: UTF8.self)
  }

  /// The folded text with every run of spaces, punctuation and symbols as one space, trimmed.
  public static func normalize(_ text: String, pace: Pace) rethrows -> String {
    if let normalized = try normalizeASCII(text, pace) { return normalized }
    return try string(from: normalized(foldedScalars(text, pace), pace), pace)
  }

  /// The normalized text, for comparing; of a text without any letter or digit (`!!!`, `???`), the text itself
  /// with its case folded, trimmed.
  package static func key(of text: String) -> String {
    let key = normalize(text)
    if !key.isEmpty { return key }
    let folded = caseFold(text).drop(while: \.isWhitespace)
    return String(folded.reversed().drop(while: \.isWhitespace).reversed())
  }

  /// The words of the normalized text, in order.
  public static func tokens(_ text: String, pace: Pace) rethrows -> [String] {
    var found: (words: [String], word: [UInt8]) = ([], [])
    try forEach(normalize(text, pace: pace).utf8, into: &found, pace) { found, byte in
      if byte != space8 { return found.word.append(byte) }
      found.words.append(String(decoding: found.word, as: UTF8.self))
      found.word.removeAll(keepingCapacity: true)
    }
    if !found.word.isEmpty { found.words.append(String(decoding: found.word, as: UTF8.self)) }
    return found.words
  }

  /// The words of the normalized text joined by `-`, as in addresses. Letters of other scripts
  /// stay.
  public static func slug(_ text: String, pace: Pace) rethrows -> String {
    var bytes: [UInt8] = []
    try forEach(normalize(text, pace: pace).utf8, into: &bytes, pace) { bytes, byte in
      bytes.append(byte == space8 ? UInt8(ascii: "-") : byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Visits elements and calls `pace` for each part. The result is passed to the body: a captured
  /// variable would be checked for exclusive access at each element.
  @inline(__always)
  static func forEach<Elements: Sequence, Result>(
    _ elements: Elements, into result: inout Result, _ pace: Pace,
    _ body: (inout Result, Elements.Element) -> Void
  ) rethrows {
    var iterator = elements.makeIterator()
    var count = TextWork.stride
    while count == TextWork.stride {
      count = 0
      while count < TextWork.stride, let element = iterator.next() {
        body(&result, element)
        count &+= 1
      }
      try pace(count)
    }
  }

  static let space8 = UInt8(ascii: " ")
  static let space32 = UInt32(0x20)
}

// MARK: - Without a pace

extension TextFold {
  /// ``fold(_:pace:)`` without a pace.
  public static func fold(_ text: String) -> String { fold(text) { _ in } }
  /// ``caseFold(_:pace:)`` without a pace.
  public static func caseFold(_ text: String) -> String { caseFold(text) { _ in } }
  /// ``normalize(_:pace:)`` without a pace.
  public static func normalize(_ text: String) -> String { normalize(text) { _ in } }
  /// ``tokens(_:pace:)`` without a pace.
  public static func tokens(_ text: String) -> [String] { tokens(text) { _ in } }
  /// ``slug(_:pace:)`` without a pace.
  public static func slug(_ text: String) -> String { slug(text) { _ in } }
}

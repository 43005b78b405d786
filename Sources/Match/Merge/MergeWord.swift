/// Sort keys packed into 64-bit words: comparing two words as unsigned numbers compares the values,
/// direction and missing values included.
///
/// The scale, ascending: 0 missing and first; the doubles by their bits, made monotonic; texts by
/// their first six bytes; ``missingLast``; ``exhausted``, which no row has.
public enum MergeWord {
  static let missingFirst: UInt64 = 0
  static let missingLast = UInt64.max - 1
  static let exhausted = UInt64.max

  /// One above the word of infinity.
  private static let texts: UInt64 = 0xFFF0_0000_0000_0001

  /// A value's word, and whether values that share it may still differ.
  static func pack(_ value: MergeValue, _ key: MergeKey) -> (word: UInt64, isExact: Bool) {
    if value.isMissing {
      switch key.missing {
      case .first: return (missingFirst, true)
      case .counts(let standIn) where !standIn.isMissing: return pack(standIn, key)
      case .last, .counts: return (missingLast, true)
      }
    }
    let (word, isExact) = ascending(value)
    return (key.direction == .ascending ? word : ~word, isExact)
  }

  /// A key as ``pack(_:_:)-(Double,_)`` needs it.
  public struct NumberKey: Sendable {
    /// The bits that turn the order round: all of a descending key, none of an ascending one.
    public let flip: UInt64
    /// The word of what is missing.
    public let missing: UInt64
    let isRank: Bool

    /// The form of a declared key.
    public init(_ key: MergeKey) {
      flip = key.direction == .ascending ? 0 : .max
      missing = pack(.missing, key).word
      isRank = key.isRank
    }
  }

  /// A number's word: ``pack(_:_:)`` without its detours.
  @inline(__always)
  static func pack(_ number: Double, _ key: NumberKey) -> UInt64 {
    number.isNaN ? key.missing : word(of: number) ^ key.flip
  }

  private static func ascending(_ value: MergeValue) -> (UInt64, Bool) {
    switch value {
    case .missing: (missingLast, true)
    case .number(let number): (word(of: number), number.magnitude < 0x1p53)
    case .integer(let number): (word(of: Double(number)), number.magnitude < 1 << 53)
    case .text(let text): word(of: text)
    }
  }

  /// IEEE 754 orders numbers of one sign by their bits: negative ones are turned round.
  @inline(__always)
  private static func word(of number: Double) -> UInt64 {
    let bits = (number + 0).bitPattern  // -0 + 0 is 0: the two are equal
    let sign = UInt64(bitPattern: Int64(bitPattern: bits) >> 63)
    return bits ^ (sign | 1 << 63)
  }

  /// Six bytes and the length up to 7: longer texts with one beginning share a word.
  private static func word(of text: String) -> (UInt64, Bool) {
    var prefix: UInt64 = 0
    var length: UInt64 = 0
    for byte in text.utf8.prefix(7) {
      if length < 6 { prefix |= UInt64(byte) << (40 - 8 * length) }
      length += 1
    }
    return (texts + (prefix << 3 | length), length < 7)
  }
}

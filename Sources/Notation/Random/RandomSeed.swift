internal import Crypto

/// The seed of a ``PythonRandom``: the words that CPython derives from a seed of each type
/// (Modules/_randommodule.c, and `seed` of Lib/random.py, version 2).
public struct RandomSeed: Sendable, Equatable {
  /// The seed as an array of words, lowest first, without zeros at its end.
  package let words: [UInt32]

  /// Seeds by an integer; its sign does not count.
  public init(_ number: Int64) {
    let magnitude = number.magnitude
    words = Self.trimmed([UInt32(truncatingIfNeeded: magnitude), UInt32(magnitude >> 32)])
  }

  /// Seeds by an integer of any size.
  /// - Parameter decimal: an optional sign and digits, at most 10,000.
  public init?(decimal: String) {
    let digits =
      decimal.hasPrefix("-") || decimal.hasPrefix("+") ? decimal.dropFirst() : decimal[...]
    guard !digits.isEmpty, digits.utf8.count <= 10_000,
      digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    words = WideInteger(digits: digits.utf8.map { $0 - 0x30 }).words
  }

  /// Seeds by a float: by its `hash()` as an unsigned integer of 64 bits.
  public init(_ number: Double) {
    let hash = UInt64(bitPattern: Self.hash(number))
    words = Self.trimmed([UInt32(truncatingIfNeeded: hash), UInt32(hash >> 32)])
  }

  /// Seeds by a text or bytes: by the integer that they and their SHA-512 (FIPS 180-4) spell, first
  /// byte highest.
  public init(bytes: [UInt8]) {
    let all = bytes + SHA512.hash(data: bytes)
    var words = [UInt32](repeating: 0, count: (all.count + 3) / 4)
    for (place, byte) in all.reversed().enumerated() {
      words[place / 4] |= UInt32(byte) << UInt32(place % 4 * 8)
    }
    self.words = Self.trimmed(words)
  }

  private static func trimmed(_ words: [UInt32]) -> [UInt32] {
    Array(words[..<((words.lastIndex { $0 != 0 } ?? -1) + 1)])
  }

  /// CPython's hash of a float on 64-bit machines: its value modulo 2^61 − 1.
  static func hash(_ number: Double) -> Int64 {
    guard number.isFinite else { return number.isNaN ? 0 : number < 0 ? -314_159 : 314_159 }
    guard number != 0 else { return 0 }
    let bits = 61
    let modulus: UInt64 = 1 << 61 - 1
    // The significand is a whole number below 2^53; multiplying it by a power of two is a rotation
    // within 61 bits.
    let significand = number.significandBitPattern | (number.isNormal ? 1 << 52 : 0)
    let exponent = (number.isNormal ? Int(number.exponent) : -1022) - 52
    let shift = UInt64((exponent % bits + bits) % bits)
    let rotated = (significand << shift & modulus) | (significand >> (UInt64(bits) - shift))
    let value = Int64(rotated == modulus ? 0 : rotated)
    let signed = number < 0 ? -value : value
    return signed == -1 ? -2 : signed
  }
}

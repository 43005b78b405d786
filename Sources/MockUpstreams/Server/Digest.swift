import Notation

/// A stream of numbers that depends on a seed and a place only (SplitMix64), as
/// scripts/lib/mock/digest.lua draws them.
struct Digest: Sendable {
  private var state: UInt64

  init(seed: UInt64, _ place: UInt64, salt: UInt64 = 0) {
    state =
      Self.mix(seed &+ 0x9E37_79B9_7F4A_7C15) ^ Self.mix(place &+ salt &* 0xD1B5_4A32_D192_ED03)
  }

  /// A digest of text, for choices that hang on what was asked.
  init(text: String) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    state = hash
  }

  /// The next 64 bits.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mix(state)
  }

  /// A number from 0 up to, not including, `bound`.
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// True in `share` of a hundred cases.
  mutating func chance(_ share: Int) -> Bool { below(100) < share }

  /// The next 64 bits in hexadecimal digits.
  mutating func hex() -> String {
    let number = next()
    return HexText.of((0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) })
  }

  private static func mix(_ value: UInt64) -> UInt64 {
    var value = value
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

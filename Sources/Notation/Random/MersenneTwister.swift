/// The generator MT19937 of Matsumoto and Nishimura ("Mersenne Twister", 1998), seeded by an array of
/// words as its authors' `init_by_array` does. Not for secrets.
public struct MersenneTwister: Sendable {
  private static let size = 624
  private static let middle = 397

  private var state: [UInt32]
  private var next = Self.size

  /// Seeds the generator.
  /// - Parameter key: the seed, lowest word first; an empty key counts as one word of 0.
  public init(key: [UInt32]) {
    let key = key.isEmpty ? [0] : key
    state = Self.basicState(seed: 19_650_218)
    var place = 1
    var keyPlace = 0
    for _ in 0..<max(Self.size, key.count) {
      let mixed = (state[place - 1] ^ (state[place - 1] >> 30)) &* 1_664_525
      state[place] = (state[place] ^ mixed) &+ key[keyPlace] &+ UInt32(keyPlace)
      place = advance(place)
      keyPlace = (keyPlace + 1) % key.count
    }
    for _ in 0..<(Self.size - 1) {
      let mixed = (state[place - 1] ^ (state[place - 1] >> 30)) &* 1_566_083_941
      state[place] = (state[place] ^ mixed) &- UInt32(place)
      place = advance(place)
    }
    state[0] = 0x8000_0000
  }

  /// 32 random bits.
  public mutating func nextWord() -> UInt32 {
    if next == Self.size { generate() }
    var word = state[next]
    next += 1
    word ^= word >> 11
    word ^= (word << 7) & 0x9D2C_5680
    word ^= (word << 15) & 0xEFC6_0000
    return word ^ (word >> 18)
  }

  private static func basicState(seed: UInt32) -> [UInt32] {
    var state = [seed]
    for place in 1..<size {
      let last = state[place - 1]
      state.append(1_812_433_253 &* (last ^ (last >> 30)) &+ UInt32(place))
    }
    return state
  }

  /// The place after `place`. After the last place it is the second, and the first word then
  /// repeats the last.
  private mutating func advance(_ place: Int) -> Int {
    guard place + 1 >= Self.size else { return place + 1 }
    state[0] = state[Self.size - 1]
    return 1
  }

  private mutating func generate() {
    for place in 0..<Self.size {
      let following = state[(place + 1) % Self.size]
      let bits = (state[place] & 0x8000_0000) | (following & 0x7FFF_FFFF)
      let twist: UInt32 = bits & 1 == 0 ? 0 : 0x9908_B0DF
      state[place] = state[(place + Self.middle) % Self.size] ^ (bits >> 1) ^ twist
    }
    next = 0
  }
}

/// Produces the random numbers that CPython's `random.Random` produces for the same seed
/// (Lib/random.py and Modules/_randommodule.c of 3.11). Not for secrets.
///
/// ```swift
/// var random = PythonRandom(RandomSeed(Int64(42)))
/// let places = random.sample(3, of: 10)
/// ```
public struct PythonRandom: Sendable {
  private var generator: MersenneTwister

  /// Makes the generator that `random.Random(seed)` makes.
  public init(_ seed: RandomSeed) { generator = MersenneTwister(key: seed.words) }

  /// `random()`: a number from 0 up to but not including 1, with 53 bits.
  public mutating func fraction() -> Double {
    let high = Double(generator.nextWord() >> 5)
    let low = Double(generator.nextWord() >> 6)
    return (high * 67_108_864 + low) / 9_007_199_254_740_992
  }

  /// `getrandbits(count)` for at most 64 bits.
  /// - Parameter count: 0 to 64.
  public mutating func bits(_ count: Int) -> UInt64 {
    precondition((0...64).contains(count), "0 to 64 bits")
    if count == 0 { return 0 }
    if count <= 32 { return UInt64(generator.nextWord() >> UInt32(32 - count)) }
    let low = UInt64(generator.nextWord())
    return UInt64(generator.nextWord() >> UInt32(64 - count)) << 32 | low
  }

  /// `getrandbits(count)` for any number of bits.
  /// - Parameter count: 0 or more.
  public mutating func wideBits(_ count: Int) -> WideInteger {
    var words: [UInt32] = []
    for place in 0..<((count + 31) / 32) {
      let wanted = min(32, count - place * 32)
      words.append(generator.nextWord() >> UInt32(32 - wanted))
    }
    return WideInteger(words: words)
  }

  /// `_randbelow`: a whole number from 0 up to but not including `bound`.
  /// - Parameter bound: 1 or more.
  public mutating func below(_ bound: UInt64) -> UInt64 {
    precondition(bound > 0, "a bound of 1 or more")
    let count = UInt64.bitWidth - bound.leadingZeroBitCount
    var number = bits(count)
    while number >= bound { number = bits(count) }
    return number
  }

  /// `shuffle` of a list of `count` elements: each step calls `swap` with two places, from 0.
  public mutating func shuffle(count: Int, swap: (Int, Int) throws -> Void) rethrows {
    for place in stride(from: count - 1, to: 0, by: -1) {
      try swap(place, Int(below(UInt64(place) + 1)))
    }
  }

  /// `sample`: the places, from 0, of `wanted` different elements among `count`, in the order
  /// drawn.
  /// - Parameter wanted: 0 to `count`.
  public mutating func sample(_ wanted: Int, of count: Int) -> [Int] {
    precondition((0...count).contains(wanted), "at most as many as there are")
    return count <= Self.poolSize(wanted)
      ? sampleFromPool(wanted, of: count) : sampleBySet(wanted, of: count)
  }

  /// The largest list that is copied instead of remembering drawn places: the size of a set of
  /// `wanted` places in CPython.
  private static func poolSize(_ wanted: Int) -> Int {
    guard wanted > 5 else { return 21 }
    var power = 1
    while power < wanted * 3 { power *= 4 }
    return 21 + power
  }

  private mutating func sampleFromPool(_ wanted: Int, of count: Int) -> [Int] {
    var pool = Array(0..<count)
    return (0..<wanted).map { taken in
      let place = Int(below(UInt64(count - taken)))
      defer { pool[place] = pool[count - taken - 1] }
      return pool[place]
    }
  }

  private mutating func sampleBySet(_ wanted: Int, of count: Int) -> [Int] {
    var seen: Set<Int> = []
    return (0..<wanted).map { _ in
      var place = Int(below(UInt64(count)))
      while !seen.insert(place).inserted { place = Int(below(UInt64(count))) }
      return place
    }
  }
}

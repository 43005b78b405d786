internal import Notation

/// Finds the part of a longer text that is most similar to a needle of up to 64 units.
///
/// The number of units that a part shares with the needle, in any order, is an upper bound of their
/// longest common subsequence. One pass counts it for all parts, and only parts that may beat the
/// best so far are measured.
struct PartialNeedle<Unit: TextUnit> {
  private let pattern: PatternBlocks
  private let text: TextUnits<Unit>
  /// The needle's length.
  private let size: Int
  /// The similarity to beat, and the units that a part as long as the needle must share for it.
  private var best: Double
  private var needed: Int

  /// Units that each part shares with the needle: entry `i` is for the part that ends before place
  /// `i + 1` and begins `size` places earlier or at the start; then follow the ends that are
  /// shorter than the needle, the longest first.
  private typealias Shares = UnsafeMutableBufferPointer<UInt8>

  /// The best similarity of the needle and a part of the text that is at most as long; 0 when none
  /// is above `floor`.
  /// - Parameters:
  ///   - pattern: the masks of the needle.
  ///   - text: at least as long as the needle.
  static func best(
    _ pattern: PatternBlocks, _ needle: TextUnits<Unit>, in text: TextUnits<Unit>,
    above floor: Double, _ work: inout TextWork
  ) throws -> Double {
    var search = PartialNeedle(pattern: pattern, text: text, size: needle.count, best: floor)
    try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: text.count + needle.count) {
      shares in
      try search.count(needle, into: shares, &work)
      try search.measureWindows(shares, &work)
      guard search.best < 1 else { return }
      try search.measureStarts(shares, &work)
      try search.measureEnds(shares, &work)
    }
    return search.best > floor ? search.best : 0
  }

  private init(
    pattern: PatternBlocks, text: TextUnits<Unit>, size: Int, best: Double
  ) {
    (self.pattern, self.text, self.size, self.best) = (pattern, text, size, best)
    needed = Int(clamping: best * Double(size))
    while Double(needed) / Double(size) <= best { needed += 1 }
  }

  // MARK: Units in common

  /// A unit's number is its first place in the needle; this number stands for all units that the
  /// needle lacks.
  private static var unknown: Int { 64 }

  private func count(
    _ needle: TextUnits<Unit>, into shares: Shares, _ work: inout TextWork
  ) throws {
    let block = pattern[0]
    try withUnsafeTemporaryAllocation(of: Int8.self, capacity: Self.unknown + 1) { missing in
      missing.initialize(repeating: 0)
      // Units that the needle lacks are never missing.
      missing[Self.unknown] = -64
      for unit in needle { missing[block.mask(unit).trailingZeroBitCount] &+= 1 }
      var shared: UInt8 = 0
      @inline(__always)
      func enter(_ unit: Unit) {
        let number = block.mask(unit).trailingZeroBitCount
        shared &+= missing[number] > 0 ? 1 : 0
        missing[number] &-= 1
      }
      @inline(__always)
      func leave(_ unit: Unit) {
        let number = block.mask(unit).trailingZeroBitCount
        missing[number] &+= 1
        shared &-= missing[number] > 0 ? 1 : 0
      }
      for part in TextWork.parts(text.count) {
        try work.spend(part.count)
        for place in part {
          if place >= size { leave(text[place &- size]) }
          enter(text[place])
          shares[place] = shared
        }
      }
      for place in 0..<size {
        leave(text[text.count &- size &+ place])
        shares[text.count &+ place] = shared
      }
    }
  }

  // MARK: Parts as long as the needle

  private mutating func measureWindows(_ shares: Shares, _ work: inout TextWork) throws {
    let windows = size - 1..<text.count
    // The part that shares most is measured first, because it rules out many others.
    var most = windows.lowerBound
    for end in windows where shares[end] > shares[most] { most = end }
    _ = try measureWindow(most, shares, &work)
    var end = windows.lowerBound
    while end < windows.upperBound, best < 1 {
      end += end == most ? 1 : try measureWindow(end, shares, &work)
    }
  }

  /// Measures the window that ends at a place and returns the distance to the next one that may be
  /// better: a window that moves by one place gains at most one unit.
  @inline(__always)
  private mutating func measureWindow(
    _ end: Int, _ shares: Shares, _ work: inout TextWork
  ) throws -> Int {
    guard shares[end] >= needed else { return 1 }
    let start = end + 1 - size
    let common = try LongestCommonSubsequence.length(
      pattern, text.part(start, end + 1), &work)
    if common >= needed {
      best = Double(common) / Double(size)
      needed = common + 1
    }
    return needed - common
  }

  // MARK: Shorter starts and ends

  /// The similarity of a part of `count` units that shares `common` units with the needle.
  @inline(__always)
  private func similarity(_ common: Int, _ count: Int) -> Double {
    Double(2 &* common) / Double(size &+ count)
  }

  private mutating func measureStarts(_ shares: Shares, _ work: inout TextWork) throws {
    guard
      let longest = (1..<max(1, size)).last(where: { similarity(Int(shares[$0 - 1]), $0) > best })
    else { return }
    try work.spend(longest)
    let (block, text) = (pattern[0], text)
    measure(longest) { block.mask(text[$0]) }
  }

  private mutating func measureEnds(_ shares: Shares, _ work: inout TextWork) throws {
    let last = text.count &+ size &- 1
    guard
      let longest = (1..<max(1, size)).last(where: { similarity(Int(shares[last - $0]), $0) > best }
      )
    else { return }
    try work.spend(longest)
    // Both texts are read from their ends.
    let (block, text, turn) = (pattern[0], text, UInt64(64 &- size))
    measure(longest) { Self.reversed(block.mask(text[text.count &- 1 &- $0])) >> turn }
  }

  /// Measures the needle against units of given masks at each length.
  @inline(__always)
  private mutating func measure(_ longest: Int, _ mask: (Int) -> UInt64) {
    var state = ~UInt64(0)
    for place in 0..<longest {
      let matches = state & mask(place)
      state = (state &+ matches) | (state &- matches)
      best = max(best, similarity((~state).nonzeroBitCount, place &+ 1))
    }
  }

  @inline(__always)
  private static func reversed(_ mask: UInt64) -> UInt64 {
    var bits = mask.byteSwapped
    bits = (bits >> 4 & 0x0F0F_0F0F_0F0F_0F0F) | (bits & 0x0F0F_0F0F_0F0F_0F0F) << 4
    bits = (bits >> 2 & 0x3333_3333_3333_3333) | (bits & 0x3333_3333_3333_3333) << 2
    return (bits >> 1 & 0x5555_5555_5555_5555) | (bits & 0x5555_5555_5555_5555) << 1
  }
}

internal import Notation

/// A needle of up to 64 units, looked for in a longer text.
///
/// The units that a part of the text and the needle share, whatever their order, are at least as many as the
/// longest common subsequence has. They are counted for all parts in one pass, and only parts that may
/// beat the best so far are measured.
struct PartialNeedle<Unit: TextUnit> {
  private let pattern: PatternBlocks
  private let text: TextUnits<Unit>
  /// The needle's length.
  private let size: Int
  /// The similarity to beat, and the least that a part as long as the needle must have in common for it.
  private var best: Double
  private var needed: Int

  /// How many units a part shares with the needle: entry `i` is for the part that ends before place `i + 1`,
  /// which begins `size` places before that or at the start; then come the ends that are shorter than the
  /// needle, the longest first.
  private typealias Shares = UnsafeMutableBufferPointer<UInt8>

  /// The best similarity of a needle and a part of a text that is no longer; 0 when none is above `floor`.
  /// - Parameters:
  ///   - pattern: the masks of the needle.
  ///   - text: no shorter than the needle.
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

  /// A unit is known by the place where the needle has it first; the last number is for all others.
  private static var unknown: Int { 64 }

  private func count(
    _ needle: TextUnits<Unit>, into shares: Shares, _ work: inout TextWork
  ) throws {
    let block = pattern[0]
    try withUnsafeTemporaryAllocation(of: Int8.self, capacity: Self.unknown + 1) { missing in
      missing.initialize(repeating: 0)
      // Nothing is ever missing of units that the needle lacks.
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
    // The one that shares most often is the best: it rules out many others.
    var most = windows.lowerBound
    for end in windows where shares[end] > shares[most] { most = end }
    _ = try measureWindow(most, shares, &work)
    var end = windows.lowerBound
    while end < windows.upperBound, best < 1 {
      end += end == most ? 1 : try measureWindow(end, shares, &work)
    }
  }

  /// Looks at the window that ends at a place; how far the next one is that may be better: a window that moves
  /// by one place gains one unit at most.
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

  // MARK: Starts and ends that are shorter

  /// Whether a part of `count` units that shares `common` with the needle would be the best.
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
    // Both read from their ends.
    let (block, text, turn) = (pattern[0], text, UInt64(64 &- size))
    measure(longest) { Self.reversed(block.mask(text[text.count &- 1 &- $0])) >> turn }
  }

  /// Goes along the needle and units whose masks are given, and looks at each length.
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

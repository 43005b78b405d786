internal import Notation

/// Jaro–Winkler for a pattern of one block, as RapidFuzz computes it: the bits of a word are the
/// free places, and the window of places in reach moves along the other text.
extension JaroWinkler {
  /// The similarity; a result below `floor` may be returned as 0.
  /// - Parameters:
  ///   - pattern: the masks of 1 to 64 units.
  ///   - text: at least one unit.
  static func similarity<Unit: TextUnit>(
    _ pattern: PatternBlocks, _ text: TextUnits<Unit>, floor: Double, _ work: inout TextWork
  ) throws -> Double {
    try similarity(pattern[0], pattern.length, text, floor: floor, &work)
  }

  /// The similarity of two texts, the first of up to 64 units.
  static func similarity<Unit: TextUnit>(
    short first: TextUnits<Unit>, _ second: TextUnits<Unit>, floor: Double, _ work: inout TextWork
  ) throws -> Double {
    if first.isEmpty || second.isEmpty { return first.isEmpty && second.isEmpty ? 1 : 0 }
    return try PatternBlock.with(first) {
      try similarity($0, first.count, second, floor: floor, &work)
    }
  }

  private static func similarity<Unit: TextUnit>(
    _ block: PatternBlock, _ length: Int, _ text: TextUnits<Unit>, floor: Double,
    _ work: inout TextWork
  ) throws -> Double {
    let lengths = Lengths(
      first: length, second: text.count, prefix: prefix(block, length, text))
    if lengths.longer == 1 { return Double(lengths.prefix) }
    let needed = lengths.leastCommon(floor)
    guard needed <= lengths.shorter else { return 0 }
    return try withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 65) { matched in
      var window = Window(reach: lengths.reach)
      var common = 0
      let end = min(text.count, length + lengths.reach)
      // Most texts turn out to be below the floor before their end.
      for start in stride(from: 0, to: end, by: Window.part) {
        let part = start..<min(end, start + Window.part)
        try work.spend(part.count)
        window.take(block, text, part, matched, &common)
        guard common + (end - part.upperBound) >= needed else { return 0 }
      }
      // Walks the matched places in order, with the mask of the other text's unit for each.
      var places = window.taken
      var inPlace = 0
      for index in 0..<common {
        let lowest = places & (0 &- places)
        inPlace &+= matched[index] & lowest == 0 ? 0 : 1
        places ^= lowest
      }
      return lengths.similarity(common: common, inOrder: common - (common - inPlace) / 2)
    }
  }

  /// Number of equal units among the first four.
  @inline(__always)
  private static func prefix<Unit: TextUnit>(
    _ block: PatternBlock, _ length: Int, _ text: TextUnits<Unit>
  ) -> Int {
    let most = min(4, length, text.count)
    var equal = 0
    while equal < most, block.mask(text[equal]) >> UInt64(equal) & 1 == 1 { equal &+= 1 }
    return equal
  }

  /// The pattern's places within reach of the other text's place, and those already taken.
  private struct Window {
    /// Places between two checks of the floor.
    static let part = 16

    private let reach: Int
    private var open: UInt64
    private(set) var taken: UInt64 = 0

    init(reach: Int) {
      self.reach = reach
      open = reach >= 63 ? ~0 : 1 << UInt64(reach + 1) &- 1
    }

    /// Scans a part of the text; notes the masks of matching units and counts them.
    @inline(__always)
    mutating func take<Unit: TextUnit>(
      _ block: PatternBlock, _ text: TextUnits<Unit>, _ part: Range<Int>,
      _ matched: UnsafeMutableBufferPointer<UInt64>, _ common: inout Int
    ) {
      for place in part {
        let mask = block.mask(text[place])
        let free = mask & open & ~taken
        taken |= free & (0 &- free)
        matched[common] = mask
        common &+= free == 0 ? 0 : 1
        open = open &<< 1 | (place < reach ? 1 : 0)
      }
    }
  }

  /// The bounds that two lengths set, and the score for given counts.
  struct Lengths {
    let first: Int
    let second: Int
    /// Number of equal units at the start, 4 at most.
    let prefix: Int

    var longer: Int { max(first, second) }
    var shorter: Int { min(first, second) }
    /// Largest distance of two units that match.
    var reach: Int { longer / 2 - 1 }

    /// The fewest common units that let the similarity reach the floor.
    @inline(__always)
    func leastCommon(_ floor: Double) -> Int {
      // Jaro's similarity without the bonus of the prefix, which applies above 0.7.
      let boost = Double(prefix) * 0.1
      let jaro = floor > 0.7 ? max(0.7, (floor - boost) / (1 - boost)) : floor
      let (one, other) = (Double(first), Double(second))
      // Assumes that all units are in order; leaves room for rounding.
      let least = (3 * jaro - 1) * one * other / (one + other) - 1e-9
      return max(0, Int(clamping: least.rounded(.up)))
    }

    @inline(__always)
    func similarity(common: Int, inOrder: Int) -> Double {
      guard common > 0 else { return 0 }
      let (shared, ordered) = (Double(common), Double(inOrder))
      let jaro = (shared / Double(first) + shared / Double(second) + ordered / shared) / 3
      guard jaro > 0.7 else { return jaro }
      return min(1, jaro + Double(prefix) * 0.1 * (1 - jaro))
    }
  }
}

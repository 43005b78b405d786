internal import Notation

/// Bit-parallel edit distances, one block of 64 rows after another; the carry to the next block is
/// kept for every column.
enum EditDistance {
  /// Turns a distance into a similarity.
  static func similarity(_ distance: Int, _ first: Int, _ second: Int) -> Double {
    let longer = max(first, second)
    return longer == 0 ? 1 : 1 - Double(distance) / Double(longer)
  }

  /// Levenshtein distance: the fewest insertions, deletions and substitutions of a scalar (Myers 1999,
  /// "A fast bit-vector algorithm for approximate string matching", in the form of Hyyrö 2003).
  /// ⌈n/64⌉·m steps.
  static func levenshtein<Unit: TextUnit>(
    _ first: TextUnits<Unit>, _ second: TextUnits<Unit>, _ work: inout TextWork
  ) throws -> Int {
    try distance(first, second, transposing: false, &work)
  }

  /// Damerau–Levenshtein distance in the form "optimal string alignment": two neighbours that changed
  /// places are one edit, and no part is edited twice (Hyyrö 2003, "A bit-vector algorithm for
  /// computing Levenshtein and Damerau edit distances"). ⌈n/64⌉·m steps.
  static func optimalStringAlignment<Unit: TextUnit>(
    _ first: TextUnits<Unit>, _ second: TextUnits<Unit>, _ work: inout TextWork
  ) throws -> Int {
    try distance(first, second, transposing: true, &work)
  }

  /// The distance to a prepared pattern of one block.
  static func distance<Unit: TextUnit>(
    _ pattern: PatternBlocks, _ text: TextUnits<Unit>, transposing: Bool, _ work: inout TextWork
  ) throws -> Int {
    guard pattern.length > 0 else { return text.count }
    return try distance(pattern[0], pattern.length, text, transposing: transposing, &work)
  }

  /// The distance to a pattern of 1 to 64 units.
  private static func distance<Unit: TextUnit>(
    _ block: PatternBlock, _ length: Int, _ text: TextUnits<Unit>, transposing: Bool,
    _ work: inout TextWork
  ) throws -> Int {
    let lastRow = UInt64(length - 1)
    var column = Column()
    var distance = length
    for part in TextWork.parts(text.count) {
      try work.spend(part.count)
      // Two loops, so that each kernel is compiled separately.
      if transposing {
        for place in part {
          var carry = Carry.plus
          distance &+= column.advance(
            block.mask(text[place]), &carry, lastRow: lastRow, transposing: true)
        }
      } else {
        for place in part {
          var carry = Carry.plus
          distance &+= column.advance(
            block.mask(text[place]), &carry, lastRow: lastRow, transposing: false)
        }
      }
    }
    return distance
  }

  /// The distance of two texts.
  static func distance<Unit: TextUnit>(
    _ first: TextUnits<Unit>, _ second: TextUnits<Unit>, transposing: Bool,
    _ work: inout TextWork
  ) throws -> Int {
    // Some best alignment keeps a common start and end, so they are left out.
    let start = try first.commonStart(second, &work)
    var pattern = first.part(start, first.count)
    var text = second.part(start, second.count)
    let end = try pattern.commonEnd(text, &work)
    pattern = pattern.part(0, pattern.count - end)
    text = text.part(0, text.count - end)
    if pattern.count > text.count { swap(&pattern, &text) }
    guard !pattern.isEmpty else { return text.count }
    if pattern.count <= PatternBlock.places {
      return try PatternBlock.with(pattern) {
        try distance($0, pattern.count, text, transposing: transposing, &work)
      }
    }
    return try longDistance(pattern, text, transposing: transposing, &work)
  }

  private static func longDistance<Unit: TextUnit>(
    _ pattern: TextUnits<Unit>, _ text: TextUnits<Unit>, transposing: Bool,
    _ work: inout TextWork
  ) throws -> Int {
    try work.require((pattern.count + 63) / 64, times: text.count)
    let blocks = PatternBlocks(pattern)
    return try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: text.count) { carries in
      // Row 0 grows by one with each column.
      carries.initialize(repeating: Carry.plus)
      var distance = pattern.count
      for number in 0..<blocks.count {
        var column = Column()
        let rows = min(64, pattern.count - number * 64)
        let last = number == blocks.count - 1
        for part in TextWork.parts(text.count) {
          try work.spend(part.count)
          for place in part {
            let mask = blocks[number].mask(text[place])
            let change = column.advance(
              mask, &carries[place], lastRow: UInt64(rows - 1), transposing: transposing)
            if last { distance += change }
          }
        }
      }
      return distance
    }
  }
}

/// The carry of a block to the block below it in one column.
private enum Carry {
  static let plus: UInt8 = 1
  static let minus: UInt8 = 2
  static let transposition: UInt8 = 4
}

/// One block's column of the table, as differences between neighbouring rows.
private struct Column {
  /// Rows whose value is one more, or one less, than that of the row above.
  private var plus = ~UInt64(0)
  private var minus: UInt64 = 0
  /// The previous column's rows that are reached diagonally for free, and its mask.
  private var diagonal: UInt64 = 0
  private var before: UInt64 = 0

  /// Advances by one column and returns the change of the value in `lastRow`.
  @inline(__always)
  mutating func advance(
    _ mask: UInt64, _ carry: inout UInt8, lastRow: UInt64, transposing: Bool
  ) -> Int {
    let plusIn = UInt64(carry & Carry.plus)
    let minusIn = UInt64(carry >> 1 & 1)
    let matches = mask | minusIn
    var free = (((matches & plus) &+ plus) ^ plus) | matches | minus
    var carryOut: UInt8 = 0
    if transposing {
      let swapped = ~diagonal & mask
      free |= (swapped << 1 | UInt64(carry >> 2 & 1)) & before
      carryOut |= UInt8(swapped >> 63) << 2
      before = mask
    }
    diagonal = free
    var horizontalPlus = minus | ~(free | plus)
    var horizontalMinus = free & plus
    let change =
      Int(horizontalPlus >> lastRow & 1) &- Int(horizontalMinus >> lastRow & 1)
    carry = carryOut | UInt8(horizontalPlus >> 63) | UInt8(horizontalMinus >> 63) << 1
    horizontalPlus = horizontalPlus << 1 | plusIn
    horizontalMinus = horizontalMinus << 1 | minusIn
    plus = horizontalMinus | ~(free | horizontalPlus)
    minus = horizontalPlus & free
    return change
  }
}

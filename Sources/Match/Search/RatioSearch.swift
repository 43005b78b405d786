internal import Notation

/// Finds the text with the best Indel similarity, starting with the lengths that can give the best.
///
/// Two texts share at most the length of the shorter one, so lengths too far from the query's to
/// beat the best score are skipped. Four texts of one length are compared at a time, because their
/// steps do not wait for each other.
struct RatioSearch {
  private let pattern: PatternBlocks
  private let pieces: UnsafeBufferPointer<TextPiece>
  /// The numbers of the texts by length: `starts[n]..<starts[n + 1]` are those of length n.
  private var order: [Int32]
  private var starts: [Int]
  private var best: TextQuery.Best?
  private var floor: Double

  /// Texts of this length and longer share the last group.
  private let longest: Int
  private static let mostGroups = 512

  /// Groups texts by length.
  /// - Parameters:
  ///   - pieces: must stay in memory.
  ///   - floor: lower similarities do not count.
  init(_ pattern: PatternBlocks, _ pieces: UnsafeBufferPointer<TextPiece>, floor: Double) {
    self.pattern = pattern
    self.pieces = pieces
    self.floor = floor
    var longest = 0
    for piece in pieces { longest = max(longest, piece.count) }
    longest = min(longest + 1, Self.mostGroups)
    self.longest = longest
    starts = [Int](repeating: 0, count: longest + 2)
    starts.withUnsafeMutableBufferPointer { starts in
      for piece in pieces { starts[min(piece.count, longest) &+ 1] &+= 1 }
      for length in 0...longest { starts[length + 1] += starts[length] }
    }
    var next = starts
    order = next.withUnsafeMutableBufferPointer { next in
      [Int32](unsafeUninitializedCapacity: pieces.count) { order, count in
        for index in 0..<pieces.count {
          let group = min(pieces[index].count, longest)
          order[next[group]] = Int32(truncatingIfNeeded: index)
          next[group] &+= 1
        }
        count = pieces.count
      }
    }
  }

  /// The first of the best texts; nil when none reaches the floor.
  mutating func run(_ work: inout TextWork) throws -> TextQuery.Best? {
    var shorter = min(pattern.length, longest - 1)
    var longer = shorter + 1
    while shorter >= 0 || longer < longest {
      let below = shorter >= 0 ? bound(shorter) : -1
      let above = longer < longest ? bound(longer) : -1
      guard max(below, above) >= floor else { break }
      if below >= above {
        try look(at: shorter, &work)
        shorter -= 1
      } else {
        try look(at: longer, &work)
        longer += 1
      }
    }
    for place in starts[longest]..<starts[longest + 1] {
      try take(Int(order[place]), &work)
    }
    return best
  }

  private func bound(_ length: Int) -> Double {
    TextScorer.ratio.bound(pattern.length, length)
  }

  private mutating func look(at length: Int, _ work: inout TextWork) throws {
    let group = starts[length]..<starts[length + 1]
    guard length > 0, pattern.count == 1 else {
      for place in group { try take(Int(order[place]), &work) }
      return
    }
    var four = (0, 0, 0, 0)
    var waiting = 0
    var needed = needed(length)
    // As many texts as fit a stride.
    let size = TextWork.stride / length
    for start in stride(from: group.lowerBound, to: group.upperBound, by: size) {
      let part = start..<min(group.upperBound, start + size)
      try work.spend(length &* part.count)
      for place in part {
        let index = Int(order[place])
        guard pieces[index].isASCII else {
          let common = try LongestCommonSubsequence.length(pattern, pieces[index].scalars, &work)
          note(common, length, index, &needed)
          continue
        }
        four = (index, four.0, four.1, four.2)
        waiting &+= 1
        if waiting == 4 {
          takeFour(four, length, &needed)
          waiting = 0
        }
      }
    }
    for index in [four.0, four.1, four.2].prefix(waiting) {
      let common = try LongestCommonSubsequence.length(pattern, pieces[index].bytes, &work)
      note(common, length, index, &needed)
    }
  }

  @inline(__always)
  private mutating func takeFour(_ four: (Int, Int, Int, Int), _ length: Int, _ needed: inout Int) {
    guard let first = pieces[four.0].bytes.baseAddress,
      let second = pieces[four.1].bytes.baseAddress,
      let third = pieces[four.2].bytes.baseAddress, let fourth = pieces[four.3].bytes.baseAddress
    else { return }
    let masks = pattern[0].base
    var (a, b, c, d) = (~UInt64(0), ~UInt64(0), ~UInt64(0), ~UInt64(0))
    for place in 0..<length {
      let (matchA, matchB) = (a & masks[Int(first[place])], b & masks[Int(second[place])])
      let (matchC, matchD) = (c & masks[Int(third[place])], d & masks[Int(fourth[place])])
      a = (a &+ matchA) | (a &- matchA)
      b = (b &+ matchB) | (b &- matchB)
      c = (c &+ matchC) | (c &- matchC)
      d = (d &+ matchD) | (d &- matchD)
    }
    let (countA, countB) = counts(a, b)
    let (countC, countD) = counts(c, d)
    note(countA, length, four.0, &needed)
    note(countB, length, four.1, &needed)
    note(countC, length, four.2, &needed)
    note(countD, length, four.3, &needed)
  }

  /// The number of zeros of two states, which are the common lengths. Those of short patterns are
  /// counted in one word.
  @inline(__always)
  private func counts(_ first: UInt64, _ second: UInt64) -> (Int, Int) {
    guard pattern.length <= 32 else {
      return ((~first).nonzeroBitCount, (~second).nonzeroBitCount)
    }
    var bits = ~first | ~second << 32
    bits = bits &- (bits >> 1 & 0x5555_5555_5555_5555)
    bits = (bits & 0x3333_3333_3333_3333) &+ (bits >> 2 & 0x3333_3333_3333_3333)
    bits = (bits &+ bits >> 4) & 0x0F0F_0F0F_0F0F_0F0F
    bits = bits &+ bits >> 8
    bits = (bits &+ bits >> 16) & 0x0000_00FF_0000_00FF
    return (Int(bits & 0xFF), Int(bits >> 32))
  }

  private mutating func take(_ index: Int, _ work: inout TextWork) throws {
    let piece = pieces[index]
    guard bound(piece.count) >= floor else { return }
    let common =
      piece.isASCII
      ? try LongestCommonSubsequence.length(pattern, piece.bytes, &work)
      : try LongestCommonSubsequence.length(pattern, piece.scalars, &work)
    var needed = 0
    note(common, piece.count, index, &needed)
  }

  /// Lower bound of the common length that texts of one length need; one less where rounding is in
  /// doubt.
  private func needed(_ length: Int) -> Int {
    max(0, Int(clamping: floor * Double(pattern.length + length) / 2) - 1)
  }

  /// Keeps a text that is better than the best, or equal and earlier.
  @inline(__always)
  private mutating func note(_ common: Int, _ length: Int, _ index: Int, _ needed: inout Int) {
    if common >= needed { keep(common, length, index, &needed) }
  }

  private mutating func keep(_ common: Int, _ length: Int, _ index: Int, _ needed: inout Int) {
    let score = Double(2 * common) / Double(pattern.length + length)
    guard score >= floor else { return }
    if let best, best.score == score, best.index < index { return }
    best = TextQuery.Best(score: score, index: index)
    floor = score
    needed = self.needed(length)
  }
}

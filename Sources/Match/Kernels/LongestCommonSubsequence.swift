internal import Notation

/// The length of the longest common subsequence, 64 places of the pattern at a time (Hyyrö 2004,
/// "Bit-parallel LCS-length computation revisited").
enum LongestCommonSubsequence {
  /// Indel similarity of two texts; 1 for two empty texts.
  static func ratio<Unit: TextUnit>(
    _ first: TextUnits<Unit>, _ second: TextUnits<Unit>, _ work: inout TextWork
  ) throws -> Double {
    let total = first.count + second.count
    guard total > 0 else { return 1 }
    return Double(2 * (try length(first, second, &work))) / Double(total)
  }

  /// The length for two texts. Takes ⌈n/64⌉·m steps for the parts between their common start and
  /// end, where n is the shorter length.
  static func length<Unit: TextUnit>(
    _ first: TextUnits<Unit>, _ second: TextUnits<Unit>, _ work: inout TextWork
  ) throws -> Int {
    // A common start and end belong to every longest subsequence.
    let start = try first.commonStart(second, &work)
    var pattern = first.part(start, first.count)
    var text = second.part(start, second.count)
    let end = try pattern.commonEnd(text, &work)
    pattern = pattern.part(0, pattern.count - end)
    text = text.part(0, text.count - end)
    // The shorter text as the pattern needs fewer blocks.
    if pattern.count > text.count { swap(&pattern, &text) }
    guard !pattern.isEmpty else { return start + end }
    if pattern.count <= PatternBlock.places {
      return try start + end + PatternBlock.with(pattern) { try length($0, text, &work) }
    }
    try work.require((pattern.count + 63) / 64, times: text.count)
    return start + end + (try length(PatternBlocks(pattern), text, &work))
  }

  /// The length for a prepared pattern.
  static func length<Unit: TextUnit>(
    _ pattern: PatternBlocks, _ text: TextUnits<Unit>, _ work: inout TextWork
  ) throws -> Int {
    if pattern.count == 1 { return try length(pattern[0], text, &work) }
    try work.require(pattern.count, times: text.count)
    return try withCarries(text.count) { carries in
      var length = 0
      for number in 0..<pattern.count {
        let block = pattern[number]
        var state = ~UInt64(0)
        for part in TextWork.parts(text.count) {
          try work.spend(part.count)
          state = advance(state, block, text, part, carries)
        }
        length &+= (~state).nonzeroBitCount
      }
      return length
    }
  }

  /// The lengths for every prefix of the text: entry i is for its first i + 1 units.
  static func lengths<Unit: TextUnit>(
    _ pattern: PatternBlocks, _ text: TextUnits<Unit>, into output: UnsafeMutablePointer<Int>,
    _ work: inout TextWork
  ) throws {
    output.initialize(repeating: 0, count: text.count)
    try withCarries(text.count) { carries in
      for number in 0..<pattern.count {
        let block = pattern[number]
        var state = ~UInt64(0)
        for part in TextWork.parts(text.count) {
          try work.spend(part.count)
          for place in part {
            state = advance(state, block.mask(text[place]), &carries[place])
            output[place] &+= (~state).nonzeroBitCount
          }
        }
      }
    }
  }

  @inline(__always)
  private static func length<Unit: TextUnit>(
    _ block: PatternBlock, _ text: TextUnits<Unit>, _ work: inout TextWork
  ) throws -> Int {
    guard text.count <= TextWork.stride else { return try longLength(block, text, &work) }
    try work.spend(text.count)
    return (~advance(~UInt64(0), block, text)).nonzeroBitCount
  }

  private static func longLength<Unit: TextUnit>(
    _ block: PatternBlock, _ text: TextUnits<Unit>, _ work: inout TextWork
  ) throws -> Int {
    var state = ~UInt64(0)
    for part in TextWork.parts(text.count) {
      try work.spend(part.count)
      state = advance(state, block, text.part(part.lowerBound, part.upperBound))
    }
    return (~state).nonzeroBitCount
  }

  /// Advances over columns of a pattern of one block.
  @inline(__always)
  private static func advance<Unit: TextUnit>(
    _ start: UInt64, _ block: PatternBlock, _ text: TextUnits<Unit>
  ) -> UInt64 {
    var state = start
    for place in 0..<text.count {
      let matches = state & block.mask(text[place])
      state = (state &+ matches) | (state &- matches)
    }
    return state
  }

  /// Advances over columns of one block.
  private static func advance<Unit: TextUnit>(
    _ start: UInt64, _ block: PatternBlock, _ text: TextUnits<Unit>, _ part: Range<Int>,
    _ carries: UnsafeMutableBufferPointer<UInt8>
  ) -> UInt64 {
    var state = start
    for place in part { state = advance(state, block.mask(text[place]), &carries[place]) }
    return state
  }

  /// Advances one block by one column; the carry passes from block to block of the same column.
  @inline(__always)
  private static func advance(_ state: UInt64, _ mask: UInt64, _ carry: inout UInt8) -> UInt64 {
    let matches = state & mask
    let (partial, overflow) = state.addingReportingOverflow(matches)
    let (sum, carried) = partial.addingReportingOverflow(UInt64(carry))
    carry = overflow || carried ? 1 : 0
    return sum | (state &- matches)
  }

  private static func withCarries<R>(
    _ count: Int, _ body: (UnsafeMutableBufferPointer<UInt8>) throws -> R
  ) rethrows -> R {
    try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { carries in
      carries.initialize(repeating: 0)
      return try body(carries)
    }
  }
}

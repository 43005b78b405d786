/// The length of the longest common subsequence, 64 places of the pattern at a time (Hyyrö 2004,
/// "Bit-parallel LCS-length computation revisited").
enum LongestCommonSubsequence {
  /// The number of scalars in the longest common subsequence.
  static func length(_ first: ArraySlice<UInt32>, _ second: ArraySlice<UInt32>) -> Int {
    // A common head and tail belong to every longest subsequence.
    let shorter = min(first.count, second.count)
    var head = 0
    while head < shorter, first[first.startIndex + head] == second[second.startIndex + head] {
      head += 1
    }
    var tail = 0
    while tail < shorter - head,
      first[first.endIndex - 1 - tail] == second[second.endIndex - 1 - tail]
    {
      tail += 1
    }
    var pattern = first.dropFirst(head).dropLast(tail)
    var text = second.dropFirst(head).dropLast(tail)
    // Fewer blocks with the shorter text as the pattern.
    if pattern.count > text.count { swap(&pattern, &text) }
    guard !pattern.isEmpty else { return head + tail }
    let middle = pattern.count <= 64 ? oneWord(pattern, text) : manyWords(pattern, text)
    return head + tail + middle
  }

  private static func oneWord(_ pattern: ArraySlice<UInt32>, _ text: ArraySlice<UInt32>) -> Int {
    guard pattern.allSatisfy({ $0 < 128 }) else { return manyWords(pattern, text) }
    // The masks of ASCII fit on the stack: no allocation for a pair of titles.
    return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 128) { masks in
      masks.initialize(repeating: 0)
      var bit: UInt64 = 1
      for scalar in pattern {
        masks[Int(scalar)] |= bit
        bit <<= 1
      }
      var state = ~UInt64(0)
      for scalar in text {
        let matches = scalar < 128 ? state & masks[Int(scalar)] : 0
        state = (state &+ matches) | (state & ~matches)
      }
      return (~state).nonzeroBitCount
    }
  }

  private static func manyWords(_ pattern: ArraySlice<UInt32>, _ text: ArraySlice<UInt32>) -> Int {
    let positions = PatternPositions(pattern)
    var state = [UInt64](repeating: ~0, count: positions.words)
    for scalar in text {
      guard let row = positions.row(of: scalar) else { continue }
      var carry: UInt64 = 0
      for word in 0..<positions.words {
        let matches = state[word] & positions.masks[row + word]
        let (partial, overflow) = state[word].addingReportingOverflow(matches)
        let (sum, carried) = partial.addingReportingOverflow(carry)
        carry = overflow || carried ? 1 : 0
        state[word] = sum | (state[word] & ~matches)
      }
    }
    return state.reduce(0) { $0 + (~$1).nonzeroBitCount }
  }
}

/// Where each scalar stands in a pattern, one bit a place.
private struct PatternPositions {
  /// Words of 64 bits per scalar.
  let words: Int
  /// The masks, row after row; row 0 is empty.
  private(set) var masks: [UInt64]
  /// The row of each ASCII scalar; 0 where it does not occur.
  private var asciiRows = [Int32](repeating: 0, count: 128)
  private var otherRows: [UInt32: Int32] = [:]

  init(_ pattern: ArraySlice<UInt32>) {
    words = (pattern.count + 63) / 64
    masks = [UInt64](repeating: 0, count: words)
    for (place, scalar) in pattern.enumerated() {
      var start = Int(scalar < 128 ? asciiRows[Int(scalar)] : otherRows[scalar] ?? 0)
      if start == 0 {
        start = masks.count
        masks += repeatElement(0, count: words)
        if scalar < 128 {
          asciiRows[Int(scalar)] = Int32(start)
        } else {
          otherRows[scalar] = Int32(start)
        }
      }
      masks[start + place / 64] |= 1 << UInt64(place % 64)
    }
  }

  /// Where a scalar's masks begin; nil when it does not occur.
  func row(of scalar: UInt32) -> Int? {
    let start = Int(scalar < 128 ? asciiRows[Int(scalar)] : otherRows[scalar] ?? 0)
    return start == 0 ? nil : start
  }
}

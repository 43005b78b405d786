internal import Notation

/// The best Indel similarity of the shorter text and any part of the longer one that is at most as
/// long: RapidFuzz's `partial_ratio`, of one text with others.
///
/// The text must stay in memory while this is used. Not thread-safe.
final class PartialRatio<Unit: TextUnit> {
  private let query: PreparedPattern<Unit>

  convenience init(_ query: TextUnits<Unit>) { self.init(PreparedPattern(query)) }

  init(_ query: PreparedPattern<Unit>) { self.query = query }

  /// The similarity, 0 to 1; a result at or below `floor` may be returned as 0.
  func similarity(
    _ other: TextUnits<Unit>, floor: Double = 0, _ work: inout TextWork
  ) throws -> Double {
    let text = query.text
    let (shorter, longer) = text.count <= other.count ? (text, other) : (other, text)
    guard !shorter.isEmpty else { return longer.isEmpty ? 1 : 0 }
    if try longer.commonStart(shorter, &work) == shorter.count { return 1 }
    guard text.count == other.count else {
      return text.count < other.count
        ? try bestOfQuery(in: other, above: floor, &work)
        : try best(of: other, in: text, above: floor, &work)
    }
    // Of two equally long texts either can be the needle.
    let best = try bestOfQuery(in: other, above: floor, &work)
    guard best < 1 else { return best }
    return max(best, try self.best(of: other, in: text, above: max(floor, best), &work))
  }

  private func bestOfQuery(
    in text: TextUnits<Unit>, above floor: Double, _ work: inout TextWork
  ) throws -> Double {
    if let blocks = query.blocks, blocks.count == 1 {
      return try PartialNeedle.best(blocks, query.text, in: text, above: floor, &work)
    }
    return try PartialWindows.best(of: query.text, in: text, above: floor, &work)
  }

  private func best(
    of other: TextUnits<Unit>, in text: TextUnits<Unit>, above floor: Double,
    _ work: inout TextWork
  ) throws -> Double {
    guard other.count <= 64 else {
      return try PartialWindows.best(of: other, in: text, above: floor, &work)
    }
    return try query.withMasks(other) { blocks in
      try PartialNeedle.best(blocks, other, in: text, above: floor, &work)
    }
  }
}

/// Finds the best part of a text for a needle of any length; most windows are ruled out by their
/// neighbours.
///
/// A window takes ⌈n/64⌉·n steps, where n is the needle's length.
enum PartialWindows {
  static func best<Unit: TextUnit>(
    of needle: TextUnits<Unit>, in text: TextUnits<Unit>, above floor: Double,
    _ work: inout TextWork
  ) throws -> Double {
    // The parts at both ends.
    try work.require((needle.count + 63) / 64, times: 2 * needle.count)
    let pattern = PatternBlocks(needle)
    let ends = try bestAtEnds(pattern, needle, text, &work)
    let windows = try bestWindow(pattern, text, above: max(floor, ends), &work)
    return max(ends, windows)
  }

  /// The best similarity with a start or an end of the text that is shorter than the needle.
  private static func bestAtEnds<Unit: TextUnit>(
    _ pattern: PatternBlocks, _ needle: TextUnits<Unit>, _ text: TextUnits<Unit>,
    _ work: inout TextWork
  ) throws -> Double {
    let arena = TextArena()
    let lengths = arena.allocate(Int.self, needle.count)
    var best = 0.0
    func take(_ pattern: PatternBlocks, _ text: TextUnits<Unit>) throws {
      try LongestCommonSubsequence.lengths(pattern, text, into: lengths, &work)
      for count in 1..<needle.count {
        best = max(best, Double(2 * lengths[count - 1]) / Double(needle.count + count))
      }
    }
    try take(pattern, text.part(0, needle.count))
    try take(
      PatternBlocks(reversed(needle, arena)),
      reversed(text.part(text.count - needle.count, text.count), arena))
    return best
  }

  private static func reversed<Unit: TextUnit>(
    _ text: TextUnits<Unit>, _ arena: TextArena
  ) -> TextUnits<Unit> {
    let output = arena.allocate(Unit.self, text.count)
    for place in 0..<text.count { output[text.count - 1 - place] = text[place] }
    return TextUnits(start: output, count: text.count)
  }

  /// The best similarity with a part of the needle's length; 0 when none is above `floor`.
  ///
  /// A window that moves by one place loses one scalar and gains one, so its longest common
  /// subsequence changes by one at most: between two windows d places apart it is at most half of
  /// their sum plus d.
  private static func bestWindow<Unit: TextUnit>(
    _ pattern: PatternBlocks, _ text: TextUnits<Unit>, above floor: Double,
    _ work: inout TextWork
  ) throws -> Double {
    let size = pattern.length
    // Shortest common subsequence that counts.
    var needed = Int(clamping: (floor * Double(size)).rounded(.down))
    if Double(needed) <= floor * Double(size) { needed += 1 }
    var best = 0
    func measure(_ start: Int) throws -> Int {
      let common = try LongestCommonSubsequence.length(
        pattern, text.part(start, start + size), &work)
      if common >= needed {
        best = common
        needed = common + 1
      }
      return common
    }
    let end = text.count - size
    let first = try measure(0)
    var open = [(start: 0, end: end, first: first, last: end > 0 ? try measure(end) : first)]
    while let span = open.popLast(), best < size {
      let places = span.end - span.start
      guard places > 1, (span.first + span.last + places) / 2 >= needed else { continue }
      let middle = span.start + places / 2
      let common = try measure(middle)
      open.append((middle, span.end, common, span.last))
      open.append((span.start, middle, span.first, common))
    }
    return Double(best) / Double(size)
  }
}

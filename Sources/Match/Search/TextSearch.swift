internal import Notation

extension TextQuery {
  /// The candidate that is most similar to a query.
  public struct Best: Equatable, Sendable {
    /// The similarity, 0 to 1.
    public var score: Double
    /// The candidate's place in the list, from 0.
    public var index: Int

    /// Whether no candidate can be better.
    public var isPerfect: Bool { score >= 1 }
  }

  /// Shorter lists are compared text by text, because sorting them by length does not pay.
  private static let leastToSort = 64

  /// The first of the most similar texts of a list; nil when none reaches `cutoff`.
  /// - Parameters:
  ///   - offset: the place of the list's first text when the list is part of a longer one.
  ///   - earlier: the best of the earlier parts, which wins over equal texts.
  /// - Throws: ``TextWorkExceeded``; errors of the watch of `work`.
  public func best(
    of list: TextList, offset: Int = 0, after earlier: Best? = nil, cutoff: Double = 0,
    _ work: inout TextWork
  ) throws -> Best? {
    if earlier?.isPerfect ?? false { return earlier }
    // After a hit only better candidates count.
    let floor = earlier.map { $0.score.nextUp } ?? cutoff
    let found: Best?
    if scorer == .ratio, let pattern, list.count >= Self.leastToSort {
      found = try list.pieces.withUnsafeBufferPointer { pieces in
        var search = RatioSearch(pattern, pieces, floor: floor)
        return try search.run(&work)
      }
    } else {
      found = try firstBest(list.pieces, floor: floor, &work)
    }
    return found.map { Best(score: $0.score, index: $0.index + offset) } ?? earlier
  }

  private func firstBest(
    _ pieces: [TextPiece], floor: Double, _ work: inout TextWork
  ) throws -> Best? {
    var best: Best?
    var floor = floor
    // A candidate that its length rules out still counts as a step.
    try work.pass(pieces.count)
    for (index, candidate) in pieces.enumerated() {
      work.renew()
      let score = try similarity(candidate, floor: floor, &work)
      guard score >= floor else { continue }
      best = Best(score: score, index: index)
      floor = score.nextUp
      if score >= 1 { break }
    }
    return best
  }

  /// The similarities with all texts of a list, in its order; those below `cutoff` are 0.
  /// - Throws: ``TextWorkExceeded``; errors of the watch of `work`.
  public func scores(
    _ list: TextList, cutoff: Double = 0, _ work: inout TextWork
  ) throws -> [Double] {
    var scores: [Double] = []
    scores.reserveCapacity(list.count)
    try work.pass(list.count)
    // Read once, because each access through the objects counts references.
    let pattern = pattern
    for candidate in list.pieces {
      work.renew()
      if let pattern, pattern.count == 1, candidate.isASCII {
        scores.append(try ratio(pattern, candidate, floor: cutoff, &work))
      } else {
        scores.append(try similarity(candidate, floor: cutoff, &work))
      }
    }
    return scores
  }

  /// ``TextScorer/ratio`` of a query of one block and an ASCII text; 0 when it is below `floor`.
  @inline(__always)
  private func ratio(
    _ pattern: PatternBlocks, _ candidate: TextPiece, floor: Double, _ work: inout TextWork
  ) throws -> Double {
    guard scorer.bound(pattern.length, candidate.count) >= floor else { return 0 }
    let common = try LongestCommonSubsequence.length(pattern, candidate.bytes, &work)
    let score = Double(2 &* common) / Double(pattern.length &+ candidate.count)
    return score >= floor ? score : 0
  }
}

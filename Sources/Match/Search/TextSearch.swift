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
    var best = earlier
    // After a hit only better candidates count.
    var floor = earlier.map { $0.score.nextUp } ?? cutoff
    // A candidate that its length rules out still counts as a step.
    try work.pass(list.count)
    for (index, candidate) in list.pieces.enumerated() {
      work.renew()
      let score = try similarity(candidate, floor: floor, &work)
      guard score >= floor else { continue }
      best = Best(score: score, index: index + offset)
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
    try work.pass(list.count)
    return try list.pieces.map { candidate in
      work.renew()
      return try similarity(candidate, floor: cutoff, &work)
    }
  }
}

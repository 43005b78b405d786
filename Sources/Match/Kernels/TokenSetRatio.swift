internal import Notation

/// RapidFuzz's `token_set_ratio` of one text with others: the best Indel similarity among the words
/// that both texts have, and those words joined with the words that only one text has.
final class TokenSetRatio<Unit: TextUnit> {
  /// The query's different words, also joined and prepared.
  let words = WordList<Unit>()
  private let pattern: PreparedPattern<Unit>
  private let joined: UnsafeMutableBufferPointer<Unit>
  /// A candidate's words, and the words that only one side has.
  private let candidate = WordList<Unit>()
  private let onlyQuery = WordList<Unit>()
  private let onlyCandidate = WordList<Unit>()
  /// Masks of a part of the query.
  private lazy var part = PatternBlocks(capacity: 1)
  private var rooms = (
    UnsafeMutableBufferPointer<Unit>(start: nil, count: 0),
    UnsafeMutableBufferPointer<Unit>(start: nil, count: 0)
  )

  /// Prepares a query.
  /// - Parameter query: must stay in memory.
  /// - Throws: errors of the watch of `work`.
  init(_ query: TextUnits<Unit>, _ work: inout TextWork) throws {
    try words.set(query, unique: true, &work)
    joined = .allocate(capacity: words.joinedLength + 1)
    if let base = joined.baseAddress { _ = words.join(into: base) }
    pattern = PreparedPattern(TextUnits(rebasing: joined[0..<words.joinedLength]))
  }

  deinit {
    joined.deallocate()
    rooms.0.deallocate()
    rooms.1.deallocate()
  }

  /// The similarity, 0 to 1; a result below `floor` may be returned as 0.
  func similarity(
    _ text: TextUnits<Unit>, floor: Double = 0, _ work: inout TextWork
  ) throws -> Double {
    try work.spend(text.count / 8)
    try candidate.set(text, unique: true, &work)
    return try similarity(words: candidate, floor: floor, &work)
  }

  /// The similarity with a text of these different words.
  func similarity(
    words candidate: WordList<Unit>, floor: Double = 0, _ work: inout TextWork
  ) throws -> Double {
    guard words.count > 0, candidate.count > 0 else { return 0 }
    let shared = try divide(candidate, &work)
    if shared == 0 { return try withoutShared(candidate, floor, &work) }
    let (onlyFirst, onlySecond) = (onlyQuery.joinedLength, onlyCandidate.joinedLength)
    if onlyFirst == 0 || onlySecond == 0 { return 1 }
    // Both texts begin with the shared words and a space, so only the rest can differ.
    let (first, second) = (shared + 1 + onlyFirst, shared + 1 + onlySecond)
    let best = max(
      Self.similarity(common: shared, shared + first),
      Self.similarity(common: shared, shared + second))
    let most = Self.similarity(common: shared + 1 + min(onlyFirst, onlySecond), first + second)
    if most < max(floor, best) { return best }
    let common = shared + 1 + (try commonOfRest(&work))
    return max(best, Self.similarity(common: common, first + second))
  }

  /// Whether these different words include one of the query's.
  func sharesWord(_ others: WordList<Unit>, _ work: inout TextWork) throws -> Bool {
    var (left, right) = (0, 0)
    while left < words.count, right < others.count {
      let (first, second) = (words.words[left], others.words[right])
      try work.pass(1)
      if try WordList<Unit>.equal(first, second, &work) { return true }
      if try WordList<Unit>.precedes(first, second, &work) { left &+= 1 } else { right &+= 1 }
    }
    return false
  }

  private func withoutShared(
    _ candidate: WordList<Unit>, _ floor: Double, _ work: inout TextWork
  ) throws -> Double {
    let (first, second) = (words.joinedLength, candidate.joinedLength)
    if Self.similarity(common: min(first, second), first + second) < floor { return 0 }
    let text = candidate.join(into: room(&rooms.0, second))
    let common = try pattern.common(text, &work)
    return Self.similarity(common: common, first + second)
  }

  private func commonOfRest(_ work: inout TextWork) throws -> Int {
    let first = onlyQuery.join(into: room(&rooms.0, onlyQuery.joinedLength))
    let second = onlyCandidate.join(into: room(&rooms.1, onlyCandidate.joinedLength))
    guard first.count <= 64 else {
      return try LongestCommonSubsequence.length(first, second, &work)
    }
    part.set(first)
    defer { part.clear(first) }
    return try LongestCommonSubsequence.length(part, second, &work)
  }

  /// Collects the words that only one side has; returns the joined length of the shared words.
  private func divide(
    _ candidate: WordList<Unit>, _ work: inout TextWork
  ) throws -> Int {
    onlyQuery.removeAll()
    onlyCandidate.removeAll()
    var shared = 0
    var (left, right) = (0, 0)
    // Words until the next check of the watch.
    var rest = 0
    while left < words.count, right < candidate.count {
      let (first, second) = (words.words[left], candidate.words[right])
      if rest == 0 {
        rest = min(TextWork.stride, words.count &+ candidate.count)
        try work.pass(rest)
      }
      rest &-= 1
      if try WordList.equal(first, second, &work) {
        shared &+= first.length &+ (shared > 0 ? 1 : 0)
        left &+= 1
        right &+= 1
      } else if try WordList.precedes(first, second, &work) {
        onlyQuery.append(first)
        left &+= 1
      } else {
        onlyCandidate.append(second)
        right &+= 1
      }
    }
    for index in left..<words.count { onlyQuery.append(words.words[index]) }
    for index in right..<candidate.count { onlyCandidate.append(candidate.words[index]) }
    return shared
  }

  private func room(
    _ room: inout UnsafeMutableBufferPointer<Unit>, _ count: Int
  ) -> UnsafeMutablePointer<Unit> {
    if room.baseAddress == nil || room.count < count {
      room.deallocate()
      room = .allocate(capacity: max(256, count, room.count * 2))
    }
    guard let base = room.baseAddress else { preconditionFailure("the room was made above") }
    return base
  }

  @inline(__always)
  private static func similarity(common: Int, _ total: Int) -> Double {
    Double(2 &* common) / Double(total)
  }
}

/// Merges rows from any number of sources into one order, as they arrive.
///
/// A loser tree over the sources' heads (Knuth, The Art of Computer Programming, vol. 3, 5.4.1), on
/// keys packed into words (``MergeKey``). It knows nothing of pages and of waiting: it says which
/// sources it is ``starving`` for, and gives a row only while every unfinished source has one that is
/// safe to give. Equal rows come in the order of their sources, and of one source in its order.
///
/// Rows of a source that come in another order than the declared one are put in order among those
/// that are buffered. Not `Sendable`: one task at a time.
public final class KWayMerge {
  /// Whether the row of one handle comes before that of another.
  public typealias Comparison = (Int, Int) throws -> Bool

  /// A row that was given away.
  public struct Row: Equatable {
    /// The place of its source, from 0.
    public let source: Int
    /// What the row stands for.
    public let handle: Int
  }

  private let keys: [MergeKey]
  private let lookahead: Int
  private var buffers: [MergeBuffer]
  /// Compares where there are no declared keys.
  public var comparison: Comparison?
  /// The keys of the heads side by side, `width` each.
  private let heads: UnsafeMutablePointer<UInt64>
  /// Place 0 holds the winner, the others the losers of the matches.
  private let tree: UnsafeMutablePointer<Int>
  private var isBuilt = false
  /// The source whose head has gone; its matches are to be played again. -1: none.
  private var replaced = -1
  private var hasSharedWords = false
  /// How many unfinished sources have no row that may be given away.
  private var starvingCount: Int

  private var width: Int { keys.count }

  /// A merge by declared keys, the first first.
  /// - Parameters:
  ///   - sources: how many there are.
  ///   - keys: without any, ``comparison`` must be set before the first row.
  ///   - lookahead: how many rows of a source are buffered at most in search of equals of the first
  ///     key, which the service may give in any order; 1 or more.
  public init(sources: Int, keys: [MergeKey], lookahead: Int) {
    precondition(sources >= 0 && lookahead >= 1)
    self.keys = keys
    self.lookahead = lookahead
    buffers = [MergeBuffer](repeating: MergeBuffer(width: keys.count), count: sources)
    heads = .allocate(capacity: max(1, sources * keys.count))
    heads.initialize(repeating: MergeWord.exhausted, count: max(1, sources * keys.count))
    tree = .allocate(capacity: max(1, sources))
    tree.initialize(repeating: -1, count: max(1, sources))
    starvingCount = sources
  }

  deinit {
    heads.deallocate()
    tree.deallocate()
  }

  // MARK: In

  /// The sources that must give rows, or finish, before the next row is known.
  public var starving: [Int] {
    starvingCount == 0 ? [] : buffers.indices.filter { !isFed($0) }
  }

  /// How many rows wait.
  public var count: Int { buffers.reduce(0) { $0 + $1.count } }

  /// How many rows a source has given so far.
  public func arrivals(of source: Int) -> Int { buffers[source].arrivals }

  /// Adds a row of a source; ``settle(_:)`` follows after the last row of a page.
  /// - Parameter values: one for each key.
  public func append(_ handle: Int, _ values: [MergeValue], to source: Int) {
    precondition(values.count == width)
    if width == 0 { return buffers[source].append(handle) }
    let rank = Double(buffers[source].arrivals)
    for key in 0..<width {
      if keys[key].isRank {
        buffers[source].append(handle, word: MergeWord.pack(rank, keys[key]))
        continue
      }
      let (word, isExact) = MergeWord.pack(values[key], keys[key])
      if isExact {
        buffers[source].append(handle, word: word)
      } else {
        hasSharedWords = true
        buffers[source].append(handle, word: word, value: effective(values[key], keys[key]))
      }
    }
  }

  /// As ``append(_:_:to:)``, for numbers alone; NaN is missing.
  public func append(_ handle: Int, numbers: UnsafeBufferPointer<Double>, to source: Int) {
    precondition(numbers.count == width && width > 0)
    let rank = Double(buffers[source].arrivals)
    for key in 0..<width {
      let number = keys[key].isRank ? rank : numbers[key]
      buffers[source].append(handle, word: MergeWord.pack(number, keys[key]))
    }
  }

  private func effective(_ value: MergeValue, _ key: MergeKey) -> MergeValue {
    if value.isMissing, case .counts(let standIn) = key.missing { return standIn }
    return value
  }

  /// Puts the rows that a source has given since the last call in order.
  /// - Throws: what ``comparison`` throws.
  public func settle(_ source: Int) throws {
    let wasFed = isFed(source)
    if width == 0 {
      guard let comparison else { preconditionFailure("no keys and no comparison") }
      let handles = buffers[source].handles
      // A comparison of its own says nothing about a first key: what has arrived may be given away.
      try buffers[source].settle {
        try comparison(handles[$0], handles[$1])
      } sharesRun: { _, _ in
        false
      }
    } else {
      // Equals of the first key are told apart by the others; a rank has no equals.
      let hasRuns = width > 1 && !keys[0].isRank
      let buffer = buffers[source]
      buffers[source].settle {
        self.precedes(buffer, $0, buffer, $1) == true
      } sharesRun: {
        hasRuns && self.precedes(buffer, $0, buffer, $1, keys: 0..<1) == nil
      }
    }
    note(source, wasFed: wasFed)
  }

  /// Says that a source has no more rows.
  public func finish(_ source: Int) {
    let wasFed = isFed(source)
    buffers[source].isFinished = true
    note(source, wasFed: wasFed)
  }

  /// Says that a source that had finished goes on.
  public func reopen(_ source: Int) {
    let wasFed = isFed(source)
    buffers[source].isFinished = false
    note(source, wasFed: wasFed)
  }

  private func isFed(_ source: Int) -> Bool {
    buffers[source].isReady(lookahead: lookahead)
      || buffers[source].isFinished && !buffers[source].hasHead
  }

  private func note(_ source: Int, wasFed: Bool) {
    let isFed = isFed(source)
    if wasFed != isFed { starvingCount += isFed ? -1 : 1 }
    isBuilt = false
  }

  // MARK: Out

  /// The next row; nil while a source is ``starving``, and at the end.
  /// - Throws: what ``comparison`` throws; no row is lost.
  public func next() throws -> Row? {
    guard starvingCount == 0, !buffers.isEmpty else { return nil }
    if !isBuilt { try build() } else if replaced >= 0 { try replay(replaced) }
    let winner = tree[0]
    guard buffers[winner].hasHead else { return nil }
    let row = Row(source: winner, handle: headHandle(winner))
    buffers[winner].removeHead()
    loadHead(winner)
    if !isFed(winner) { starvingCount += 1 }
    replaced = winner
    return row
  }

  private func loadHead(_ source: Int) {
    let head = heads + source * width
    guard buffers[source].hasHead else {
      return head.update(repeating: MergeWord.exhausted, count: width)
    }
    let first = buffers[source].head * width
    buffers[source].words.withUnsafeBufferPointer { words in
      for key in 0..<width { head[key] = words[first + key] }
    }
  }

  // MARK: The tree

  private func build() throws {
    let count = buffers.count
    for source in 0..<count {
      loadHead(source)
      tree[source] = -1
    }
    for source in stride(from: count - 1, through: 0, by: -1) {
      var winner = source
      var place = (source + count) >> 1
      while place > 0 {
        // The first to come waits for the winner of the other half.
        if tree[place] < 0 {
          tree[place] = winner
          break
        }
        if try wins(tree[place], winner) { swap(&tree[place], &winner) }
        place >>= 1
      }
      if place == 0 { tree[0] = winner }
    }
    isBuilt = true
    replaced = -1
  }

  private func replay(_ source: Int) throws {
    // A comparison that raises leaves the tree as it may be: then it is built anew.
    isBuilt = false
    var winner = source
    var place = (source + buffers.count) >> 1
    while place > 0 {
      if try wins(tree[place], winner) { swap(&tree[place], &winner) }
      place >>= 1
    }
    tree[0] = winner
    isBuilt = true
    replaced = -1
  }

  /// Whether the head of one source comes before that of another; the lower source wins a tie.
  private func wins(_ left: Int, _ right: Int) throws -> Bool {
    guard width > 0 else { return try winsByComparison(left, right) }
    let first = heads + left * width
    let second = heads + right * width
    for key in 0..<width {
      if first[key] != second[key] { return first[key] < second[key] }
      if hasSharedWords, buffers[left].hasHead, buffers[right].hasHead,
        let decided = precedes(
          buffers[left], buffers[left].head, buffers[right], buffers[right].head,
          keys: key..<key + 1)
      {
        return decided
      }
    }
    return left < right
  }

  private func winsByComparison(_ left: Int, _ right: Int) throws -> Bool {
    guard buffers[left].hasHead else { return false }
    guard buffers[right].hasHead, let comparison else { return true }
    let (first, second) = (headHandle(left), headHandle(right))
    return try left < right ? !comparison(second, first) : comparison(first, second)
  }

  private func headHandle(_ source: Int) -> Int { buffers[source].handles[buffers[source].head] }

  /// Whether one row comes before another; nil when their keys are equal.
  private func precedes(
    _ left: MergeBuffer, _ first: Int, _ right: MergeBuffer, _ second: Int, keys: Range<Int>? = nil
  ) -> Bool? {
    for key in keys ?? 0..<width {
      let words = (left.words[first * width + key], right.words[second * width + key])
      if words.0 != words.1 { return words.0 < words.1 }
      guard hasSharedWords else { continue }
      let values = (left.value(first, key), right.value(second, key))
      if values.0.precedes(values.1) { return self.keys[key].direction == .ascending }
      if values.1.precedes(values.0) { return self.keys[key].direction == .descending }
    }
    return nil
  }
}

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
    /// The value of the row.
    public let handle: Int
  }

  let keys: [MergeKey]
  let numberKeys: [MergeWord.NumberKey]
  let width: Int
  private let lookahead: Int
  private let sourceCount: Int
  /// Compares where there are no declared keys.
  public var comparison: Comparison?
  package let buffers: UnsafeMutablePointer<MergeBuffer>
  /// By source the keys of its head, or `exhausted`.
  private let heads: UnsafeMutablePointer<UnsafeMutablePointer<UInt64>>
  /// The keys of no row: those of a source that has none.
  private let exhausted: UnsafeMutablePointer<UInt64>
  /// Place 0 holds the winner, the others the losers of the matches.
  private let tree: UnsafeMutablePointer<Int>
  var isBuilt = false
  /// The source whose head has gone; its matches are to be played again. -1: none.
  private var replaced = -1
  var hasSharedWords = false
  /// By source: whether it has ended, or has a row that may be given away.
  private(set) var isFed: [Bool]
  /// How many have not.
  private var starvingCount: Int

  /// A merge by declared keys, the first first.
  /// - Parameters:
  ///   - sources: how many there are.
  ///   - keys: without any, ``comparison`` must be set before the first row.
  ///   - lookahead: how many rows of a source are buffered at most in search of equals of the first
  ///     key, which the service may give in any order; 1 or more.
  public init(sources: Int, keys: [MergeKey], lookahead: Int) {
    precondition(sources >= 0 && lookahead >= 1)
    self.keys = keys
    numberKeys = keys.map(MergeWord.NumberKey.init)
    width = keys.count
    self.lookahead = lookahead
    sourceCount = sources
    buffers = .allocate(capacity: max(1, sources))
    for source in 0..<sources {
      (buffers + source).initialize(to: MergeBuffer(width: keys.count))
    }
    exhausted = .allocate(capacity: max(1, keys.count))
    exhausted.initialize(repeating: MergeWord.exhausted, count: max(1, keys.count))
    heads = .allocate(capacity: max(1, sources))
    heads.initialize(repeating: exhausted, count: max(1, sources))
    tree = .allocate(capacity: max(1, sources))
    tree.initialize(repeating: -1, count: max(1, sources))
    isFed = [Bool](repeating: false, count: sources)
    starvingCount = sources
  }

  deinit {
    for source in 0..<sourceCount { buffers[source].deallocate() }
    buffers.deinitialize(count: sourceCount)
    buffers.deallocate()
    heads.deallocate()
    exhausted.deallocate()
    tree.deallocate()
  }

  // MARK: In

  /// The sources that must give rows, or finish, before the next row is known.
  public var starving: [Int] {
    starvingCount == 0 ? [] : isFed.indices.filter { !isFed[$0] }
  }

  /// How many rows wait.
  public var count: Int { (0..<sourceCount).reduce(0) { $0 + buffers[$1].count } }

  /// Says that a source has no more rows.
  public func finish(_ source: Int) { setFinished(source, true) }

  /// Says that a source that had finished continues.
  public func reopen(_ source: Int) { setFinished(source, false) }

  private func setFinished(_ source: Int, _ isFinished: Bool) {
    precondition(isFed.indices.contains(source))
    buffers[source].isFinished = isFinished
    noteSupply(of: source)
    isBuilt = false
  }

  func noteSupply(of source: Int) {
    let isFed =
      buffers[source].isReady(lookahead: lookahead)
      || buffers[source].isFinished && !buffers[source].hasHead
    if isFed != self.isFed[source] { starvingCount += isFed ? -1 : 1 }
    self.isFed[source] = isFed
  }

  // MARK: Out

  /// The next row; nil while a source is ``starving``, and at the end.
  /// - Throws: what ``comparison`` throws; no row is lost.
  public func next() throws -> Row? {
    guard starvingCount == 0, sourceCount > 0 else { return nil }
    if !isBuilt { try build() } else if replaced >= 0 { try replay(replaced) }
    let winner = tree[0]
    let rows = buffers + winner
    guard rows.pointee.hasHead else { return nil }
    let row = Row(source: winner, handle: headHandle(winner))
    rows.pointee.removeHead()
    loadHead(winner)
    // A source that has ended is never starved.
    if !rows.pointee.isFinished { noteSupply(of: winner) }
    replaced = winner
    return row
  }

  private func loadHead(_ source: Int) {
    let rows = buffers + source
    heads[source] =
      rows.pointee.hasHead ? rows.pointee.words + rows.pointee.head * width : exhausted
  }

  // MARK: The tree

  private func build() throws {
    for source in 0..<sourceCount {
      loadHead(source)
      tree[source] = -1
    }
    for source in stride(from: sourceCount - 1, through: 0, by: -1) {
      var winner = source
      var place = (source + sourceCount) >> 1
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
    var place = (source + sourceCount) >> 1
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
    let (first, second) = (heads[left], heads[right])
    for key in 0..<width {
      if first[key] != second[key] { return first[key] < second[key] }
      if hasSharedWords, let isFirst = winsByValue(left, right, key) { return isFirst }
    }
    return left < right
  }

  private func winsByValue(_ left: Int, _ right: Int, _ key: Int) -> Bool? {
    guard buffers[left].hasHead, buffers[right].hasHead else { return nil }
    return order(
      buffers[left], buffers[left].head, buffers[right], buffers[right].head, keys: key..<key + 1)
  }

  private func winsByComparison(_ left: Int, _ right: Int) throws -> Bool {
    guard buffers[left].hasHead else { return false }
    guard buffers[right].hasHead, let comparison else { return true }
    let (first, second) = (headHandle(left), headHandle(right))
    return try left < right ? !comparison(second, first) : comparison(first, second)
  }

  private func headHandle(_ source: Int) -> Int { buffers[source].handles[buffers[source].head] }
}

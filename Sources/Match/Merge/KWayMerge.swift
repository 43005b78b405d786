/// Merges the rows of any number of sources into one order as they arrive.
///
/// The sources form a list sorted by their next rows. The first source gives its row and is
/// inserted anew by binary search, so a row costs log₂ of the number of sources in comparisons. The
/// merge knows nothing about pages and waiting: it lists the sources it is ``starving`` for, and
/// gives a row only while that list is empty. Equal rows keep the order of their sources, and rows
/// of one source its order.
final class KWayMerge<Item: Sendable> {
  private struct Row {
    let item: Item
    /// One value for each key.
    let values: [MergeValue]
  }

  private struct Source {
    /// Buffered rows, the next one last.
    var rows: [Row] = []
    /// Number of the last rows to come that share one value of the first key; the next page may
    /// continue them.
    var heldBack = 0
    var arrivals = 0
    var isFinished = false
  }

  private let order: PagedMerge<Item>.Order
  private let keys: [MergeKey]
  private let lookahead: Int
  private var sources: [Source]
  /// Sources that have a row to give, sorted; the one whose row comes first is last.
  private var line: [Int] = []
  /// Sources to be inserted in the line.
  private var unplaced: [Int] = []
  /// Sources that must give rows, or finish, before the next row is known.
  private(set) var starving: Set<Int>

  /// Makes a merge of sources without rows.
  /// - Parameter lookahead: most rows of a source that are buffered while they share the first
  ///   key's value, because services may return such rows in any order; 1 or more.
  init(sources count: Int, order: PagedMerge<Item>.Order, lookahead: Int) {
    precondition(lookahead >= 1)
    self.order = order
    if case .keys(let keys, _) = order { self.keys = keys } else { keys = [] }
    self.lookahead = lookahead
    sources = [Source](repeating: Source(), count: count)
    starving = Set(sources.indices)
  }

  /// Whether every row of every source was given.
  var isAtEnd: Bool { starving.isEmpty && unplaced.isEmpty && line.isEmpty }

  // MARK: Input

  /// Adds rows of a source and sorts them with its waiting rows by the keys. With a comparison
  /// function rows keep the source's order, because sorting would double the calls.
  /// - Throws: errors of reading the keys; then nothing has changed.
  func append(_ items: [Item], to source: Int) throws {
    guard !items.isEmpty else { return }
    var rows = try items.enumerated().map { place, item in
      Row(item: item, values: try values(of: item, rank: sources[source].arrivals + place))
    }
    rows = sources[source].rows.reversed() + rows
    if !keys.isEmpty { rows.sort { precedes($0, $1, keys[...]) == true } }
    sources[source].arrivals += items.count
    // A rank has no equal runs, and with a single key the order within a run does not matter.
    if keys.count > 1, !keys[0].isRank, let last = rows.last {
      sources[source].heldBack =
        rows.reversed().prefix { precedes($0, last, keys[..<1]) == nil }.count
    }
    sources[source].rows = rows.reversed()
    review(source)
  }

  private func values(of item: Item, rank: Int) throws -> [MergeValue] {
    guard case .keys(let keys, let read) = order else { return [] }
    let values = try read(item)
    precondition(values.count == keys.count)
    return zip(keys, values).map { key, value in
      if key.isRank { return .integer(Int64(rank)) }
      if value.isMissing, case .counts(let standIn) = key.missing { return standIn }
      return value
    }
  }

  /// Sets whether a source has no more rows.
  func setFinished(_ source: Int, _ isFinished: Bool) {
    sources[source].isFinished = isFinished
    review(source)
  }

  private func review(_ source: Int) {
    line.removeAll { $0 == source }
    unplaced.removeAll { $0 == source }
    starving.remove(source)
    enlist(source)
  }

  /// Notes for a source in no list whether it waits to be inserted or for rows.
  private func enlist(_ source: Int) {
    let count = sources[source].rows.count
    if sources[source].isFinished {
      if count > 0 { unplaced.append(source) }
    } else if count > sources[source].heldBack || count >= lookahead {
      unplaced.append(source)
    } else {
      starving.insert(source)
    }
  }

  /// Drops all rows.
  func removeAll() {
    for source in sources.indices { sources[source].rows = [] }
    (line, unplaced) = ([], [])
  }

  // MARK: Output

  /// The next row; nil while a source is ``starving``, and at the end.
  /// - Throws: errors of a comparison; no row is lost.
  func next() throws -> Item? {
    guard starving.isEmpty else { return nil }
    while let source = unplaced.last {
      line.insert(source, at: try place(of: source))
      unplaced.removeLast()
    }
    guard let source = line.popLast() else { return nil }
    let row = sources[source].rows.removeLast()
    enlist(source)
    return row.item
  }

  private func place(of source: Int) throws -> Int {
    var (low, high) = (0, line.count)
    while low < high {
      let middle = (low + high) / 2
      if try wins(source, line[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Whether the next row of one source comes before that of another; the lower source wins a tie.
  private func wins(_ left: Int, _ right: Int) throws -> Bool {
    guard let first = sources[left].rows.last, let second = sources[right].rows.last else {
      preconditionFailure("a source in the line has a row")
    }
    if case .comparison(let comesFirst) = order {
      return try left < right
        ? !comesFirst(second.item, first.item) : comesFirst(first.item, second.item)
    }
    return precedes(first, second, keys[...]) ?? (left < right)
  }

  /// Whether one row comes before another; nil when their keys are equal.
  private func precedes(_ left: Row, _ right: Row, _ keys: ArraySlice<MergeKey>) -> Bool? {
    for place in keys.indices {
      if let order = keys[place].precedes(left.values[place], right.values[place]) { return order }
    }
    return nil
  }
}

/// Merges the rows of any number of sources into one order, as they arrive.
///
/// The sources stand in a line by their next rows. The first one gives its row and is placed anew by a
/// binary search, so a row costs one comparison for each doubling of the sources. It knows nothing of pages
/// and of waiting: it says which sources it is ``starving`` for, and gives a row only while there are none.
/// Equal rows come in the order of their sources, and of one source in its order.
final class KWayMerge<Item: Sendable> {
  private struct Row {
    let item: Item
    /// One for each key.
    let values: [MergeValue]
  }

  private struct Source {
    /// The next one last.
    var rows: [Row] = []
    /// How many of them, the last to come, have one value of the first key, which the next page may continue.
    var heldBack = 0
    var arrivals = 0
    var isFinished = false
  }

  private let order: PagedMerge<Item>.Order
  private let keys: [MergeKey]
  private let lookahead: Int
  private var sources: [Source]
  /// Sources with a row that may be given, the one whose row comes first at the end.
  private var line: [Int] = []
  /// Those that are to be placed in the line.
  private var unplaced: [Int] = []
  /// The sources that must give rows, or finish, before the next row is known.
  private(set) var starving: Set<Int>

  /// - Parameter lookahead: how many rows of a source are buffered at most in search of equals of the
  ///   first key, which the service may give in any order; 1 or more.
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

  // MARK: In

  /// Adds rows of a source, and puts them in the order of the keys with those that wait. A source that is
  /// compared by a function is taken as it is: asking about each row would double the calls.
  /// - Throws: what reading the keys throws; then nothing has changed.
  func append(_ items: [Item], to source: Int) throws {
    guard !items.isEmpty else { return }
    var rows = try items.enumerated().map { place, item in
      Row(item: item, values: try values(of: item, rank: sources[source].arrivals + place))
    }
    rows = sources[source].rows.reversed() + rows
    if !keys.isEmpty { rows.sort { precedes($0, $1, keys[...]) == true } }
    sources[source].arrivals += items.count
    // A rank has no runs, and a single key tells nothing within one.
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

  /// Says that a source has no more rows, or that it continues.
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

  /// Notes whether a source that is noted nowhere waits for its place in the line, or for rows.
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

  // MARK: Out

  /// The next row; nil while a source is ``starving``, and at the end.
  /// - Throws: what a comparison throws; no row is lost.
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

  /// Whether the row of one source comes before that of another; the lower source wins a tie.
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

/// What a merge has read from one source and not yet given away: rows of packed keys, in order.
struct MergeBuffer {
  private let width: Int
  /// The rows' keys, `width` each.
  private(set) var words: [UInt64] = []
  /// What the rows stand for.
  private(set) var handles: [Int] = []
  /// The keys themselves, `width` a row; empty while every word says all there is to say.
  private var values: [MergeValue] = []
  /// The row that comes next.
  private(set) var head = 0
  /// Rows before this one may be given away: the source is known to have no further equal of them.
  private var safeEnd = 0
  /// The rows that are in order; those after it have just arrived.
  private var settled = 0
  /// How many rows have arrived in all.
  private(set) var arrivals = 0
  /// Whether nothing more comes.
  var isFinished = false

  init(width: Int) { self.width = width }

  var count: Int { handles.count - head }
  var hasHead: Bool { head < handles.count }

  /// Whether the head may be given away while the source has more, with so much lookahead.
  func isReady(lookahead: Int) -> Bool {
    hasHead && (isFinished || head < safeEnd || count >= lookahead)
  }

  /// The keys of a row, where the words do not say all of them.
  func value(_ row: Int, _ key: Int) -> MergeValue {
    values.isEmpty ? .missing : values[row * width + key]
  }

  // MARK: Rows in

  mutating func append(_ handle: Int, word: UInt64) {
    words.append(word)
    if !values.isEmpty { values.append(.missing) }
    if words.count == (handles.count + 1) * width { close(handle) }
  }

  /// As ``append(_:word:)``, for a word that several values share.
  mutating func append(_ handle: Int, word: UInt64, value: MergeValue) {
    if values.isEmpty { values = [MergeValue](repeating: .missing, count: words.count) }
    words.append(word)
    values.append(value)
    if words.count == (handles.count + 1) * width { close(handle) }
  }

  /// A row without declared keys.
  mutating func append(_ handle: Int) { close(handle) }

  private mutating func close(_ handle: Int) {
    handles.append(handle)
    arrivals += 1
  }

  // MARK: Order

  /// Puts what has arrived in order.
  /// - Parameters:
  ///   - precedes: whether one row comes before another.
  ///   - sharesRun: whether two rows have the same first key.
  mutating func settle(
    _ precedes: (Int, Int) throws -> Bool, sharesRun: (Int, Int) -> Bool
  ) rethrows {
    if try !isOrdered(precedes) { try sort(precedes) }
    settled = handles.count
    safeEnd = handles.count
    while safeEnd > head, sharesRun(safeEnd - 1, handles.count - 1) { safeEnd -= 1 }
  }

  private func isOrdered(_ precedes: (Int, Int) throws -> Bool) rethrows -> Bool {
    var row = max(settled, head + 1)
    while row < handles.count {
      if try precedes(row, row - 1) { return false }
      row += 1
    }
    return true
  }

  /// Stable: equal rows keep the source's order.
  private mutating func sort(_ precedes: (Int, Int) throws -> Bool) rethrows {
    let order = try Array(head..<handles.count).sorted(by: precedes)
    let rows = order.flatMap { words[$0 * width..<($0 + 1) * width] }
    if !values.isEmpty {
      values = order.flatMap { values[$0 * width..<($0 + 1) * width] }
    }
    words = rows
    handles = order.map { handles[$0] }
    head = 0
  }

  // MARK: Rows out

  /// Gives away the head.
  mutating func removeHead() {
    head += 1
    // What was given away is dropped now and then, so that memory stays as large as the lookahead.
    guard head >= 4096, head * 2 >= handles.count, !isFinished else { return }
    words.removeFirst(head * width)
    if !values.isEmpty { values.removeFirst(head * width) }
    handles.removeFirst(head)
    safeEnd -= head
    settled -= head
    head = 0
  }
}

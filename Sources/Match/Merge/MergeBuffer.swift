/// A merge's rows of one source that were read and not yet given away: packed keys, in order.
///
/// Its memory is plain and its own, so that a row costs no reference counts and no checks; it is not
/// copied, and whoever makes it calls ``deallocate()``.
package struct MergeBuffer {
  private let width: Int
  /// The rows' keys, `width` each.
  private(set) var words: UnsafeMutablePointer<UInt64>
  /// The values of the rows.
  private(set) var handles: UnsafeMutablePointer<Int>
  private var capacity: Int
  /// The place after the last row.
  package private(set) var end = 0
  /// The row that comes next.
  package private(set) var head = 0
  /// The keys themselves, `width` a row; empty while every word says all there is to say.
  private var values: [MergeValue] = []
  private var hasValues = false
  /// Rows before this one may be given away: the source is known to have no further equal of them.
  private var safeEnd = 0
  /// The rows that are in order; those after it have just arrived.
  private var settled = 0
  /// How many rows have arrived in all.
  private(set) var arrivals = 0
  /// Whether nothing more comes.
  var isFinished = false

  init(width: Int) {
    self.width = width
    capacity = 16
    words = .allocate(capacity: max(1, 16 * width))
    handles = .allocate(capacity: 16)
  }

  func deallocate() {
    words.deallocate()
    handles.deallocate()
  }

  package var count: Int { end - head }
  var hasHead: Bool { head < end }

  /// Whether the head may be given away while the source has more, with so much lookahead.
  func isReady(lookahead: Int) -> Bool {
    hasHead && (isFinished || head < safeEnd || count >= lookahead)
  }

  /// The keys of a row, where the words do not say all of them.
  func value(_ row: Int, _ key: Int) -> MergeValue {
    !hasValues ? .missing : values[row * width + key]
  }

  // MARK: Rows in

  /// Makes room for more rows.
  mutating func reserve(_ rows: Int) {
    guard end + rows > capacity else { return }
    let larger = max(capacity * 2, end + rows)
    let (newWords, newHandles) = (
      UnsafeMutablePointer<UInt64>.allocate(capacity: max(1, larger * width)),
      UnsafeMutablePointer<Int>.allocate(capacity: larger)
    )
    newWords.moveInitialize(from: words, count: end * width)
    newHandles.moveInitialize(from: handles, count: end)
    deallocate()
    (words, handles, capacity) = (newWords, newHandles, larger)
  }

  /// Adds a row; its `width` words are to be written at the place that is returned.
  @inline(__always)
  mutating func append(_ handle: Int) -> UnsafeMutablePointer<UInt64> {
    if end == capacity { reserve(1) }
    let row = words + end * width
    handles[end] = handle
    end += 1
    arrivals += 1
    if hasValues { values += repeatElement(.missing, count: width) }
    return row
  }

  /// Adds `rows` rows, with handles that count up; their words are to be written at the place that
  /// is returned.
  mutating func append(
    _ rows: Int, handlesFrom first: Int
  ) -> UnsafeMutablePointer<UInt64> {
    reserve(rows)
    let row = words + end * width
    for place in 0..<rows { handles[end + place] = first + place }
    end += rows
    arrivals += rows
    if hasValues { values += repeatElement(.missing, count: rows * width) }
    return row
  }

  /// Keeps a key of the last row whose word other values share.
  mutating func keep(_ value: MergeValue, _ key: Int) {
    if !hasValues { values = [MergeValue](repeating: .missing, count: end * width) }
    hasValues = true
    values[(end - 1) * width + key] = value
  }

  // MARK: Order

  /// The first row whose place among those before it is not known yet.
  var firstUnsettled: Int { max(settled, head + 1) }

  /// Keeps these rows alone, in this order.
  mutating func rearrange(_ order: [Int]) {
    let rows = order.flatMap { UnsafeBufferPointer(start: words + $0 * width, count: width) }
    let kept = order.map { handles[$0] }
    if hasValues {
      values = order.flatMap { values[$0 * width..<($0 + 1) * width] }
    }
    for (place, word) in rows.enumerated() { words[place] = word }
    for (place, handle) in kept.enumerated() { handles[place] = handle }
    head = 0
    end = order.count
  }

  /// Says that all rows are in order, and which of them may be given away.
  mutating func setSettled(safeEnd: Int) {
    settled = end
    self.safeEnd = safeEnd
  }

  // MARK: Rows out

  /// Gives away the head.
  @inline(__always)
  mutating func removeHead() {
    head += 1
    // Rows given away are dropped now and then, so that memory stays as large as the lookahead.
    if head >= 4096, head * 2 >= end, !isFinished { dropGiven() }
  }

  private mutating func dropGiven() {
    words.update(from: words + head * width, count: count * width)
    handles.update(from: handles + head, count: count)
    if hasValues { values.removeFirst(head * width) }
    safeEnd = max(0, safeEnd - head)
    settled -= head
    end -= head
    head = 0
  }
}

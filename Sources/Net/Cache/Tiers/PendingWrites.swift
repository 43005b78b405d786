/// Records that wait to be written, visible to lookups until the file has them.
struct PendingWrites {
  /// One row's change; nil removes it.
  typealias Change = DiskRecord?

  struct Place: Hashable {
    var table: CacheTable
    var key: CacheKey
  }

  private var waiting: [Place: Change] = [:]
  private var inTransaction: [Place: Change] = [:]
  private var touched: [Place: Int64] = [:]
  /// The bytes that wait.
  private(set) var bytes = 0
  /// Whether a drain is scheduled or running.
  var isScheduled = false

  /// The newest change of a row that the file may not have yet; nil when there is none.
  func change(_ place: Place) -> Change? {
    if let change = waiting[place] { return .some(change) }
    return inTransaction[place]
  }

  mutating func put(_ place: Place, _ change: Change) {
    if let previous = waiting.updateValue(change, forKey: place) { bytes -= previous?.size ?? 0 }
    bytes += change?.size ?? 0
  }

  mutating func touch(_ place: Place, at second: Int64) { touched[place] = second }

  /// Hands everything that waits to the writer; it stays visible until ``finish()``. Nil when nothing
  /// waits: then the drain is over, and the next change must schedule one.
  mutating func begin() -> (changes: [Place: Change], touched: [Place: Int64])? {
    guard !waiting.isEmpty || !touched.isEmpty else {
      isScheduled = false
      return nil
    }
    inTransaction = waiting
    waiting = [:]
    bytes = 0
    defer { touched = [:] }
    return (inTransaction, touched)
  }

  /// The file has what ``begin()`` handed out, or never will.
  mutating func finish() { inTransaction = [:] }

  /// Forgets what waits for a table, or for one group of it.
  mutating func drop(_ table: CacheTable, group: String?) {
    for (place, change) in waiting where place.table == table {
      // A removal has no group: it is dropped with the whole table only.
      guard group == nil || change?.group == group else { continue }
      bytes -= change?.size ?? 0
      waiting[place] = nil
    }
    touched = touched.filter { $0.key.table != table }
  }
}

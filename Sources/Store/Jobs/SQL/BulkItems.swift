package import SQL

/// Operations on many items in one statement each, for a server, where each statement costs a round
/// trip. The callers have the same operations item by item.
package protocol BulkItems {
  func insert(_ works: [Int64], job: Int64, priority: Int) throws -> EnqueueCounts

  /// Makes items ready whose wait is over, or whose due time is further ahead than any wait of the
  /// table.
  func wakeDue(until: Double, beyond: Double, _ delta: inout CountDelta) throws

  /// Takes the first items of some jobs, skipping those that other processes are taking.
  func claim(_ count: Int, _ jobs: [Int64], owner: Int64) throws -> [LeasedItem]

  /// Finds out why a process that took no items must wait, by the server's clock.
  func look(
    at jobs: [Int64], skipped: Set<Int64>, _ now: Double, _ answer: inout JobExchange.Answer) throws

  /// Saves the next states of items that an owner still has.
  /// - Returns: the numbers of those items.
  func settle(_ changes: [(item: LeasedItem, next: NextState)], owner: Int64) throws -> Set<Int64>

  /// Updates the list of held items in an owner's row.
  func hold(_ taken: [Int64], without settled: [Int64], owner: Int64) throws

  /// Adds missing items to their owners' lists: an earlier version, which kept no lists, took them.
  func findStrays() throws

  /// Adds to the counts. All transactions change the rows in the same order, so that no two wait
  /// for each other.
  func addCounts(_ entries: [(job: Int64, state: Int64, n: Int64)]) throws
  func readCounts(_ jobs: inout [JobProgress]) throws
  func addEvents(_ events: [JobEvent]) throws

  /// Which of the given works have an open item.
  func open(_ works: [Int64]) throws -> Set<Int64>

  /// Why the latest items of the given works failed; others are left out.
  func failures(_ works: [Int64]) throws -> [Int64: String]
}

/// A server's session with bulk operations on items.
package protocol BulkItemSession: SQLServerSession {
  var items: any BulkItems { get }
}

extension SQLSession {
  /// The bulk operations of a server's session; nil on SQLite, which works item by item.
  var bulkItems: (any BulkItems)? {
    guard case .server(let session) = self else { return nil }
    return (session as? any BulkItemSession)?.items
  }
}

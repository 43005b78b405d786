package import SQL

/// Steps over many items in one statement each, for a server, to which every statement is a way there and back.
/// The same steps item by item are beside the places that ask for this.
package protocol BulkItems {
  func insert(_ works: [Int64], job: Int64, priority: Int) throws -> EnqueueCounts

  /// Makes items ready whose wait is over, or further ahead than any wait of the table.
  func wakeDue(until: Double, beyond: Double, _ delta: inout CountDelta) throws

  /// Takes the first items of some jobs, past those that others are taking.
  func claim(_ count: Int, _ jobs: [Int64], owner: Int64) throws -> [LeasedItem]

  /// The reasons for a process that took nothing to wait, by the server's clock.
  func look(
    at jobs: [Int64], skipped: Set<Int64>, owner: Int64, _ now: Double,
    _ answer: inout JobExchange.Answer) throws

  /// Writes down what became of items that an owner still has.
  /// - Returns: the numbers of those.
  func settle(_ changes: [(item: LeasedItem, next: NextState)], owner: Int64) throws -> Set<Int64>

  /// Lists in an owner's row what it has now.
  func hold(_ taken: [Int64], without settled: [Int64], owner: Int64) throws

  /// Lists in their owners' rows what those do not have there: an earlier version took it.
  func findStrays() throws

  /// Adds to the counts. All transactions change the rows in one order, so that no two wait for each other.
  func addCounts(_ entries: [(job: Int64, state: Int64, n: Int64)]) throws
  func readCounts(_ jobs: inout [JobProgress]) throws
  func addEvents(_ events: [JobEvent]) throws

  /// Which of these works have an open item.
  func open(_ works: [Int64]) throws -> Set<Int64>

  /// Why the latest items of works failed, where they did.
  func failures(_ works: [Int64]) throws -> [Int64: String]
}

/// A server's session that has them.
package protocol BulkItemSession: SQLServerSession {
  var items: any BulkItems { get }
}

extension SQLSession {
  /// The steps over many items in one statement; nil: one by one.
  var bulkItems: (any BulkItems)? {
    guard case .server(let session) = self else { return nil }
    return (session as? any BulkItemSession)?.items
  }
}

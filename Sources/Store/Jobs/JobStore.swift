public import Reactor

/// A store of jobs. `JobStoreContract` in the tests is the contract that every store must pass.
///
/// Calls block and are atomic: each change either happened, and survives a power cut, or did not.
/// Several processes may share a store; only one process at a time holds an item. A store on one
/// node uses the callers' times; a store that nodes share has its own clock and converts the times
/// to it.
public protocol JobStore: Sendable {
  /// Creates a job without items.
  func createJob(name: String, now: ClockTime) throws -> Int64

  /// Queues works. A work with an open item gets no second item; its item takes the higher of the
  /// two priorities.
  func enqueue(
    _ works: [Int64], job: Int64, priority: Int, now: ClockTime
  ) throws -> EnqueueCounts

  /// Settles finished items, renews the leases of those in hand, and takes more, in one
  /// transaction.
  /// - Parameter saving: saves the results, in the same transaction, before the items count as
  ///   settled. It receives the settled items that no other process has taken meanwhile; an error
  ///   of it rolls everything back. A server that had to undo the transaction calls it again.
  func exchange(
    _ request: JobExchange, now: ClockTime, saving: (Set<Int64>) throws -> Void
  ) throws -> JobExchange.Answer

  /// Records that an attempt begins on an item that lost a process before (`lost` above 0). When
  /// the next process is lost, only items that had begun stay suspect; the rest were bystanders.
  func markStarted(_ item: LeasedItem) throws

  /// Returns items whose owner is dead or whose lease has expired to the queue, and ends jobs that
  /// a process left without items.
  /// - Returns: the number of items.
  @discardableResult
  func recover(now: ClockTime) throws -> Int

  /// Gives up all items of this process's runs without calling the store, which may be out of
  /// reach. ``recover(now:)`` returns them: at once in this process, in others when the lease
  /// expires.
  func leave()

  /// A job with its counts, the newest job for nil; nil if it does not exist.
  func progress(_ job: Int64?) throws -> JobProgress?

  /// Whether a run of this or another process takes items. An open job without one
  /// was cut off.
  func isWorkedOn(now: ClockTime) throws -> Bool

  /// All jobs, newest first.
  func jobs() throws -> [JobProgress]

  /// Opens a paused or canceled job, so that runs take its items, including those that wait for
  /// another attempt.
  func resume(_ job: Int64, now: ClockTime) throws

  /// Cancels a job, or all open and paused ones for nil. Its items are not taken until it is
  /// resumed.
  /// - Returns: the number of canceled jobs.
  func cancel(_ job: Int64?, now: ClockTime) throws -> Int

  /// Records that a job cannot continue for now.
  func pause(_ job: Int64, reason: String, now: ClockTime) throws

  /// Returns finished items to the queue with fresh counts.
  /// - Returns: the works of the items.
  func retry(_ selection: RetrySelection, now: ClockTime) throws -> [Int64]

  /// Removes open items whose works no longer exist.
  /// - Parameter isMissing: returns the given works that no longer exist.
  /// - Returns: the number of removed items.
  @discardableResult
  func removeItems(now: ClockTime, isMissing: ([Int64]) throws -> Set<Int64>) throws -> Int

  /// Which of the given works have an open item.
  func openWorks(_ works: [Int64]) throws -> Set<Int64>

  /// Why the latest item of each work failed; works whose item did not fail are left out.
  func failures(_ works: [Int64]) throws -> [Int64: String]

  /// The log of one job, or of all for nil, after the event numbered `id`.
  func events(_ job: Int64?, after id: Int64, limit: Int) throws -> [JobEvent]

  /// Calls a closure, on any thread, for changes by other processes, until the returned object is
  /// released.
  /// - Returns: nil if the store does not report changes and must be polled.
  func watch(_ onChange: @escaping @Sendable (JobChange) -> Void) -> (any JobWatch)?

  /// A job's items after the item numbered `id`.
  func items(_ job: Int64, state: ItemState?, after id: Int64, limit: Int) throws -> [QueuedItem]
}

extension JobStore {
  /// Reports no changes.
  public func watch(_ onChange: @escaping @Sendable (JobChange) -> Void) -> (any JobWatch)? { nil }

  /// Exchanges without saving results. See ``exchange(_:now:saving:)``.
  public func exchange(_ request: JobExchange, now: ClockTime) throws -> JobExchange.Answer {
    try exchange(request, now: now) { _ in }
  }
}

/// The size of a transaction.
public enum JobBatch {
  /// The number of items that are taken, or saved, together.
  public static let size = 50
}

/// One exchange of a process with the queue.
public struct JobExchange: Sendable {
  /// Items to settle; those that the process no longer owns are ignored.
  public var settled: [(item: LeasedItem, verdict: ItemVerdict)] = []
  /// The number of items to take.
  public var claim = 0
  /// The job to take items from; nil for all open jobs.
  public var job: Int64?
  /// Open jobs from which to take no items now.
  public var skipped: Set<Int64> = []
  /// How long the process's leases last from now, in seconds.
  public var lease = 60.0

  /// Makes a request that changes nothing.
  public init() {}

  /// The store's answer.
  public struct Answer: Sendable {
    /// The items taken: by descending priority, then first come, first served; items that lost a
    /// process come last within their priority.
    public var items: [LeasedItem] = []
    /// Items of `settled` that another process had taken meanwhile.
    public var lost: [Int64] = []
    /// When the next item can be taken, in seconds since 1970; now if ready items were not asked
    /// for; nil without any.
    public var nextDue: Double?
    /// The number of the jobs' items that somebody works on: this or another run of this process,
    /// or another process.
    public var held = 0
    /// Whether a job may be worked on.
    public var isOpen = false
  }
}

/// Selects finished items that return to the queue.
public enum RetrySelection: Sendable {
  /// The failed items of one job, or of all for nil.
  case failed(job: Int64?)
  /// The latest items of these works.
  case works([Int64])
}

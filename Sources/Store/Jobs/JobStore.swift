public import Reactor

/// A store of jobs: the contract that any must pass (`JobStoreContract` in the tests).
///
/// Calls block and are atomic: each either happened, and survives a power cut, or did not. Several
/// processes may share one store; one process at a time holds an item. A store of one machine takes
/// times as callers pass them; one that hosts share has its own clock and converts them to it.
public protocol JobStore: Sendable {
  /// Makes a job without items.
  func createJob(name: String, now: ClockTime) throws -> Int64

  /// Queues works: one that has an open item already gets no second one, but the higher priority of
  /// the two.
  func enqueue(
    _ works: [Int64], job: Int64, priority: Int, now: ClockTime
  ) throws -> EnqueueCounts

  /// Settles what is done, keeps what is in hand, and takes more, all in one.
  /// - Parameter saving: saves the results. It gets the items of `settled` that no other process has taken
  ///   meanwhile, and runs before they count as settled; an error of it cancels the step. Its writes join
  ///   the step's transaction: all of it is kept, or none. A server that had to undo the step calls it again.
  func exchange(
    _ request: JobExchange, now: ClockTime, saving: (Set<Int64>) throws -> Void
  ) throws -> JobExchange.Answer

  /// Notes that work begins on an item whose process was lost before (`lost` above 0). When the next
  /// process is lost, only items that had begun stay suspect; the rest were bystanders.
  func markStarted(_ item: LeasedItem) throws

  /// Returns items whose owner is dead, or whose lease has run out; ends jobs that a process left
  /// without items.
  /// - Returns: how many.
  @discardableResult
  func recover(now: ClockTime) throws -> Int

  /// Gives up all that runs of this process have in hand, without asking the store, which may be out of reach:
  /// ``recover(now:)`` of this process returns it at once, that of others when its lease has run out.
  func leave()

  /// A job and its counts; the newest one for nil. Nil when there is none.
  func progress(_ job: Int64?) throws -> JobProgress?

  /// All jobs, newest first.
  func jobs() throws -> [JobProgress]

  /// Opens a job that was paused or canceled, so that a run takes its items, those that wait for another
  /// attempt included.
  func resume(_ job: Int64, now: ClockTime) throws

  /// Stops a job, or all that are open or paused: nobody takes its items until it is resumed.
  /// - Returns: how many jobs.
  func cancel(_ job: Int64?, now: ClockTime) throws -> Int

  /// Notes that a job cannot continue for now.
  func pause(_ job: Int64, reason: String, now: ClockTime) throws

  /// Puts finished items back with fresh counts.
  /// - Returns: their works.
  func retry(_ selection: RetrySelection, now: ClockTime) throws -> [Int64]

  /// Removes the open items whose works are gone.
  /// - Parameter isMissing: which of some works no longer exist.
  /// - Returns: how many.
  @discardableResult
  func removeItems(now: ClockTime, isMissing: ([Int64]) throws -> Set<Int64>) throws -> Int

  /// The works, of some, that have an open item.
  func openWorks(_ works: [Int64]) throws -> Set<Int64>

  /// Why the latest items of some works failed, by work; those that did not fail are left out.
  func failures(_ works: [Int64]) throws -> [Int64: String]

  /// The log of a job, or of all, after an event's number.
  func events(_ job: Int64?, after id: Int64, limit: Int) throws -> [JobEvent]

  /// Has a closure called with what other processes change, on any thread, until the result is let go.
  /// - Returns: nil: the store does not tell, it is to be looked at.
  func watch(_ onChange: @escaping @Sendable (JobChange) -> Void) -> (any JobWatch)?

  /// Items of a job after an item's number.
  func items(_ job: Int64, state: ItemState?, after id: Int64, limit: Int) throws -> [QueuedItem]
}

extension JobStore {
  /// Tells nothing.
  public func watch(_ onChange: @escaping @Sendable (JobChange) -> Void) -> (any JobWatch)? { nil }

  /// As ``exchange(_:now:saving:)``, where there is nothing to save.
  public func exchange(_ request: JobExchange, now: ClockTime) throws -> JobExchange.Answer {
    try exchange(request, now: now) { _ in }
  }
}

/// How much goes into a transaction.
public enum JobBatch {
  /// Items taken, and written down, together.
  public static let size = 50
}

/// One step of a process that works on the queue.
public struct JobExchange: Sendable {
  /// Settles the items that it still has; others are skipped.
  public var settled: [(item: LeasedItem, verdict: ItemVerdict)] = []
  /// How many more it wants.
  public var claim = 0
  /// The items' owner: one job, or all open jobs.
  public var job: Int64?
  /// Open jobs whose items it does not want now.
  public var skipped: Set<Int64> = []
  /// How long its leases last from now on, in seconds.
  public var lease = 60.0

  /// A step that does nothing.
  public init() {}

  /// The store's answer.
  public struct Answer: Sendable {
    /// The items taken: priority descending, then first come, first served; those that processes were
    /// lost with after the others of their priority.
    public var items: [LeasedItem] = []
    /// Items of `settled` that others had taken meanwhile.
    public var lost: [Int64] = []
    /// When the next item may be taken, in seconds since 1970, which is now for those that are ready and
    /// were not asked for; nil: there is none.
    public var nextDue: Double?
    /// How many open items the jobs have that others hold.
    public var heldElsewhere = 0
    /// Whether there is a job that may be worked on.
    public var isOpen = false
  }
}

/// The finished items that go back into the queue.
public enum RetrySelection: Sendable {
  /// Those that failed, of one job or of all.
  case failed(job: Int64?)
  /// The latest ones of some works.
  case works([Int64])
}

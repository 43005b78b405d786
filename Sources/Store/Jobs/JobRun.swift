/// Options of a run of the queue.
///
/// ```swift
/// var options = JobRunOptions()
/// options.job = 12
/// options.concurrency = 10
/// ```
public struct JobRunOptions: Sendable {
  /// The job to work on; nil for all open jobs.
  public var job: Int64?
  /// Whether a run of all jobs resumes canceled ones, too.
  public var resumesCanceled = false
  /// Whether a named job that was canceled stays canceled; the user may have canceled it just now.
  public var leavesCanceled = false
  /// Whether a run of all jobs skips paused jobs because another process resumes them.
  public var leavesPaused = false
  /// Whether the network is off: items that the cache cannot answer are set aside until the end
  /// instead of ending the run.
  public var isOffline = false
  /// Whether the run stays while others work on the last items of its jobs, which may come back. A run that
  /// a handler starts must not: it would wait for its own item.
  public var waitsForOthers = true
  /// The number of items worked on at once, at least 1.
  public var concurrency = 6
  /// The most items to start; nil for all.
  public var limit: Int?
  /// How long an item stays with an unresponsive process, in seconds.
  public var lease = 60.0
  /// The consequences of failures.
  public var retries = RetryTable()
  /// Uniform random numbers in 0..<1, for waits.
  public var random: @Sendable () -> Double = { Double.random(in: 0..<1) }

  /// The defaults: six items at once, no limit.
  public init() {}
}

/// How an attempt at an item ended.
public struct Attempt: Sendable {
  /// The kinds of outcome.
  public enum Outcome: Sendable {
    /// The item is done.
    case done(ItemState, WorkUpdate)
    /// The attempt failed; the retry table decides what follows.
    case failed(AttemptFailure)
    /// The item's work no longer exists.
    case workMissing
    /// The attempt was stopped; the item goes back to the queue.
    case cancelled
  }

  /// How the attempt ended.
  public var outcome: Outcome
  /// Whether an answer came over the network, which proves that the network works.
  public var provesNetwork: Bool

  /// Describes how an attempt ended.
  public init(_ outcome: Outcome, provesNetwork: Bool) {
    self.outcome = outcome
    self.provesNetwork = provesNetwork
  }
}

/// An item that a run has settled.
public struct SettledItem: Sendable {
  /// The settled item.
  public var item: LeasedItem
  /// The consequence for the item.
  public var verdict: ItemVerdict
  /// The result to save, for ``ItemVerdict/done(_:)``.
  public var update: WorkUpdate?
}

/// The events that a run reports.
public enum JobRunEvent: Sendable {
  /// The run begins; its jobs have `total` open items.
  case started(jobs: [Int64], total: Int)
  /// An item was settled for good and saved.
  case item(SettledItem)
  /// An item will be tried again.
  case retry(item: LeasedItem, cause: RetryCause, wait: Double, reason: String)
  /// Reported after each batch: `done` of `total` items are settled.
  case progress(done: Int, total: Int)
  /// A job's items wait; `left` items remain in this run.
  case waiting(job: Int64, wait: JobWait, left: Int)
  /// The run pauses: nothing can be reached, or a service is in trouble for all items.
  case paused(reason: String)
}

/// The result of a run.
public struct JobRunSummary: Sendable {
  /// Reasons for the end of a run.
  public enum Ending: String, Sendable {
    /// All items are settled.
    case done
    /// Nothing could be reached, or a service is in trouble for all items.
    case paused
    /// The job was canceled.
    case canceled
    /// The limit of items was reached.
    case limit
  }

  /// Why the run ended.
  public var ending = Ending.done
  /// The obstacle, for ``Ending/paused``.
  public var reason: String?
  /// The number of settled items, indexed by ``ItemState``'s raw value.
  public var counts = Array(repeating: 0, count: ItemState.allCases.count)
  /// How often an item was returned to the queue for another attempt.
  public var retries = 0
  /// The run's duration in seconds.
  public var seconds = 0.0

  /// The number of items that ended in a state.
  public subscript(state: ItemState) -> Int {
    get { counts[Int(state.rawValue)] }
    set { counts[Int(state.rawValue)] = newValue }
  }

  /// The number of items settled for good.
  public var processed: Int { counts.reduce(0, +) }
}

/// Works on the items of a run. All calls come on the run's reactor.
public protocol JobHandler: AnyObject {
  /// Prepares a batch of taken items before any of them is attempted; one request may serve many
  /// items. Cancelled with the run.
  /// - Returns: a failure, or nil. After ``AttemptFailure/held(_:_:)`` the items go back and wait,
  ///   as after an attempt; after any other failure they are attempted.
  /// - Throws: an error that ends the run.
  func prepare(_ items: [LeasedItem]) async throws -> AttemptFailure?
  /// Works on one item.
  /// - Throws: an error that ends the run; the item goes back to the queue. Report a failure of the
  ///   item as an ``Attempt``.
  func attempt(_ item: LeasedItem) async throws -> Attempt
  /// Prepares to save results.
  /// - Returns: a closure that saves the results of the given items. It runs off the reactor, in
  ///   the store's transaction that marks them as done (``JobStore/exchange(_:now:saving:)``).
  func saving(_ settled: [SettledItem]) async throws -> @Sendable (Set<Int64>) throws -> Void
  /// Receives the events of the run.
  func report(_ event: JobRunEvent) async throws
  /// Receives an item's verdict once the store has saved it, so that it still holds after a crash.
  func note(_ item: LeasedItem, _ verdict: ItemVerdict)
  /// Receives at once that a job's items wait for an upstream or for their next attempts.
  func note(_ job: Int64, _ wait: JobWait)
}

extension JobHandler {
  /// Prepares nothing.
  public func prepare(_ items: [LeasedItem]) async throws -> AttemptFailure? { nil }
  /// Ignores the verdict.
  public func note(_ item: LeasedItem, _ verdict: ItemVerdict) {}
  /// Ignores the wait.
  public func note(_ job: Int64, _ wait: JobWait) {}
}

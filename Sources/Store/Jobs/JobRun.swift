/// The instructions of a run of the queue.
public struct JobRunOptions: Sendable {
  /// The job whose items are taken; nil: those of all open jobs.
  public var job: Int64?
  /// Whether a run of all jobs also resumes canceled ones.
  public var resumesCanceled = false
  /// Whether a job that is named and was canceled stays so: somebody may have canceled it just now.
  public var leavesCanceled = false
  /// Whether a run of all jobs skips paused jobs, which another process resumes.
  public var leavesPaused = false
  /// Whether the network is switched off: items that the cache cannot answer are kept aside to the
  /// end, instead of ending the run.
  public var isOffline = false
  /// Items in hand at once, 1 or more.
  public var concurrency = 6
  /// How many items are started at most; nil: all.
  public var limit: Int?
  /// How long an item may stay with a process that does not answer, in seconds.
  public var lease = 60.0
  /// The consequences of failures.
  public var retries = RetryTable()
  /// Uniform random numbers in 0..<1, for waits.
  public var random: @Sendable () -> Double = { Double.random(in: 0..<1) }

  /// Six at once, without an end.
  public init() {}
}

/// How an attempt at an item ended.
public struct Attempt: Sendable {
  /// The outcome.
  public enum Outcome: Sendable {
    /// It is done.
    case done(ItemState, WorkUpdate)
    /// It failed; the retry table says what follows.
    case failed(AttemptFailure)
    /// Its work is gone.
    case workMissing
    /// It was stopped: the item goes back.
    case cancelled
  }

  /// The outcome.
  public var outcome: Outcome
  /// Whether an answer came over the network, so that the network works.
  public var provesNetwork: Bool

  /// Makes an attempt's end.
  public init(_ outcome: Outcome, provesNetwork: Bool) {
    self.outcome = outcome
    self.provesNetwork = provesNetwork
  }
}

/// An item that a run has settled.
public struct SettledItem: Sendable {
  /// The item.
  public var item: LeasedItem
  /// The treatment.
  public var verdict: ItemVerdict
  /// The result, for ``ItemVerdict/done(_:)``.
  public var update: WorkUpdate?
}

/// The reports of a run under way.
public enum JobRunEvent: Sendable {
  /// It begins; `total` items are open in these jobs.
  case started(jobs: [Int64], total: Int)
  /// An item is settled for good, and that has been saved.
  case item(SettledItem)
  /// An item is tried again.
  case retry(item: LeasedItem, cause: RetryCause, wait: Double, reason: String)
  /// After each batch: how many of `total` are settled.
  case progress(done: Int, total: Int)
  /// Items of a job wait; `left` are still to be done in this run.
  case waiting(job: Int64, wait: JobWait, left: Int)
  /// Nothing can be reached, or a service is in trouble for all items.
  case paused(reason: String)
}

/// How a run ended.
public struct JobRunSummary: Sendable {
  /// Why it ended.
  public enum Ending: String, Sendable {
    /// Nothing is left.
    case done
    /// Nothing could be reached, or a service is in trouble for all items.
    case paused
    /// Somebody canceled the job.
    case canceled
    /// As many as were asked for.
    case limit
  }

  /// Why it ended.
  public var ending = Ending.done
  /// The obstacle, for ``Ending/paused``.
  public var reason: String?
  /// Settled items by ``ItemState``'s raw value.
  public var counts = Array(repeating: 0, count: ItemState.allCases.count)
  /// How often an item was put back for another attempt.
  public var retries = 0
  /// How long it took.
  public var seconds = 0.0

  /// How many items ended so.
  public subscript(state: ItemState) -> Int {
    get { counts[Int(state.rawValue)] }
    set { counts[Int(state.rawValue)] = newValue }
  }

  /// How many items were settled for good.
  public var processed: Int { counts.reduce(0, +) }
}

/// The work of a run on items. All calls come on the run's reactor.
public protocol JobHandler: AnyObject {
  /// Makes ready for items that were just taken, before any of them is attempted: one request may
  /// serve many. Cancelled when the run is.
  /// - Returns: what failed on the way; nil: nothing. While an upstream is to be left alone
  ///   (``AttemptFailure/held(_:_:)``) the items go back and wait, as after an attempt; after any other
  ///   failure they are attempted.
  /// - Throws: what ends the run.
  func prepare(_ items: [LeasedItem]) async throws -> AttemptFailure?
  /// Works on an item.
  /// - Throws: what ends the run; the item goes back into the queue. A failure of the item is an
  ///   ``Attempt``.
  func attempt(_ item: LeasedItem) async throws -> Attempt
  /// Makes ready to save what was found.
  /// - Returns: what saves it, of those items that it gets; called within the store's step that
  ///   marks them as done (see ``JobStore/exchange(_:now:saving:)``), off the reactor.
  func saving(_ settled: [SettledItem]) async throws -> @Sendable (Set<Int64>) throws -> Void
  /// Hears what happens.
  func report(_ event: JobRunEvent) async throws
  /// Hears what became of an item, once that is in the store: what others hear of it holds after a
  /// crash, too.
  func note(_ item: LeasedItem, _ verdict: ItemVerdict)
  /// Hears at once that items of a job wait, for an upstream or for their next attempts.
  func note(_ job: Int64, _ wait: JobWait)
}

extension JobHandler {
  /// Does nothing.
  public func prepare(_ items: [LeasedItem]) async throws -> AttemptFailure? { nil }
  /// Does nothing.
  public func note(_ item: LeasedItem, _ verdict: ItemVerdict) {}
  /// Does nothing.
  public func note(_ job: Int64, _ wait: JobWait) {}
}

public import Net

/// The state of a queued item.
public enum ItemState: Int64, Sendable, CaseIterable {
  /// The item may be started.
  case ready = 0
  /// A process has taken the item.
  case leased = 1
  /// The item waits for its next attempt.
  case waiting = 2
  /// Done: found.
  case enriched = 3
  /// Done: a person has to decide.
  case uncertain = 4
  /// Done: the services do not know the work.
  case notFound = 5
  /// The item failed for good.
  case failed = 6
  /// The item's work no longer exists.
  case removed = 7

  /// The name in scripts and documents.
  public var name: String { self == .notFound ? "not_found" : "\(self)" }

  /// Whether the item is still to be done.
  public var isOpen: Bool { rawValue < ItemState.enriched.rawValue }
}

/// The state of a job.
public enum JobState: String, CaseIterable, Sendable {
  /// Any run of the queue takes the job's items.
  case open
  /// Nothing could be reached; a later run continues the job.
  case paused
  /// The user stopped the job; a run that names it continues it.
  case canceled
  /// None of the job's items is open.
  case done
}

/// An item that a process has taken.
public struct LeasedItem: Sendable, Equatable {
  /// The item's number.
  public let id: Int64
  /// The number of the item's job.
  public let job: Int64
  /// The number of the work to process.
  public let work: Int64
  /// The number of the attempt, from 1.
  public let attempt: Int
  /// How often a service answered 429.
  public let throttled: Int
  /// How often a 503 returned the item to the queue.
  public let returns: Int
  /// How often an attempt timed out.
  public let timeouts: Int
  /// How often a process was lost with the item since it was last settled; the item may be the
  /// cause.
  public let lost: Int

  package init(
    id: Int64, job: Int64, work: Int64, attempt: Int, throttled: Int, returns: Int, timeouts: Int,
    lost: Int
  ) {
    (self.id, self.job, self.work, self.attempt) = (id, job, work, attempt)
    (self.throttled, self.returns) = (throttled, returns)
    (self.timeouts, self.lost) = (timeouts, lost)
  }
}

/// Why an attempt failed.
public enum AttemptFailure: Sendable, Equatable {
  /// The service answered 429, too many requests.
  case throttled(String)
  /// The service is temporarily unavailable (503).
  case unavailable(String)
  /// No answer arrived in time.
  case timeout(String)
  /// The resource does not exist (404); final.
  case missing(String)
  /// No connection was possible, or the server's name has no address.
  case unreachable(String)
  /// The upstream needs a pause: nothing was sent, or the answer asked for one.
  case held(TrafficWait, String)
  /// The service, or something on the way to it, is in trouble; the same request may succeed hours
  /// later.
  case trouble(ServiceTrouble, String)
  /// Any other failure; final.
  case other(String)

  /// The reason, for people.
  public var reason: String {
    switch self {
    case .throttled(let text), .unavailable(let text), .timeout(let text), .missing(let text),
      .unreachable(let text), .held(_, let text), .trouble(_, let text), .other(let text):
      text
    }
  }
}

/// A fault of a service that affects all items.
public enum ServiceTrouble: String, Sendable {
  /// The service answered with a status of 500 or above.
  case server
  /// A web page came instead of data, such as a network's log-in page.
  case portal
  /// The connection broke off.
  case reset
}

/// The consequence of an attempt for its item.
public enum ItemVerdict: Sendable, Equatable {
  /// The item is done, in one of the final states.
  case done(ItemState)
  /// The item failed for good, with the reason.
  case failed(String)
  /// The item is tried again after a wait in seconds.
  case again(after: Double, cause: RetryCause, reason: String)
  /// The item goes back as if it had never been taken.
  case released
  /// The item goes back until a time in seconds since 1970; the attempt does not count.
  case postponed(until: Double, reason: String)
  /// The item's work no longer exists.
  case removed
}

/// The reason for another attempt; each reason is counted separately.
public enum RetryCause: String, Sendable {
  /// The service answered 429.
  case throttled = "429"
  /// The service answered 503.
  case unavailable = "503"
  /// The attempt timed out.
  case timeout
  /// The service is in trouble; see ``ServiceTrouble``.
  case trouble
}

/// The number of items that entered the queue.
public struct EnqueueCounts: Sendable, Equatable {
  /// The number of new items.
  public var added = 0
  /// The number of works that already had an open item.
  public var already = 0

  /// Makes counts of zero.
  public init() {}
}

/// A job with the number of its items in each state.
public struct JobProgress: Sendable, Equatable {
  /// The job's number.
  public var job: Int64
  /// The job's name.
  public var name: String
  /// The job's state.
  public var state: JobState
  /// When the job was created, in seconds since 1970.
  public var created: Double
  /// When the job last changed, in seconds since 1970.
  public var updated: Double
  /// The number of items, indexed by ``ItemState``'s raw value.
  public var counts: [Int]

  /// The number of items in a state.
  public subscript(state: ItemState) -> Int {
    get { counts[Int(state.rawValue)] }
    set { counts[Int(state.rawValue)] = newValue }
  }

  /// The number of items without those whose works no longer exist.
  public var total: Int { counts.reduce(0, +) - self[.removed] }
  /// The number of items that are done or failed.
  public var finished: Int {
    self[.enriched] + self[.uncertain] + self[.notFound] + self[.failed]
  }
  /// The number of items still to be done.
  public var open: Int { self[.ready] + self[.leased] + self[.waiting] }
}

/// One entry of a job's log.
public struct JobEvent: Sendable, Equatable {
  /// The event's number; later events have greater ones.
  public var id: Int64 = 0
  /// The number of the job.
  public var job: Int64
  /// When it happened, in seconds since 1970.
  public var time: Double
  /// `created`, `retry`, `held`, `failed`, `lost`, `removed`, `canceled`, `paused`, `resumed`, `done`.
  public var event: String
  /// The work, for an event about one.
  public var work: Int64?
  /// The number of the attempt, from 1.
  public var attempt: Int?
  /// The wait before the next attempt, in seconds.
  public var wait: Double?
  /// The reason, for people.
  public var reason: String?
}

/// An item as an export shows it.
public struct QueuedItem: Sendable, Equatable {
  /// The item's number.
  public var id: Int64
  /// The number of the item's job.
  public var job: Int64
  /// The number of the item's work.
  public var work: Int64
  /// The priority; items with a higher one go first.
  public var priority: Int
  /// The item's state.
  public var state: ItemState
  /// How often an attempt was started.
  public var attempts: Int
  /// When a waiting item is tried again, in seconds since 1970.
  public var due: Double
  /// Why the item failed.
  public var error: String?
}

public import Net

/// The state of a queued item.
public enum ItemState: Int64, Sendable, CaseIterable {
  /// It may be started.
  case ready = 0
  /// A process has it in hand.
  case leased = 1
  /// It waits for its next attempt.
  case waiting = 2
  /// Done: found.
  case enriched = 3
  /// Done: somebody has to decide.
  case uncertain = 4
  /// Done: there is no such thing.
  case notFound = 5
  /// It failed for good.
  case failed = 6
  /// Its work is gone.
  case removed = 7

  /// As scripts and documents name it.
  public var name: String { self == .notFound ? "not_found" : "\(self)" }

  /// Whether it is still to be done.
  public var isOpen: Bool { rawValue < ItemState.enriched.rawValue }
}

/// The state of a job.
public enum JobState: String, Sendable {
  /// Its items are taken by whoever runs the queue.
  case open
  /// Nothing could be reached; a run continues it.
  case paused
  /// The user stopped it; a run that names it continues it.
  case canceled
  /// None of its items is open.
  case done
}

/// An item that a process has taken.
public struct LeasedItem: Sendable, Equatable {
  /// The item's number.
  public let id: Int64
  /// Its job.
  public let job: Int64
  /// Its subject.
  public let work: Int64
  /// The number of the attempt, from 1.
  public let attempt: Int
  /// How often it was answered 429.
  public let throttled: Int
  /// How often it went back because of a 503.
  public let returns: Int
  /// How often it timed out.
  public let timeouts: Int
  /// How often its process was lost since it was last settled: it may be the cause.
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

/// Why an attempt brought nothing.
public enum AttemptFailure: Sendable, Equatable {
  /// Too many requests (429).
  case throttled(String)
  /// The service is not there for now (503).
  case unavailable(String)
  /// No answer in time.
  case timeout(String)
  /// There is no such resource (404): for good.
  case missing(String)
  /// No connection, or the host's name has no address.
  case unreachable(String)
  /// The upstream is to be left alone: nothing was sent, or the answer asked for a pause.
  case held(TrafficWait, String)
  /// The service, or something in between, is in trouble: the same request may succeed hours later.
  case trouble(ServiceTrouble, String)
  /// Everything else: for good.
  case other(String)

  /// In words.
  public var reason: String {
    switch self {
    case .throttled(let text), .unavailable(let text), .timeout(let text), .missing(let text),
      .unreachable(let text), .held(_, let text), .trouble(_, let text), .other(let text):
      text
    }
  }
}

/// The fault of a service for all items alike.
public enum ServiceTrouble: String, Sendable {
  /// Statuses from 500 on.
  case server
  /// A web page where data belongs, as a log-in page of a network sends it.
  case portal
  /// Connections that break off.
  case reset
}

/// The fate of an item after an attempt.
public enum ItemVerdict: Sendable, Equatable {
  /// It is done, with one of the states that say how.
  case done(ItemState)
  /// It failed for good, with the reason.
  case failed(String)
  /// It is tried again after a wait in seconds.
  case again(after: Double, cause: RetryCause, reason: String)
  /// It goes back as if it had never been taken.
  case released
  /// It goes back, not to be taken before a time in seconds since 1970; the attempt does not count.
  case postponed(until: Double, reason: String)
  /// Its work no longer exists.
  case removed
}

/// A reason to try an item again; each has a count of its own.
public enum RetryCause: String, Sendable {
  /// A 429.
  case throttled = "429"
  /// A 503.
  case unavailable = "503"
  /// A time-out.
  case timeout
  /// A service in trouble; see ``ServiceTrouble``.
  case trouble
}

/// How many items went into the queue.
public struct EnqueueCounts: Sendable, Equatable {
  /// New items.
  public var added = 0
  /// Works that had an open item already.
  public var already = 0

  /// None yet.
  public init() {}
}

/// A job and how many of its items stand where.
public struct JobProgress: Sendable, Equatable {
  /// The job's number.
  public var job: Int64
  /// Its name.
  public var name: String
  /// Its state.
  public var state: JobState
  /// When it was made, in seconds since 1970.
  public var created: Double
  /// When it last changed, in seconds since 1970.
  public var updated: Double
  /// Items by ``ItemState``'s raw value.
  public var counts: [Int]

  /// How many items stand there.
  public subscript(state: ItemState) -> Int {
    get { counts[Int(state.rawValue)] }
    set { counts[Int(state.rawValue)] = newValue }
  }

  /// All items but those whose works are gone.
  public var total: Int { counts.reduce(0, +) - self[.removed] }
  /// Items that are done or failed.
  public var finished: Int {
    self[.enriched] + self[.uncertain] + self[.notFound] + self[.failed]
  }
  /// Items still to be done.
  public var open: Int { self[.ready] + self[.leased] + self[.waiting] }
}

/// One line of a job's log.
public struct JobEvent: Sendable, Equatable {
  /// Its number: later ones are greater.
  public var id: Int64 = 0
  /// The job.
  public var job: Int64
  /// Seconds since 1970.
  public var time: Double
  /// `created`, `retry`, `held`, `failed`, `lost`, `removed`, `canceled`, `paused`, `resumed`, `done`.
  public var event: String
  /// The work, where it is about one.
  public var work: Int64?
  /// The number of the attempt, from 1.
  public var attempt: Int?
  /// The wait before the next attempt, in seconds.
  public var wait: Double?
  /// In words.
  public var reason: String?
}

/// An item as an export shows it.
public struct QueuedItem: Sendable, Equatable {
  /// The item's number.
  public var id: Int64
  /// Its job.
  public var job: Int64
  /// Its subject.
  public var work: Int64
  /// Higher ones go first.
  public var priority: Int
  /// Its state.
  public var state: ItemState
  /// How often it was started.
  public var attempts: Int
  /// When a waiting one is tried again, in seconds since 1970.
  public var due: Double
  /// Why it failed.
  public var error: String?
}

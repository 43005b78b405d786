/// The record of fetching one thing from its source. Times are seconds since 1970.
public struct RefreshHistory: Sendable, Equatable {
  /// When it was fetched for the first time.
  public var since: Double?
  /// When it was last fetched.
  public var lastSuccess: Double?
  /// When fetching it last failed.
  public var lastFailure: Double?
  /// Failures since the last success.
  public var failures: Int
  /// The last failure; without failures, why there was nothing to fetch; nil after a success.
  public var error: String?
  /// The source asked not to be asked before (Retry-After, or how long its answer is fresh).
  public var notBefore: Double?
  /// When new content came, oldest first, at most ``mostChanges``: its own time where it has one, else
  /// when it was found.
  public var changes: [Double]
  /// When a run began that has not said how it ended.
  public var started: Double?

  /// How many changes are kept.
  public static let mostChanges = 100

  /// A history; without arguments that of something never fetched.
  public init(
    since: Double? = nil, lastSuccess: Double? = nil, lastFailure: Double? = nil, failures: Int = 0,
    error: String? = nil, notBefore: Double? = nil, changes: [Double] = [], started: Double? = nil
  ) {
    self.since = since
    self.lastSuccess = lastSuccess
    self.lastFailure = lastFailure
    self.failures = failures
    self.error = error
    self.notBefore = notBefore
    self.changes = changes
    self.started = started
  }

  /// When it was last tried, whatever came of it.
  public var lastAttempt: Double? { [lastSuccess, lastFailure].compactMap(\.self).max() }

  /// Whether a run has recorded how it went since then.
  func hasRecord(since before: RefreshHistory) -> Bool {
    lastSuccess != before.lastSuccess || lastFailure != before.lastFailure
      || failures != before.failures || notBefore != before.notBefore
  }

  /// The history with what lies in the future moved to now: a clock that was set back must neither
  /// start a refresh nor hold one up for ever.
  func within(_ now: Double) -> RefreshHistory {
    var history = self
    history.since = since.map { min($0, now) }
    history.lastSuccess = lastSuccess.map { min($0, now) }
    history.lastFailure = lastFailure.map { min($0, now) }
    history.started = started.map { min($0, now) }
    history.changes = changes.map { min($0, now) }
    // A source that asks for more than a day is still asked once a day.
    history.notBefore = notBefore.map { min($0, now + Self.longestHint) }
    return history
  }

  /// The longest that a source's hint holds a refresh up, in seconds.
  static let longestHint = 86_400.0
}

/// The facts that a refresh policy decides about.
public struct RefreshFacts: Sendable, Equatable {
  /// Seconds since 1970.
  public var now: Double
  /// How earlier tries went.
  public var history: RefreshHistory
  /// The interval that the user asked for, in seconds; nil: none.
  public var every: Double?
  /// Whether the user wants it now.
  public var forced: Bool
  /// Whether somebody looks at it now.
  public var visible: Bool

  /// Facts.
  public init(
    now: Double, history: RefreshHistory, every: Double? = nil, forced: Bool = false,
    visible: Bool = true
  ) {
    self.now = now
    self.history = history
    self.every = every
    self.forced = forced
    self.visible = visible
  }
}

/// A refresh policy's decision.
public struct RefreshDecision: Sendable, Equatable {
  /// The action.
  public enum Action: String, Sendable, CaseIterable {
    /// Fetch now.
    case refresh
    /// The stored result is good; ask again at ``RefreshDecision/nextAt``.
    case wait
    /// The stored result is old, and the source is not to be asked yet: show it, marked as old.
    case serveStale = "serve_stale"
  }

  /// The action.
  public var action: Action
  /// When to fetch; seconds since 1970. Now with ``Action/refresh``.
  public var nextAt: Double
  /// In words.
  public var reason: String

  /// A decision.
  public init(_ action: Action, nextAt: Double, reason: String) {
    self.action = action
    self.nextAt = nextAt
    self.reason = reason
  }

  /// Whether to fetch now.
  public var isDue: Bool { action == .refresh }

  /// The answer while another run is at it.
  public static func busy(_ now: Double) -> RefreshDecision {
    RefreshDecision(.wait, nextAt: now + RefreshMinimum.lease, reason: "another run is at it")
  }

  /// The reason shown for a thing that is fetched only on demand.
  public func onRequest(_ now: Double) -> RefreshDecision {
    RefreshDecision(
      .wait, nextAt: now + RefreshMinimum.longestWait,
      reason: "fetched when asked for" + (reason == "off" ? "" : "; \(reason)"))
  }
}

/// The least time between two tries that nobody asked for: it holds whatever a policy says.
public struct RefreshMinimum: Sendable, Equatable {
  /// Seconds after a success.
  public var afterSuccess: Double
  /// Seconds after a failure.
  public var afterFailure: Double

  /// Both in seconds, 0 or more.
  public init(afterSuccess: Double, afterFailure: Double) {
    self.afterSuccess = afterSuccess
    self.afterFailure = afterFailure
  }

  /// The longest that a decision puts a refresh off: no source is given up for ever. Seconds.
  public static let longestWait = 30 * 86_400.0
  /// How long a run that began keeps another one from beginning, in seconds; after that it counts as
  /// dead.
  public static let lease = 60.0

  /// The shortest time between two scheduled runs of one refresher, whatever its rule says.
  public static let unasked = RefreshMinimum(afterSuccess: 60, afterFailure: 60)

  /// As ``apply(to:_:)``, where the last run may have left no trace in the history.
  /// - Parameter begun: when it began; nil: there was none.
  public func apply(
    to decision: RefreshDecision, _ facts: RefreshFacts, begun: Double?
  ) -> RefreshDecision {
    if let begun, begun <= facts.now, facts.now < begun + afterSuccess {
      return RefreshDecision(.wait, nextAt: begun + afterSuccess, reason: decision.reason)
    }
    return apply(to: decision, facts)
  }

  /// The decision within the limits.
  public func apply(to decision: RefreshDecision, _ facts: RefreshFacts) -> RefreshDecision {
    var decision = decision
    let history = facts.history
    let failed = (history.lastFailure ?? -1) > (history.lastSuccess ?? -1)
    let free = max(
      history.lastSuccess.map { $0 + afterSuccess } ?? facts.now,
      history.lastFailure.map { $0 + afterFailure } ?? facts.now)
    if decision.isDue, facts.forced { return decision }
    if let started = history.started, facts.now < started + Self.lease {
      return RefreshDecision(
        .wait, nextAt: started + Self.lease, reason: "another run is at it")
    }
    if decision.isDue, facts.now < free {
      return RefreshDecision(
        failed ? .serveStale : .wait, nextAt: free,
        reason: "\(decision.reason); not before its least interval is over")
    }
    if !decision.isDue {
      decision.nextAt = min(
        max(decision.nextAt, free, facts.now + 1), facts.now + Self.longestWait)
    }
    return decision
  }
}

/// The history of fetching one thing from its source. Times are seconds since 1970.
public struct RefreshHistory: Sendable, Equatable {
  /// When it was first fetched.
  public var since: Double?
  /// When it was last fetched successfully.
  public var lastSuccess: Double?
  /// When fetching last failed.
  public var lastFailure: Double?
  /// The number of failures since the last success.
  public var failures: Int
  /// The last failure, or why there was nothing to fetch; nil after a success.
  public var error: String?
  /// The time before which the source does not want another request (Retry-After, or its answer's
  /// freshness).
  public var notBefore: Double?
  /// When new content appeared, oldest first, at most ``mostChanges`` times. Each is the content's
  /// own time, or the time when it was found.
  public var changes: [Double]
  /// When the current run began; nil if the last run has recorded its end.
  public var started: Double?

  /// The most changes to keep.
  public static let mostChanges = 100

  /// Makes a history; without arguments that of a thing never fetched.
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

  /// When the last attempt ended, successful or not.
  public var lastAttempt: Double? { [lastSuccess, lastFailure].compactMap(\.self).max() }

  /// Whether a run has recorded its result since `before`.
  func hasRecord(since before: RefreshHistory) -> Bool {
    lastSuccess != before.lastSuccess || lastFailure != before.lastFailure
      || failures != before.failures || notBefore != before.notBefore
  }

  /// The history with future times moved to now, so that a clock that was set back neither starts a
  /// refresh nor blocks it forever.
  func within(_ now: Double) -> RefreshHistory {
    var history = self
    history.since = since.map { min($0, now) }
    history.lastSuccess = lastSuccess.map { min($0, now) }
    history.lastFailure = lastFailure.map { min($0, now) }
    history.started = started.map { min($0, now) }
    history.changes = changes.map { min($0, now) }
    // A source that asks for more than a day is still fetched once a day.
    history.notBefore = notBefore.map { min($0, now + Self.longestHint) }
    return history
  }

  /// The longest time that a source's hint delays a refresh, in seconds.
  static let longestHint = 86_400.0
}

/// The facts that a refresh rule decides on.
public struct RefreshFacts: Sendable, Equatable {
  /// The present time, in seconds since 1970.
  public var now: Double
  /// The results of earlier attempts.
  public var history: RefreshHistory
  /// The interval that the user chose, in seconds; nil without one.
  public var every: Double?
  /// Whether the user wants a refresh now.
  public var forced: Bool
  /// Whether the result is on somebody's screen now.
  public var visible: Bool

  /// Makes facts from their parts.
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

/// A refresh rule's decision.
public struct RefreshDecision: Sendable, Equatable {
  /// The kinds of decision.
  public enum Action: String, Sendable, CaseIterable {
    /// Fetch the source now.
    case refresh
    /// Keep the stored result, which is good; decide again at ``RefreshDecision/nextAt``.
    case wait
    /// Show the stored result marked as old, because the source may not be asked yet.
    case serveStale = "serve_stale"
  }

  /// The decided action.
  public var action: Action
  /// When to fetch, in seconds since 1970; now for ``Action/refresh``.
  public var nextAt: Double
  /// The reason, for people.
  public var reason: String

  /// Makes a decision from its parts.
  public init(_ action: Action, nextAt: Double, reason: String) {
    self.action = action
    self.nextAt = nextAt
    self.reason = reason
  }

  /// Whether to fetch now.
  public var isDue: Bool { action == .refresh }

  /// The decision while another run is fetching.
  public static func busy(_ now: Double) -> RefreshDecision {
    RefreshDecision(.wait, nextAt: now + RefreshMinimum.lease, reason: "another run is at it")
  }

  /// The decision shown for a thing that is fetched only on request.
  public func onRequest(_ now: Double) -> RefreshDecision {
    RefreshDecision(
      .wait, nextAt: now + RefreshMinimum.longestWait,
      reason: "fetched when asked for" + (reason == "off" ? "" : "; \(reason)"))
  }
}

/// The shortest time between two automatic attempts, which no rule can undercut.
public struct RefreshMinimum: Sendable, Equatable {
  /// Seconds after a success.
  public var afterSuccess: Double
  /// Seconds after a failure.
  public var afterFailure: Double

  /// Makes a minimum; both times are in seconds, 0 or more.
  public init(afterSuccess: Double, afterFailure: Double) {
    self.afterSuccess = afterSuccess
    self.afterFailure = afterFailure
  }

  /// The longest delay of a decision, in seconds: no source is given up forever.
  public static let longestWait = 30 * 86_400.0
  /// How long a run that began keeps another from beginning, in seconds; after that it counts as
  /// dead.
  public static let lease = 60.0

  /// The minimum for scheduled runs of a refresher.
  public static let unasked = RefreshMinimum(afterSuccess: 60, afterFailure: 60)

  /// Applies the minimum when the last run may have left no trace in the history.
  /// - Parameter begun: when that run began; nil without one.
  public func apply(
    to decision: RefreshDecision, _ facts: RefreshFacts, begun: Double?
  ) -> RefreshDecision {
    if let begun, begun <= facts.now, facts.now < begun + afterSuccess {
      return RefreshDecision(.wait, nextAt: begun + afterSuccess, reason: decision.reason)
    }
    return apply(to: decision, facts)
  }

  /// Returns the decision, delayed as far as the minimum requires.
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

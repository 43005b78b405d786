internal import MixCore

/// The running job's state, counted item by item, because asking the store each time would be slow.
///
/// Other processes may work on the job, too. Once the store shows that, its counts are used.
struct RunningJob: Sendable {
  /// The job's number.
  let number: Int64
  private(set) var snapshot: JobSnapshot
  /// Estimates how long the rest takes, from items done here and items left. Called on the reactor
  /// only.
  private let forecast: (@Sendable (_ done: Int, _ left: Int) -> String?)?
  /// The number of items that ended here.
  private var endedHere = 0
  /// How often a change was noted here; it shows whether the store was read before or after one.
  private(set) var notes = 0
  private var hasHelpers = false

  init(_ job: KeyedJob, forecast: (@Sendable (_ done: Int, _ left: Int) -> String?)? = nil) {
    number = job.progress.job
    snapshot = JobSnapshot(job, isRunning: true)
    self.forecast = forecast
  }

  /// Counts an item.
  /// - Returns: the job's new state; nil if nothing changed.
  mutating func note(_ item: LeasedItem, _ verdict: ItemVerdict, now: Double) -> JobSnapshot? {
    switch verdict {
    case .done, .failed: endedHere += 1
    case .removed: break
    case .again, .released, .postponed: return nil
    }
    notes += 1
    if !hasHelpers { count(verdict) }
    snapshot.phase = .running
    snapshot.currentWork = item.work
    snapshot.updated = now
    foresee()
    return snapshot
  }

  private mutating func count(_ verdict: ItemVerdict) {
    switch verdict {
    case .done(let state):
      snapshot.finished += 1
      if state == .enriched { snapshot.enriched += 1 }
    case .failed:
      snapshot.finished += 1
      snapshot.failed += 1
    case .removed: snapshot.total -= 1
    case .again, .released, .postponed: break
    }
  }

  /// Takes the store's counts if other processes work on the job.
  /// - Parameter notes: the value of ``notes`` before the store was read.
  /// - Returns: the job's new state; nil if nothing changed.
  mutating func take(_ job: KeyedJob, notes: Int, now: Double) -> JobSnapshot? {
    let stored = JobSnapshot(job, isRunning: true)
    guard job.progress.state == .open, !hasSameCounts(stored) else { return nil }
    // An item that ended here meanwhile explains a difference, unless the store is ahead.
    if !hasHelpers, notes != self.notes, stored.finished <= snapshot.finished { return nil }
    hasHelpers = true
    (snapshot.total, snapshot.finished) = (stored.total, stored.finished)
    (snapshot.enriched, snapshot.failed) = (stored.enriched, stored.failed)
    // The forecast is not updated here: it may be called on the reactor only.
    snapshot.updated = now
    return snapshot
  }

  private func hasSameCounts(_ other: JobSnapshot) -> Bool {
    snapshot.total == other.total && snapshot.finished == other.finished
      && snapshot.enriched == other.enriched && snapshot.failed == other.failed
  }

  /// Records that the job's items wait.
  mutating func note(_ wait: JobWait, now: Double) -> JobSnapshot {
    snapshot.phase = .waiting(wait.text(now: now))
    snapshot.updated = now
    foresee()
    return snapshot
  }

  private mutating func foresee() {
    snapshot.forecast = forecast?(endedHere, max(0, snapshot.total - snapshot.finished))
  }
}

/// When to retry jobs that could reach nothing.
struct PausedJobs: Sendable {
  private static let backOff = BackOff(first: 30, longest: 900)

  private var pauses: [Int64: (due: Double, failures: Int)] = [:]

  /// When the next retry is due, in seconds of a clock that never goes back.
  var nextDue: Double? { pauses.values.map(\.due).filter(\.isFinite).min() }

  /// Records that a job could not continue. The pause doubles each time, up to a quarter of an
  /// hour.
  mutating func add(_ job: Int64, now: Double) {
    let failures = (pauses[job]?.failures ?? 0) + 1
    pauses[job] = (now + Self.backOff.wait(after: failures), failures)
  }

  /// Stops automatic retries of a job.
  mutating func giveUp(_ job: Int64) { pauses[job] = (.infinity, 1) }

  /// Forgets the pauses of a job that continues.
  mutating func forget(_ job: Int64) { pauses[job] = nil }

  /// Whether a job may be tried now.
  func isDue(_ job: Int64, now: Double) -> Bool { (pauses[job]?.due ?? 0) <= now }
}

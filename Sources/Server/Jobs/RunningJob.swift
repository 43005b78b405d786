internal import MixCore

/// The job that is being worked on, counted item by item: asking the store each time would be slow.
///
/// Other processes may work on it, too. Once the store shows that they do, its counts are shown.
struct RunningJob: Sendable {
  /// The job's number.
  let number: Int64
  private(set) var snapshot: JobSnapshot
  /// How long the rest takes, asked with the items that are done here and left. Only on the reactor.
  private let forecast: (@Sendable (_ done: Int, _ left: Int) -> String?)?
  /// Items that ended here.
  private var endedHere = 0
  /// How often something was noted here: the store may have been read before or after.
  private(set) var notes = 0
  private var hasHelpers = false

  init(_ job: KeyedJob, forecast: (@Sendable (_ done: Int, _ left: Int) -> String?)? = nil) {
    number = job.progress.job
    snapshot = JobSnapshot(job, isRunning: true)
    self.forecast = forecast
  }

  /// Counts an item.
  /// - Returns: how the job stands now; nil when nothing has changed.
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

  /// Takes what the store says, if others work on the job, too.
  /// - Parameter notes: ``notes`` from before the store was read.
  /// - Returns: how the job stands now; nil when nothing has changed.
  mutating func take(_ job: KeyedJob, notes: Int, now: Double) -> JobSnapshot? {
    let stored = JobSnapshot(job, isRunning: true)
    guard job.progress.state == .open, !hasSameCounts(stored) else { return nil }
    // An item that ended here meanwhile explains a difference, unless the store is ahead.
    if !hasHelpers, notes != self.notes, stored.finished <= snapshot.finished { return nil }
    hasHelpers = true
    (snapshot.total, snapshot.finished) = (stored.total, stored.finished)
    (snapshot.enriched, snapshot.failed) = (stored.enriched, stored.failed)
    // The forecast stays that of the last item here: it is asked on the reactor only.
    snapshot.updated = now
    return snapshot
  }

  private func hasSameCounts(_ other: JobSnapshot) -> Bool {
    snapshot.total == other.total && snapshot.finished == other.finished
      && snapshot.enriched == other.enriched && snapshot.failed == other.failed
  }

  /// Notes that its items wait.
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

/// When jobs are tried again that could reach nobody.
struct PausedJobs: Sendable {
  private static let backOff = BackOff(first: 30, longest: 900)

  private var pauses: [Int64: (due: Double, failures: Int)] = [:]

  /// When the next one is due, in the seconds of a clock that never goes back.
  var nextDue: Double? { pauses.values.map(\.due).filter(\.isFinite).min() }

  /// Notes that a job could not continue: each time the pause doubles, up to a quarter of an hour.
  mutating func add(_ job: Int64, now: Double) {
    let failures = (pauses[job]?.failures ?? 0) + 1
    pauses[job] = (now + Self.backOff.wait(after: failures), failures)
  }

  /// Notes that a job is not tried again automatically.
  mutating func giveUp(_ job: Int64) { pauses[job] = (.infinity, 1) }

  /// Notes that a job continues.
  mutating func forget(_ job: Int64) { pauses[job] = nil }

  /// Whether a job may be tried.
  func isDue(_ job: Int64, now: Double) -> Bool { (pauses[job]?.due ?? 0) <= now }
}

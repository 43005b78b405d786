internal import Reactor

/// Jobs whose items are held back because an upstream needs a pause or the job was paused.
///
/// After a hold one item goes first; the result of its attempt decides whether the others follow.
struct JobHolds {
  private struct Hold {
    var until: Duration
    var isProbing = false
  }

  // By job; jobs without a hold have no entry.
  private var holds: [Int64: Hold] = [:]

  /// Holds back a job's items.
  /// - Returns: whether the hold is new or at least a second longer than before.
  mutating func hold(_ job: Int64, until: Duration) -> Bool {
    let before = holds[job]?.until ?? .zero
    holds[job] = Hold(until: max(before, until))
    return until >= before + .seconds(1)
  }

  /// Ends a hold after an item of the job has been processed.
  /// - Returns: whether the job was held.
  mutating func lift(_ job: Int64) -> Bool {
    if holds.isEmpty { return false }
    return holds.removeValue(forKey: job) != nil
  }

  /// Ends a probe without a result, so that another item may probe.
  mutating func endProbe(_ job: Int64) { holds[job]?.isProbing = false }

  /// Whether an item of the job may be started.
  func mayStart(_ job: Int64, now: Duration) -> Bool {
    guard let hold = holds[job] else { return true }
    return hold.until <= now && !hold.isProbing
  }

  /// Records that an item of the job starts; under a hold it is the probe.
  mutating func start(_ job: Int64) {
    if !holds.isEmpty { holds[job]?.isProbing = true }
  }

  /// The jobs whose items need not be taken yet.
  func held(now: Duration) -> Set<Int64> {
    holds.isEmpty ? [] : Set(holds.filter { $0.value.until > now }.keys)
  }

  /// When the next hold ends.
  func next(now: Duration) -> Duration? { holds.values.map(\.until).filter { $0 > now }.min() }
}

internal import Reactor

/// Jobs whose items are held back: because an upstream is to be left alone, or because a job was paused.
///
/// When a hold is over, one item goes first: how its attempt ends decides whether the others follow.
struct JobHolds {
  private struct Hold {
    var until: Duration
    var isProbing = false
  }

  // By job; those that nothing holds are not in it.
  private var holds: [Int64: Hold] = [:]

  /// Holds a job's items back.
  /// - Returns: whether that is new, or lasts at least a second longer than before.
  mutating func hold(_ job: Int64, until: Duration) -> Bool {
    let before = holds[job]?.until ?? .zero
    holds[job] = Hold(until: max(before, until))
    return until >= before + .seconds(1)
  }

  /// An item of the job has been worked on: the others follow.
  /// - Returns: whether the job was held.
  mutating func lift(_ job: Int64) -> Bool {
    if holds.isEmpty { return false }
    return holds.removeValue(forKey: job) != nil
  }

  /// A probe came back without saying anything: the next one goes.
  mutating func endProbe(_ job: Int64) { holds[job]?.isProbing = false }

  /// Whether an item of the job may be started.
  func mayStart(_ job: Int64, now: Duration) -> Bool {
    guard let hold = holds[job] else { return true }
    return hold.until <= now && !hold.isProbing
  }

  /// An item of the job is started.
  mutating func start(_ job: Int64) {
    if !holds.isEmpty { holds[job]?.isProbing = true }
  }

  /// The jobs whose items need not be taken yet.
  func held(now: Duration) -> Set<Int64> {
    holds.isEmpty ? [] : Set(holds.filter { $0.value.until > now }.keys)
  }

  /// When the next hold is over.
  func next(now: Duration) -> Duration? { holds.values.map(\.until).filter { $0 > now }.min() }
}

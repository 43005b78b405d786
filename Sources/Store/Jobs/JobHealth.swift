/// How the latest attempts at a job's items ended: tells an item's own failure from a service that is in
/// trouble for all of them.
struct JobHealth {
  /// How many attempts are looked at, and how many of them in trouble make the job pause.
  private static let window = 10
  private static let most = 8
  /// The least number of items concerned: a few that are tried again and again follow the retry table.
  private static let fewestItems = 5

  /// A job whose attempts of this run have met nothing but trouble.
  struct Trouble {
    /// The end of the first of them.
    var since: Duration
    /// The latest one's.
    var reason: String
  }

  fileprivate struct Ending {
    var item: Int64
    /// nil: it went well, or failed for a reason of its own.
    var trouble: String?
    var isHeld: Bool
  }

  fileprivate struct Record {
    var endings: [Ending] = []
    /// Whether a service has answered an item of the job as it should.
    var isProven = false
    var trouble: Trouble?
  }

  private var records: [Int64: Record] = [:]

  /// The trouble of a job of which nothing has succeeded in this run; nil: there is none.
  func onlyTrouble(_ job: Int64) -> Trouble? { records[job]?.trouble }

  /// The latest trouble among a job's last attempts.
  func lastTrouble(_ job: Int64) -> String? {
    records[job]?.endings.last { $0.trouble != nil }?.trouble
  }

  /// Notes how an attempt ended.
  /// - Returns: the reason when the job should pause: the latest trouble.
  mutating func note(_ item: LeasedItem, _ attempt: Attempt, now: Duration) -> String? {
    var ending = Ending(item: item.id, trouble: nil, isHeld: false)
    switch attempt.outcome {
    case .failed(.trouble(_, let reason)), .failed(.unavailable(let reason)),
      .failed(.throttled(let reason)):
      ending.trouble = reason
    case .failed(.held(_, let reason)):
      ending.trouble = reason
      ending.isHeld = true
    case .failed, .done: break
    case .workMissing, .cancelled: return nil
    }
    var record = records[item.job] ?? Record()
    record.take(ending, provesService: attempt.provesNetwork, now: now, window: Self.window)
    records[item.job] = record
    let list = record.endings
    guard list.count == Self.window, let reason = ending.trouble else { return nil }
    let bad = list.filter { $0.trouble != nil }
    let isBroad =
      Set(bad.map(\.item)).count >= Self.fewestItems || bad.allSatisfy(\.isHeld)
    guard bad.count >= Self.most, isBroad else { return nil }
    records[item.job] = nil
    return reason
  }
}

extension JobHealth.Record {
  fileprivate mutating func take(
    _ ending: JobHealth.Ending, provesService: Bool, now: Duration, window: Int
  ) {
    endings.append(ending)
    if endings.count > window { endings.removeFirst() }
    if ending.trouble == nil, provesService {
      isProven = true
      trouble = nil
    }
    // A service that asks for a pause is there, and says itself when it is.
    guard let reason = ending.trouble, !ending.isHeld, !isProven else { return }
    trouble = JobHealth.Trouble(since: trouble?.since ?? now, reason: reason)
  }
}

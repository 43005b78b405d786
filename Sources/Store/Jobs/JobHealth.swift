/// How the latest attempts at a job's items ended. It separates failures of one item from a service
/// in trouble for all items.
struct JobHealth {
  /// The number of recent attempts considered, and how many of them in trouble pause the job.
  private static let window = 10
  private static let most = 8
  /// The fewest items that must be affected: a few items retried often follow the retry table.
  private static let fewestItems = 5

  /// A period in which all attempts of a job in this run met trouble.
  struct Trouble {
    /// When the first of the attempts ended.
    var since: Duration
    /// The reason of the latest attempt.
    var reason: String
  }

  fileprivate struct Ending {
    var item: Int64
    /// The trouble; nil if the attempt succeeded, or failed for a reason of its own.
    var trouble: String?
    var isHeld: Bool
  }

  fileprivate struct Record {
    var endings: [Ending] = []
    /// Whether a service has answered an item of the job normally.
    var isProven = false
    var trouble: Trouble?
  }

  private var records: [Int64: Record] = [:]

  /// A job's trouble if nothing has succeeded in this run; otherwise nil.
  func onlyTrouble(_ job: Int64) -> Trouble? { records[job]?.trouble }

  /// The latest trouble among a job's recent attempts.
  func lastTrouble(_ job: Int64) -> String? {
    records[job]?.endings.last { $0.trouble != nil }?.trouble
  }

  /// Records how an attempt ended.
  /// - Returns: the latest trouble if the job should pause; otherwise nil.
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
    // A service that asks for a pause is reachable and announces its return.
    guard let reason = ending.trouble, !ending.isHeld, !isProven else { return }
    trouble = JobHealth.Trouble(since: trouble?.since ?? now, reason: reason)
  }
}

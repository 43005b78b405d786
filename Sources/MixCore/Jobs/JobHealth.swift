/// How the latest attempts at a job's items ended: tells an item's own failure from a service that is in
/// trouble for all of them.
struct JobHealth {
  /// How many attempts are looked at, and how many of them in trouble make the job pause.
  private static let window = 10
  private static let most = 8
  /// The least number of items concerned: a few that are tried again and again follow the retry table.
  private static let fewestItems = 5

  private struct Ending {
    var item: Int64
    /// nil: it went well, or failed for a reason of its own.
    var trouble: String?
    var isHeld: Bool
  }

  private var endings: [Int64: [Ending]] = [:]

  /// Notes how an attempt ended.
  /// - Returns: the reason when the job should pause: the latest trouble.
  mutating func note(_ item: LeasedItem, _ attempt: Attempt) -> String? {
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
    var list = endings[item.job] ?? []
    list.append(ending)
    if list.count > Self.window { list.removeFirst() }
    endings[item.job] = list
    guard list.count == Self.window, let reason = ending.trouble else { return nil }
    let bad = list.filter { $0.trouble != nil }
    let isBroad =
      Set(bad.map(\.item)).count >= Self.fewestItems || bad.allSatisfy(\.isHeld)
    guard bad.count >= Self.most, isBroad else { return nil }
    endings[item.job] = nil
    return reason
  }
}

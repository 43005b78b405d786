internal import MixCore
internal import Reactor
internal import ScriptHost
internal import Terminal

/// The requests that wait for their upstream now, for displays and scripts.
final class RequestWaits {
  /// One request that waits.
  struct Wait {
    let url: String
    /// In words, such as `status 429`.
    var reason: String
    /// nil: for the next try alone.
    var traffic: TrafficWait?
    /// On the monotonic clock.
    var end: Duration
  }

  private let time: any TimeSource
  private var waits: [UInt64: Wait] = [:]
  // How many there may be before those that are over are dropped.
  private var roomy = 32
  /// Whether a wait is explained to the user now.
  var isExplained = false
  /// Called after each wait that begins, with its end on the monotonic clock.
  var onWait: ((TrafficWait, Duration) -> Void)?

  init(time: any TimeSource) { self.time = time }

  /// Takes in what the client reports.
  func take(_ event: HTTPEvent) {
    let now = time.monotonic
    // Ends are not reported: what is over is dropped now and then.
    if waits.count >= roomy {
      waits = waits.filter { $0.value.end > now }
      roomy = max(32, 2 * waits.count)
    }
    switch event.kind {
    case .retrying(let seconds, let reason):
      waits[event.id] = Wait(
        url: event.url, reason: reason, traffic: nil, end: now + .seconds(clamping: seconds))
    case .waiting(let wait):
      guard let until = wait.until else { return }
      let end = now + .seconds(clamping: max(0, until - time.wall))
      let known = waits[event.id].flatMap { $0.end > now ? $0.reason : nil }
      let reason = known ?? wait.text(now: time.wall)
      waits[event.id] = Wait(url: event.url, reason: reason, traffic: wait, end: end)
      onWait?(wait, end)
    default: break
    }
  }

  /// How many requests wait for an upstream, and when the last of them goes, on the monotonic clock.
  func waiting(for upstream: String) -> (count: Int, last: Duration) {
    let now = time.monotonic
    let own = waits.values.filter { $0.end > now && $0.traffic?.upstream == upstream }
    return (own.count, own.map(\.end).max() ?? now)
  }

  /// Whether any request waits.
  var isWaiting: Bool {
    let now = time.monotonic
    return waits.values.contains { $0.end > now }
  }

  /// The present waits, the longest first.
  var list: LuaValue {
    let (now, wall) = (time.monotonic, time.wall)
    let current = waits.values.filter { $0.end > now }.sorted { $0.end > $1.end }
    return .array(
      current.map { wait in
        let left = (wait.end - now).seconds
        var fields: [String: LuaValue] = [
          "url": .string(wait.url), "reason": .string(wait.reason), "seconds": .number(left),
          "until": .number(wall + left), "why": .string(wait.traffic?.reason.rawValue ?? "retry"),
        ]
        if let upstream = wait.traffic?.upstream { fields["upstream"] = .string(upstream) }
        return .object(fields)
      })
  }
}

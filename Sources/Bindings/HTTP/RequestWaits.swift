internal import MixCore
internal import Reactor
internal import ScriptHost

// @unchecked Sendable: the client reports, and scripts ask, on the reactor's thread only.
/// The requests that wait before they are sent again: what a script shows a countdown of.
final class RequestWaits: @unchecked Sendable {  // confined: see above
  private struct Wait {
    let url: String
    let reason: String
    /// On the monotonic clock.
    let end: Duration
  }

  private let time: any TimeSource
  private var waits: [UInt64: Wait] = [:]
  private var isSubscribed = false

  init(time: any TimeSource) { self.time = time }

  /// Begins to listen, once. Only on the reactor's thread.
  func listen(to client: HTTPClient) {
    if isSubscribed { return }
    isSubscribed = true
    _ = client.assumeIsolated { $0.subscribe { [self] event in take(event) } }
  }

  private func take(_ event: HTTPEvent) {
    switch event.kind {
    case .retrying(let seconds, let reason):
      waits[event.id] = Wait(
        url: event.url, reason: reason, end: time.monotonic + .seconds(clamping: seconds))
    case .finished, .failed: waits[event.id] = nil
    case .started, .cacheHit, .shared, .waiting: break
    }
  }

  /// What waits now, the longest wait first.
  var list: LuaValue {
    let now = time.monotonic
    let current = waits.values.filter { $0.end > now }.sorted { $0.end > $1.end }
    return .array(
      current.map { wait in
        .object([
          "url": .string(wait.url), "reason": .string(wait.reason),
          "seconds": .number((wait.end - now) / .seconds(1)),
        ])
      })
  }
}

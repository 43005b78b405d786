internal import Notation
internal import Reactor

/// Remembers hosts that could not be reached, so that the next request fails (or is answered by the
/// cache) at once instead of after its time-outs.
final class CircuitBreaker {
  private enum State {
    case open(until: Duration)
    /// One request finds out whether the host is back.
    case probing
  }

  private let time: any TimeSource
  private let pause: Duration
  // Hosts whose circuit is closed are not in it.
  private var states: [String: State] = [:]

  init(time: any TimeSource, pause: Double) {
    self.time = time
    self.pause = .seconds(clamping: pause)
  }

  /// Lets a request pass, or refuses it.
  /// - Returns: whether the request is the probe; for ``leave(_:_:probes:)``.
  /// - Throws: ``HTTPError`` of kind `offline` while the host rests.
  func enter(_ call: HTTPCall) throws(HTTPError) -> Bool {
    if states.isEmpty { return false }
    let host = call.url.authority
    switch states[host] {
    case nil: return false
    case .open(let until):
      let left = until - time.monotonic
      if left > .zero {
        throw refusal(
          host, call, "it is asked again in \(Int(clamping: left.seconds.rounded(.up))) s")
      }
      states[host] = .probing
      return true
    case .probing:
      throw refusal(host, call, "another request finds out now whether it is back")
    }
  }

  /// Learns how a request that was let pass has ended.
  func leave(_ call: HTTPCall, _ result: Result<HTTPResponse, any Error>, probes: Bool) {
    switch result {
    case .success:
      if !states.isEmpty { states[call.url.authority] = nil }
    case .failure(let error as HTTPError) where error.isUnreachable:
      states[call.url.authority] = .open(until: time.monotonic + pause)
    case .failure:
      // Cancelled, or refused for another reason: the next request probes.
      if probes { states[call.url.authority] = .open(until: time.monotonic) }
    }
  }

  private func refusal(_ host: String, _ call: HTTPCall, _ next: String) -> HTTPError {
    HTTPError(.offline, "\(host) was unreachable a moment ago; \(next)", url: call.url.text)
  }
}

extension HTTPError {
  /// Whether no connection came about.
  var isUnreachable: Bool { kind == .unreachable || kind == .dns }
}

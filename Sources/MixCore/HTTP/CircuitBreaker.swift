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
    self.pause = .seconds(pause)
  }

  @inline(__always)
  func send(
    _ call: HTTPCall, next: (HTTPCall) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    let host = call.url.authority
    let probes = try enter(host, call)
    do {
      let response = try await next(call)
      if !states.isEmpty { states[host] = nil }
      return response
    } catch {
      if let error = error as? HTTPError, error.isUnreachable {
        states[host] = .open(until: time.monotonic + pause)
      } else if probes {
        // Cancelled, or refused for another reason: the next request probes.
        states[host] = .open(until: time.monotonic)
      }
      throw error
    }
  }

  /// Whether the request is the probe.
  private func enter(_ host: String, _ call: HTTPCall) throws(HTTPError) -> Bool {
    if states.isEmpty { return false }
    switch states[host] {
    case nil: return false
    case .open(let until):
      let left = until - time.monotonic
      if left > .zero {
        throw refusal(host, call, "it is asked again in \(Int(left.seconds.rounded(.up))) s")
      }
      states[host] = .probing
      return true
    case .probing:
      throw refusal(host, call, "another request finds out now whether it is back")
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

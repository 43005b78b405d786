internal import Reactor

/// Remembers hosts that could not be reached several times in a row, so that the next request fails (or
/// is answered by the cache) at once instead of after its time-outs.
///
/// Each process has its own: what it learns costs one request, and a connection may fail for one
/// process alone.
final class CircuitTable {
  /// How a request fares at a host.
  enum Entry: Equatable {
    /// The circuit is closed.
    case pass
    /// It is the one that finds out whether the host is back.
    case probe
    /// Nothing is sent before this time.
    case refused(until: Duration)
  }

  private struct Circuit {
    /// Requests in a row that reached nothing.
    var failures = 0
    /// How often in a row it has opened.
    var openings = 0
    var until: Duration?
    var isProbing = false
  }

  private let threshold: Int
  private let backOff: BackOff
  // Hosts whose last request succeeded are not in it.
  private var circuits: [String: Circuit] = [:]

  /// - Parameters:
  ///   - failures: how many requests in a row must fail, 1 or more.
  ///   - pause: the longest pause in seconds; the first one is 1 s, each further one twice the last.
  init(failures: Int, pause: Double) {
    threshold = max(1, failures)
    backOff = BackOff(first: 1, longest: max(0, pause))
  }

  /// Whether no host has failed lately.
  var isEmpty: Bool { circuits.isEmpty }

  /// Until when a host is not asked; nil while its circuit is closed.
  func openUntil(_ host: String, now: Duration) -> Duration? {
    circuits[host]?.until.flatMap { $0 > now ? $0 : nil }
  }

  /// Lets a request pass, or not.
  func enter(_ host: String, now: Duration) -> Entry {
    guard let circuit = circuits[host], let until = circuit.until else { return .pass }
    if circuit.isProbing {
      return .refused(until: max(until, now + .seconds(clamping: backOff.first)))
    }
    if until > now { return .refused(until: until) }
    circuits[host]?.isProbing = true
    return .probe
  }

  /// Learns how a request that was let pass has ended.
  func leave(
    _ host: String, _ result: Result<HTTPResponse, any Error>, probes: Bool, now: Duration
  ) {
    switch result {
    case .success: circuits[host] = nil
    case .failure(let error as HTTPError) where error.isUnreachable: fail(host, probes, now)
    case .failure:
      // Cancelled, or refused for another reason: the next request probes.
      if probes { circuits[host]?.isProbing = false }
    }
  }

  private func fail(_ host: String, _ probes: Bool, _ now: Duration) {
    var circuit = circuits[host] ?? Circuit()
    circuit.failures += 1
    // Others that were on their way when it opened add nothing.
    if probes || (circuit.until == nil && circuit.failures >= threshold) {
      circuit.openings += 1
      circuit.until = now + .seconds(clamping: backOff.wait(after: circuit.openings))
      circuit.isProbing = false
    }
    if circuits.count > 4096 { circuits.removeAll() }
    circuits[host] = circuit
  }
}

extension HTTPError {
  /// Whether no connection came about.
  var isUnreachable: Bool { kind == .unreachable || kind == .dns }
}

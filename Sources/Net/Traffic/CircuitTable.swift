internal import Reactor

/// Remembers hosts that could not be reached several times in a row, so that the next request fails (or
/// is answered by the cache) at once instead of after its time-outs.
///
/// Failures are counted by each process; open circuits are shared (``SharedHolds``).
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

  /// The change that a request's end has made.
  enum Change: Equatable {
    case none
    /// It stays open for `seconds`; it has opened `openings` times in a row.
    case opened(seconds: Double, openings: Int)
    /// It was open, and the host has answered.
    case closed
  }

  private struct Circuit {
    /// Requests in a row that reached nothing.
    var failures = 0
    /// How often in a row it has opened.
    var openings = 0
    var until: Duration?
    var isProbing = false
    /// The last read of the shared holds that had begun when it was opened or found.
    var read = 0
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
  @discardableResult
  func leave(
    _ host: String, _ result: Result<HTTPResponse, any Error>, probes: Bool, now: Duration
  ) -> Change {
    switch result {
    case .success: return circuits.removeValue(forKey: host)?.until == nil ? .none : .closed
    case .failure(let error as HTTPError) where error.isUnreachable:
      return fail(host, probes, now)
    case .failure:
      // Cancelled, or refused for another reason: the next request probes.
      if probes { circuits[host]?.isProbing = false }
      return .none
    }
  }

  private func fail(_ host: String, _ probes: Bool, _ now: Duration) -> Change {
    var circuit = circuits[host] ?? Circuit()
    var change = Change.none
    circuit.failures += 1
    // Others that were on their way when it opened add nothing.
    if probes || (circuit.until == nil && circuit.failures >= threshold) {
      circuit.openings += 1
      let pause = backOff.wait(after: circuit.openings)
      circuit.until = now + .seconds(clamping: pause)
      circuit.isProbing = false
      change = .opened(seconds: pause, openings: circuit.openings)
    }
    if circuits.count > 4096 { circuits.removeAll() }
    circuits[host] = circuit
    return change
  }

  // MARK: Circuits of other processes

  /// Learns that a circuit is open in another process.
  /// - Parameter read: the number of the last read of the shared holds.
  func adopt(_ host: String, until: Duration, openings: Int, read: Int) {
    var circuit = circuits[host] ?? Circuit()
    circuit.until = max(circuit.until ?? .zero, until)
    circuit.openings = max(circuit.openings, openings)
    circuit.read = read
    circuits[host] = circuit
  }

  /// Notes which read of the shared holds had begun when a circuit opened.
  func noteRead(_ host: String, _ number: Int) { circuits[host]?.read = number }

  /// Closes circuits that other processes have closed: those that are no longer among the shared ones.
  /// - Parameter number: of the read; circuits that opened after it began stay.
  func closeOthers(than open: Set<String>, knownBefore number: Int) {
    circuits = circuits.filter { host, circuit in
      circuit.until == nil || circuit.read >= number || open.contains(host)
    }
  }
}

extension HTTPError {
  /// Whether no connection came about.
  var isUnreachable: Bool { kind == .unreachable || kind == .dns }
}

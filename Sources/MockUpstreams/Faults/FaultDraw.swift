import Reactor

/// Decides which requests fail. A draw depends on the seed, on what is asked and on how often it was
/// asked before: a retry draws anew, and a run repeats itself whatever the order in which requests
/// that run together arrive.
final class FaultDraw: Sendable {
  /// The fault of one request.
  struct Fault: Sendable {
    let kind: MockFaults.Kind
    /// Seconds for the header of that name.
    let retryAfter: Int?
    /// Numbers for the fault's own choices.
    var digest: Digest
  }

  private struct Counts {
    /// Requests that could have failed so far.
    var requests = 0
    /// Times that a target was asked for, by its digest.
    var asked: [UInt64: UInt64] = [:]
  }

  private let faults: MockFaults
  private let seed: UInt64
  /// Requests come from several tasks at once.
  private let counts = Guarded(Counts())

  init(_ faults: MockFaults, seed: UInt64) {
    self.faults = faults
    self.seed = seed
  }

  /// The fault of the next request for a target; nil when it is to be answered as usual.
  func fault(path: String, query: String?) -> Fault? {
    guard applies(to: path) else { return nil }
    var text = Digest(text: "\(path)?\(query ?? "")")
    let target = text.next()
    let (number, times) = counts.withLock { counts in
      defer {
        counts.requests += 1
        counts.asked[target, default: 0] += 1
      }
      return (counts.requests, counts.asked[target, default: 0])
    }
    var digest = Digest(seed: seed ^ target, times, salt: 5)
    let point = digest.below(1_000_000)
    guard let kind = counted(number) ?? drawn(point) else { return nil }
    return Fault(kind: kind, retryAfter: retryAfter(kind, &digest), digest: digest)
  }

  private func applies(to path: String) -> Bool {
    // Charts with mistakes have theirs already.
    if path.hasPrefix("/chart/fault/") { return false }
    return faults.paths.isEmpty
      || faults.paths.contains { prefix in
        path == prefix || path.hasPrefix(prefix.hasSuffix("/") ? prefix : prefix + "/")
      }
  }

  private func counted(_ number: Int) -> MockFaults.Kind? {
    var end = 0
    for rule in faults.rules {
      switch rule.amount {
      case .first(let count):
        end += count
        if number < end { return rule.kind }
      case .only(let place):
        if number + 1 == place { return rule.kind }
      case .perMillion: continue
      }
    }
    return nil
  }

  private func drawn(_ point: Int) -> MockFaults.Kind? {
    var end = 0
    for rule in faults.rules {
      guard case .perMillion(let share) = rule.amount else { continue }
      end += share
      if point < end { return rule.kind }
    }
    return nil
  }

  /// Services tell it with a 429; with a 503 some do and some do not.
  private func retryAfter(_ kind: MockFaults.Kind, _ digest: inout Digest) -> Int? {
    guard case .seconds(let seconds) = faults.retryAfter else { return nil }
    switch kind {
    case .status(429): return seconds
    case .status(503): return digest.chance(50) ? seconds : nil
    default: return nil
    }
  }
}

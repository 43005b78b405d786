public import Reactor

/// Limits for one process and as long as it runs: without a home, in recordings and tests, and where a
/// shared store fails.
public final class InMemoryTrafficStore: TrafficStore {
  // Guarded: calls may come from any thread.
  private let buckets = Guarded<[String: TrafficBucket]>([:])
  private let failures = Guarded<[String: TrafficFailure]>([:])
  private let counted = Guarded<[TrafficMinute]>([])
  private let shared = Guarded<(holds: [TrafficHold], changes: Int64)>(([], 0))

  /// A store that knows nothing yet.
  public init() {}

  /// See ``TrafficStore/isImmediate``.
  public var isImmediate: Bool { true }

  /// See ``TrafficStore/take(_:_:wanted:now:)``.
  public func take(
    _ upstream: String, _ limit: RateLimit, wanted: Int, now: ClockTime
  ) -> TrafficGrant {
    change(upstream, limit, now) { $0.take(wanted, limit, now: now) }
  }

  /// See ``TrafficStore/giveBack(_:_:_:now:)``.
  public func giveBack(_ count: Int, _ upstream: String, _ limit: RateLimit, now: ClockTime) {
    change(upstream, limit, now) { $0.giveBack(count, limit, now: now) }
  }

  /// See ``TrafficStore/refused(_:_:pause:now:)``.
  public func refused(_ upstream: String, _ limit: RateLimit, pause: Double, now: ClockTime) {
    change(upstream, limit, now) { $0.refuse(pause: pause, limit, now: now) }
  }

  /// See ``TrafficStore/bucket(_:now:)``.
  public func bucket(_ upstream: String, now: ClockTime) -> TrafficBucket? {
    buckets.withLock { $0[upstream] }
  }

  /// See ``TrafficStore/failed(_:_:)``.
  public func failed(_ host: String, _ failure: TrafficFailure) {
    failures.withLock { failures in
      failures[host] = failure
      guard failures.count > TrafficFailure.mostHosts,
        let oldest = failures.min(by: { $0.value.time < $1.value.time })
      else { return }
      failures[oldest.key] = nil
    }
  }

  /// See ``TrafficStore/lastFailure(of:)``.
  public func lastFailure(of host: String) -> TrafficFailure? { failures.withLock { $0[host] } }

  /// See ``TrafficStore/count(_:)``.
  public func count(_ minutes: [TrafficMinute]) {
    counted.withLock { counted in
      for minute in minutes {
        let place = counted.firstIndex { $0.host == minute.host && $0.start == minute.start }
        if let place {
          counted[place].sent += minute.sent
          counted[place].failed += minute.failed
        } else {
          counted.append(minute)
        }
      }
      let oldest = (minutes.map(\.start).max() ?? 0) - TrafficMinute.kept
      counted.removeAll { $0.start < oldest }
    }
  }

  /// See ``TrafficStore/minutes(since:)``.
  public func minutes(since start: Int) -> [TrafficMinute] {
    counted.withLock { $0 }.filter { $0.start >= start }
      .sorted { ($0.start, $0.host) < ($1.start, $1.host) }
  }

  /// See ``TrafficStore/hold(_:)``.
  public func hold(_ hold: TrafficHold) {
    shared.withLock { shared in
      let known = shared.holds.first { $0.host == hold.host && $0.kind == hold.kind }
      shared.holds.removeAll { $0.host == hold.host && $0.kind == hold.kind }
      shared.holds.append(known?.merged(with: hold, hold.time) ?? hold)
      shared.holds = TrafficHold.kept(shared.holds, hold.time)
      shared.changes += 1
    }
  }

  /// See ``TrafficStore/release(_:_:)``.
  public func release(_ host: String, _ kind: TrafficHold.Kind) {
    shared.withLock { shared in
      shared.holds.removeAll { $0.host == host && $0.kind == kind }
      shared.changes += 1
    }
  }

  /// See ``TrafficStore/holds(now:)``.
  public func holds(now: ClockTime) -> [TrafficHold] {
    shared.withLock { TrafficHold.kept($0.holds, now) }
  }

  /// See ``TrafficStore/mark``.
  public var mark: TrafficMark { TrafficMark([shared.withLock { $0.changes }]) }

  private func change<Value>(
    _ upstream: String, _ limit: RateLimit, _ now: ClockTime,
    _ body: (inout TrafficBucket) -> Value
  ) -> Value {
    buckets.withLock { buckets in
      var bucket = buckets[upstream] ?? TrafficBucket(limit, now: now)
      defer { buckets[upstream] = bucket }
      return body(&bucket)
    }
  }
}

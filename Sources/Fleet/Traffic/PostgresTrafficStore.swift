public import Net
public import Reactor
internal import SQL
internal import Store

/// Limits that all nodes of a fleet share in its PostgreSQL.
///
/// The server's clock measures elapsed time, so a node with a wrong clock neither gains nor loses
/// tokens. Without the server no tokens are given: requests to limited services wait until it is
/// back.
public final class PostgresTrafficStore: TrafficStore {
  /// The clock that measures elapsed time.
  enum Clock { case server, caller }

  /// How long a lane waits, in seconds, after a token could not be requested.
  private static let outage = 3.0

  private let open: @Sendable () throws -> PostgresDatabase
  // Guarded: any thread may call.
  private let opened = Guarded<PostgresDatabase?>(nil)
  private let clock: Clock
  private let isSpread: Bool
  private let onWarning: @Sendable (String) -> Void
  private let hasWarned = Guarded(false)
  private let looks = Guarded<Int64>(0)

  /// - Parameters:
  ///   - address: the store's address; it is opened with the first call.
  ///   - onWarning: called at most once, when the server cannot be asked.
  public convenience init(
    _ address: PostgresAddress, onWarning: @escaping @Sendable (String) -> Void
  ) {
    self.init(
      clock: .server, isSpread: true, onWarning: onWarning,
      open: { try OpenedDatabases.database(address) })
  }

  /// - Parameters:
  ///   - clock: the clock for elapsed time; tests pass the times themselves.
  ///   - isSpread: whether limits are applied as ``spread(_:)`` returns them.
  init(
    clock: Clock, isSpread: Bool, onWarning: @escaping @Sendable (String) -> Void,
    open: @escaping @Sendable () throws -> PostgresDatabase
  ) {
    (self.open, self.clock, self.isSpread) = (open, clock, isSpread)
    self.onWarning = onWarning
  }

  /// See ``TrafficStore/isImmediate``.
  public var isImmediate: Bool { false }

  /// The limit without bursts, 4 % below its rate. Then no minute sees more requests than `n` per
  /// `p` seconds allows (`p` ≥ 60), for any number of nodes that each use a token up to two seconds
  /// late: tokens of `p + 2` seconds can fall into one window, `n · 0.96 · (p + 2) / p < n`, and
  /// one at its edge.
  static func spread(_ limit: RateLimit) -> RateLimit {
    RateLimit(limit.count * 0.96, per: limit.seconds, burst: 1)
  }

  private func effective(_ limit: RateLimit) -> RateLimit { isSpread ? Self.spread(limit) : limit }

  // MARK: Tokens

  /// See ``TrafficStore/take(_:_:wanted:now:)``.
  public func take(
    _ upstream: String, _ limit: RateLimit, wanted: Int, now: ClockTime
  ) -> TrafficGrant {
    let limit = effective(limit)
    return change(upstream, limit, now) { $0.take(wanted, limit, now: $1) }
      ?? TrafficGrant(
        count: 1, available: 0, perSecond: limit.perSecond, pause: Self.outage, time: now)
  }

  /// See ``TrafficStore/giveBack(_:_:_:now:)``.
  public func giveBack(_ count: Int, _ upstream: String, _ limit: RateLimit, now: ClockTime) {
    let limit = effective(limit)
    change(upstream, limit, now) { $0.giveBack(count, limit, now: $1) }
  }

  /// See ``TrafficStore/refused(_:_:pause:now:)``.
  public func refused(_ upstream: String, _ limit: RateLimit, pause: Double, now: ClockTime) {
    let limit = effective(limit)
    change(upstream, limit, now) { $0.refuse(pause: pause, limit, now: $1) }
  }

  /// See ``TrafficStore/bucket(_:now:)``.
  public func bucket(_ upstream: String, now: ClockTime) -> TrafficBucket? {
    look { session in
      guard var bucket = try PostgresTrafficRows.bucket(upstream, session) else { return nil }
      if clock == .caller { return bucket }
      let passed = max(0, try time(session, now).wall - bucket.time.wall)
      bucket.time = ClockTime(wall: now.wall - passed, monotonic: now.monotonic - passed)
      return bucket
    } ?? nil
  }

  // MARK: Holds

  /// See ``TrafficStore/hold(_:)``.
  public func hold(_ hold: TrafficHold) {
    write { session in
      var hold = hold
      hold.time = try time(session, hold.time)
      try PostgresTrafficRows.put(hold, session)
    }
  }

  /// See ``TrafficStore/release(_:_:)``.
  public func release(_ host: String, _ kind: TrafficHold.Kind) {
    write { try PostgresTrafficRows.release(host, kind, $0) }
  }

  /// See ``TrafficStore/holds(now:)``. Includes pauses of limited services, under the limit's name.
  public func holds(now: ClockTime) -> [TrafficHold] {
    look { session in
      let server = try time(session, now)
      let kept = TrafficHold.kept(try PostgresTrafficRows.holds(session), server)
      let holds = kept.map { hold in
        var local = hold
        if clock == .server { (local.seconds, local.time) = (max(0, hold.left(server)), now) }
        return local
      }
      let pauses = try PostgresTrafficRows.paused(session).compactMap { name, bucket in
        let left = bucket.pause - max(0, server.wall - bucket.time.wall)
        return left > 0 ? TrafficHold(host: name, kind: .pause, seconds: left, time: now) : nil
      }
      return holds + pauses
    } ?? []
  }

  /// See ``TrafficStore/mark``. Differs at each call, because only the server knows of changes.
  public var mark: TrafficMark {
    TrafficMark([
      looks.withLock {
        $0 += 1
        return $0
      }
    ])
  }

  // MARK: Known values

  /// See ``TrafficStore/failed(_:_:)``.
  public func failed(_ host: String, _ failure: TrafficFailure) {
    write { try PostgresTrafficRows.put(failure, host, $0) }
  }

  /// See ``TrafficStore/lastFailure(of:)``.
  public func lastFailure(of host: String) -> TrafficFailure? {
    look { try PostgresTrafficRows.failure(host, $0) } ?? nil
  }

  /// See ``TrafficStore/count(_:)``.
  public func count(_ minutes: [TrafficMinute]) {
    write { try PostgresTrafficRows.add(minutes, $0) }
  }

  /// See ``TrafficStore/minutes(since:)``.
  public func minutes(since start: Int) -> [TrafficMinute] {
    look { try PostgresTrafficRows.minutes(since: start, $0) } ?? []
  }

  // MARK: Transactions

  private func time(_ session: SQLSession, _ caller: ClockTime) throws -> ClockTime {
    if clock == .caller { return caller }
    let seconds = try PreparedStatement(session, "SELECT \(PostgresClock.sql)").map { $0.real(0) }
    let now = seconds.first ?? 0
    return ClockTime(wall: now, monotonic: now)
  }

  /// Changes a bucket in one transaction; nil if the server cannot be asked.
  @discardableResult
  private func change<Value>(
    _ upstream: String, _ limit: RateLimit, _ now: ClockTime,
    _ body: (inout TrafficBucket, ClockTime) -> Value
  ) -> Value? {
    write { session in
      let begin = try time(session, now)
      var bucket = try PostgresTrafficRows.locked(
        upstream, session, fresh: TrafficBucket(limit, now: begin))
      // Read the time again: waiting for the lock may have taken long.
      let value = body(&bucket, try time(session, now))
      try PostgresTrafficRows.put(bucket, upstream, session)
      return value
    }
  }

  @discardableResult
  private func write<Value>(_ body: (SQLSession) throws -> Value) -> Value? {
    attempt { try database().writing(body) }
  }

  private func look<Value>(_ body: (SQLSession) throws -> Value) -> Value? {
    attempt { try database().reading(body) }
  }

  private func database() throws -> PostgresDatabase {
    try opened.withLock { opened in
      if let opened { return opened }
      let database = try open()
      opened = database
      return database
    }
  }

  private func attempt<Value>(_ work: () throws -> Value) -> Value? {
    do { return try work() } catch {
      let isFirst = hasWarned.withLock { warned in
        defer { warned = true }
        return !warned
      }
      if isFirst {
        onWarning("requests to services with a limit wait for the fleet's store: \(error)")
      }
      return nil
    }
  }
}

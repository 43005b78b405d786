internal import Notation
public import Reactor

/// The state of one upstream's limit, and the arithmetic of every ``TrafficStore``: a store only
/// keeps it.
///
/// Elapsed time is taken from the monotonic clock, which all processes of a machine share, so that
/// setting the wall clock neither fills the bucket nor empties it. Only after a restart of the machine,
/// when that clock begins anew, the wall clock counts.
public struct TrafficBucket: Sendable {
  /// The smallest share of the declared rate that is learned.
  static let leastShare = 0.05
  /// The factor of the share after a refusal (multiplicative decrease).
  static let decrease = 0.7
  /// How much of the share comes back per second (additive increase): 0.1 in 20 s.
  static let increase = 0.005
  /// The longest pause that is kept, in seconds: a day.
  public static let longestPause = 86_400.0

  /// Tokens at hand; below zero, tokens of the future that are given out already.
  public var tokens: Double
  /// The share of the declared rate that the upstream is known to take, above 0, at most 1.
  public var share: Double
  /// Seconds since the share was last reduced.
  public var sinceDecrease: Double
  /// The rest of a pause that the upstream asked for, in seconds; 0 for none.
  public var pause: Double
  /// The requests of the last period.
  public var window: TrafficWindow
  /// When the above was true.
  public var time: ClockTime

  /// A full bucket at its declared rate.
  public init(_ limit: RateLimit, now: ClockTime) {
    self.init(
      tokens: Self.capacity(limit), share: 1, sinceDecrease: Self.longestPause, pause: 0, time: now)
  }

  /// A bucket as a store kept it.
  public init(
    tokens: Double, share: Double, sinceDecrease: Double, pause: Double,
    window: TrafficWindow = TrafficWindow(), time: ClockTime
  ) {
    self.tokens = tokens
    self.share = share
    self.sinceDecrease = sinceDecrease
    self.pause = pause
    self.window = window
    self.time = time
  }

  /// How many requests may go at once. A tenth of a declared burst stays unused: a request that leaves
  /// on time may arrive early compared with its predecessors, and would then be refused.
  static func capacity(_ limit: RateLimit) -> Double {
    limit.burst - (limit.burst / 10).rounded(.down)
  }

  /// Takes a block of tokens: what is wanted, as far as it is there, or a second's worth; at least one.
  /// - Parameter wanted: how many requests wait.
  public mutating func take(_ wanted: Int, _ limit: RateLimit, now: ClockTime) -> TrafficGrant {
    advance(limit, now)
    let perSecond = limit.perSecond * share
    let atHand = Int(clamping: max(0, min(tokens + 1e-9, 1e6)))
    let second = Int(clamping: min(perSecond, 1e6))
    let isWindowed = TrafficWindow.counts(limit)
    let usable = isWindowed ? min(atHand, window.room(limit)) : atHand
    let count = max(1, min(max(wanted, second), max(second, usable)))
    var grant = TrafficGrant(
      count: count, available: tokens, perSecond: perSecond, pause: pause, time: now)
    tokens -= Double(count)
    if isWindowed { grant.delays = (0..<count).map { window.add(after: grant.delay($0), limit) } }
    return grant
  }

  /// Takes tokens back that were not used.
  public mutating func giveBack(_ count: Int, _ limit: RateLimit, now: ClockTime) {
    advance(limit, now)
    tokens = min(Self.capacity(limit), tokens + Double(max(0, count)))
    window.remove(count)
  }

  /// Learns that the upstream refused a request as one too many.
  /// - Parameter pause: how long it asks to be left alone, in seconds; 0 where it does not say.
  public mutating func refuse(pause: Double, _ limit: RateLimit, now: ClockTime) {
    advance(limit, now)
    // Requests that were in flight together are refused together: that is one lesson.
    if sinceDecrease >= min(10, max(1, limit.seconds / limit.count)) {
      share = max(Self.leastShare, share * Self.decrease)
      sinceDecrease = 0
    }
    tokens = min(tokens, 0)
    self.pause = max(self.pause, min(max(0, pause), Self.longestPause))
  }

  /// Lets the time pass that has passed.
  mutating func advance(_ limit: RateLimit, _ now: ClockTime) {
    let steady = now.monotonic - time.monotonic
    let passed = steady >= 0 ? steady : max(0, now.wall - time.wall)
    // A pause ends by either clock: the monotonic one stands still while the machine sleeps.
    pause = max(0, pause - max(passed, now.wall - time.wall))
    window.advance(passed, limit)
    tokens = min(Self.capacity(limit), tokens + passed * limit.perSecond * share)
    // No debt is longer than a period, whatever was kept.
    tokens = max(tokens, -max(limit.count, Double(Self.mostReserved)))
    share = min(1, max(Self.leastShare, share + passed * Self.increase))
    sinceDecrease = min(Self.longestPause, sinceDecrease + passed)
    time = now
  }

  /// Blocks of the future that processes may hold together.
  private static let mostReserved = 64
}

/// A block of tokens that a process has taken.
public struct TrafficGrant: Sendable {
  /// How many, 1 or more.
  public var count: Int
  /// The bucket's tokens before: as many of them are usable at once.
  public var available: Double
  /// How fast the others become usable.
  public var perSecond: Double
  /// How long the upstream is still to be left alone, in seconds.
  public var pause: Double
  /// When it was given.
  public var time: ClockTime
  /// When each may be used, in seconds after ``time``; empty where only tokens count.
  var delays: [Double] = []

  package init(
    count: Int, available: Double, perSecond: Double, pause: Double, time: ClockTime
  ) {
    (self.count, self.available, self.perSecond) = (count, available, perSecond)
    (self.pause, self.time) = (pause, time)
  }

  /// How long after ``time`` the token number `index`, from 0, may be used, in seconds.
  public func delay(_ index: Int) -> Double {
    if delays.indices.contains(index) { return delays[index] }
    let missing = Double(index + 1) - available
    return missing <= 1e-9 ? 0 : missing / perSecond
  }
}

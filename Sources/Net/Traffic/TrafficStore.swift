public import Reactor

/// The store of upstreams' limits: the contract that any must pass
/// (`TrafficStoreContract` in the tests).
///
/// A store that several processes share hands out tokens in blocks, so that it is asked about once a
/// second. It never fails: one that cannot be reached works for this process alone, and says so once.
/// It takes the time from its caller.
public protocol TrafficStore: Sendable {
  /// Whether calls return at once; else they block and are made off the reactor.
  var isImmediate: Bool { get }

  /// Takes a block of tokens, of the future if need be.
  /// - Parameter wanted: how many requests wait, 1 or more.
  func take(_ upstream: String, _ limit: RateLimit, wanted: Int, now: ClockTime) -> TrafficGrant

  /// Takes tokens back that were not used.
  func giveBack(_ count: Int, _ upstream: String, _ limit: RateLimit, now: ClockTime)

  /// Notes that the upstream refused a request as one too many.
  /// - Parameter pause: how long it asks to be left alone, in seconds; 0 where it does not say.
  func refused(_ upstream: String, _ limit: RateLimit, pause: Double, now: ClockTime)

  /// The state of an upstream's limit, without taking a token; nil: none yet.
  func bucket(_ upstream: String, now: ClockTime) -> TrafficBucket?

  /// Keeps how a request to a host failed, in place of the failure before; those of the
  /// ``TrafficFailure/mostHosts`` hosts that failed last stay.
  func failed(_ host: String, _ failure: TrafficFailure)

  /// How a request to a host last failed; nil: none has, as far as is known.
  func lastFailure(of host: String) -> TrafficFailure?

  /// Adds to what was counted of minutes; those older than ``TrafficMinute/kept`` go.
  func count(_ minutes: [TrafficMinute])

  /// The counts of the minutes from a time on, by time and host.
  /// - Parameter start: in seconds since 1970.
  func minutes(since start: Int) -> [TrafficMinute]

  /// Shares a hold; of two on one host of one kind, the one that ends later stays.
  func hold(_ hold: TrafficHold)

  /// Ends a hold for all.
  func release(_ host: String, _ kind: TrafficHold.Kind)

  /// The holds; those that are over stay for a while.
  func holds(now: ClockTime) -> [TrafficHold]

  /// Changes with the holds, and may change more often. Unlike all else here it may be asked on the
  /// reactor: it opens nothing.
  var mark: TrafficMark { get }
}

public import Reactor

/// The HTTP client: policy, cache, single-flight, retries, limits and libcurl, on one reactor.
///
/// ```swift
/// let reactor = Reactor()
/// let client = try HTTPClient(reactor: reactor, time: SystemTime(reactor: reactor))
/// let answer = try await client.send(HTTPRequest(url: "https://api.example.org/search?q=dune"))
/// ```
///
/// Calls from an actor of the same reactor cost no thread hop.
public actor HTTPClient {
  /// The thread that everything runs on.
  public nonisolated let reactor: Reactor
  nonisolated(unsafe) private let stack: LayerStack  // confined to the reactor's thread

  /// The reactor.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    reactor.asUnownedSerialExecutor()
  }

  /// Makes a client; nothing is loaded or opened before the first request.
  /// - Parameters:
  ///   - reactor: the thread to run on.
  ///   - time: clocks and sleeping; socket time-outs use the machine's clock in any case.
  ///   - cache: where answers are kept; nil keeps none.
  ///   - onWait: hears of waits alone (``HTTPEvent/Kind/waiting(_:)``, but for slots, and
  ///     ``HTTPEvent/Kind/retrying(after:reason:)``), on the reactor's thread; unlike a subscription it
  ///     costs a request that does not wait nothing.
  /// - Throws: ``HTTPError`` of kind `invalidURL` when an upstream's address cannot be parsed.
  public init(
    reactor: Reactor, time: any TimeSource, configuration: HTTPConfiguration = HTTPConfiguration(),
    cache: sending (any ResponseCaching)? = nil,
    onWait: (@Sendable (HTTPEvent) -> Void)? = nil
  ) throws(HTTPError) {
    self.reactor = reactor
    let upstreams = try UpstreamMap(
      configuration.upstreams, elsewhere: configuration.elsewhere)
    stack = LayerStack(
      reactor: reactor, time: time, configuration: configuration, upstreams: upstreams,
      cache: cache)
    stack.monitor.onWait = onWait
  }

  /// Sends a request through all layers.
  /// - Returns: the answer, whatever its status.
  /// - Throws: ``HTTPError``; of kind `cancelled` when the task is cancelled.
  public func send(
    _ request: HTTPRequest, context: RequestContext = RequestContext()
  ) async throws -> HTTPResponse {
    try await stack.send(stack.prepare(request, context))
  }

  /// Checks a request and reads its address, once for ``cachedNow(_:)`` and ``send(_:)``. Only on the
  /// reactor's thread.
  public nonisolated func prepare(
    _ request: HTTPRequest, context: RequestContext = RequestContext()
  ) -> PreparedRequest {
    precondition(reactor.isCurrent, "only on the reactor's thread")
    return stack.prepare(request, context)
  }

  /// As ``send(_:context:)``.
  public func send(_ prepared: PreparedRequest) async throws -> HTTPResponse {
    try await stack.send(prepared)
  }

  /// A fresh answer of the cache, without suspending. Only on the reactor's thread.
  /// - Returns: nil when the request needs ``send(_:)``.
  public nonisolated func cachedNow(_ prepared: PreparedRequest) -> HTTPResponse? {
    precondition(reactor.isCurrent, "only on the reactor's thread")
    return stack.cachedNow(prepared)
  }

  /// Calls `handler` with every event, at once and on the reactor's thread, until unsubscribed.
  public func subscribe(
    _ handler: @escaping @Sendable (HTTPEvent) -> Void
  ) -> HTTPSubscription {
    stack.monitor.subscribe(handler)
  }

  /// Ends a subscription.
  public func unsubscribe(_ subscription: HTTPSubscription) {
    stack.monitor.unsubscribe(subscription)
  }

  /// The counters.
  public var stats: HTTPStats { stack.monitor.stats }

  /// The upstreams that are asked now, most requests first. Only on the reactor's thread.
  public nonisolated var inFlight: [(upstream: String, requests: Int)] {
    precondition(reactor.isCurrent, "only on the reactor's thread")
    return stack.slots.inFlight
  }

  /// How much was sent to upstreams with a rate limit. Only on the reactor's thread.
  public nonisolated var limitedTraffic: [LimitedTraffic] {
    precondition(reactor.isCurrent, "only on the reactor's thread")
    return stack.governor.limitedTraffic
  }

  /// Connects to an address, TLS included, and sends no request: whether a service can be reached. Asks
  /// neither cache nor governor.
  /// - Parameter seconds: how long it may take.
  /// - Returns: the seconds that it took.
  /// - Throws: ``HTTPError``; of kind `offline` while the network is off, `notRecorded` where a recording
  ///   or a test stands for the network.
  public func reach(
    _ url: String, context: RequestContext = RequestContext(), within seconds: Double
  ) async throws -> Double {
    try await stack.reach(url, context, within: seconds)
  }

  /// The state of the upstream behind an address, without asking it.
  /// - Parameter client: the named client that asks it; nil: the host's own limits.
  /// - Throws: ``HTTPError`` of kind `invalidURL` or `denied`.
  public func upstreamState(
    of url: String, client: String? = nil, context: RequestContext = RequestContext()
  ) async throws -> UpstreamState {
    try await stack.upstreamState(of: url, client: client, context)
  }

  /// Sets rate and concurrency of a host or of a named client (``HTTPOptions/client``); nil leaves
  /// the host's. Its rate-limit statuses are kept unless given.
  public func setLimits(
    client: String, rate: RateLimit?, concurrency: Int?, rateLimitStatuses: Set<Int>? = nil
  ) {
    let kept = stack.limits.get(client)?.rateLimitStatuses ?? []
    stack.limits.set(
      client,
      ClientLimits(
        rate: rate, concurrency: concurrency, rateLimitStatuses: rateLimitStatuses ?? kept))
  }

  /// The requests to each host since a time, minute by minute: of all processes of the home where they have
  /// a rate limit, else of this one.
  /// - Parameter start: in seconds since 1970; minutes are kept for two hours.
  public func trafficMinutes(since start: Int) async -> [TrafficMinute] {
    await stack.governor.minutes(since: start)
  }

  /// Gives tokens of rate limits back that were taken ahead and not used: for the end of a run, where
  /// other processes share the limits.
  public func giveBackTokens() async { await stack.governor.giveBack() }

  /// Waits for what is asked behind served answers (stale-while-revalidate, RFC 5861), for the end of a
  /// run; what takes longer than `seconds` of the machine's clock is cancelled.
  public func settle(within seconds: Double) async {
    await stack.revalidations.settle(within: seconds)
  }

  /// Switches the network off or on; see ``HTTPConfiguration/offline``.
  public func setOffline(_ offline: Bool) { stack.cache.isOffline = offline }
}

/// A request whose address a client has read and judged; see ``HTTPClient/prepare(_:context:)``.
public struct PreparedRequest: Sendable {
  let call: Result<HTTPCall, HTTPError>
}

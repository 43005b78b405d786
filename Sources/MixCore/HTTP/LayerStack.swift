internal import Reactor

/// The layers of a client in their order; confined to the client's reactor.
///
/// Every function runs where its caller runs, so that a request passes all layers without a thread
/// hop and without a task of its own. The layers' functions are always inlined into ``exchange(_:)``:
/// an asynchronous frame each costs more than what most of them do.
final class LayerStack {
  let monitor = HTTPMonitor()
  let limits: LimitTable
  let cache: CacheLayer
  private let time: any TimeSource
  private let policy = PolicyCheck()
  private let flights: SingleFlight
  private let breaker: CircuitBreaker
  private let retries: RetryLayer
  private let rates: RateLimiter
  private let slots: ConcurrencyLimiter
  private let transport: CurlTransport
  private let tape: CassetteTransport?
  private let upstreams: UpstreamMap
  private var nextID: UInt64 = 0
  // A script's next request mostly goes where its last one went.
  private var lastOrigin: HTTPURL.Origin?

  init(
    reactor: Reactor, time: any TimeSource, configuration: HTTPConfiguration,
    upstreams: UpstreamMap, cache: (any ResponseCaching)?
  ) {
    self.time = time
    self.upstreams = upstreams
    limits = LimitTable(configuration)
    self.cache = CacheLayer(
      cache: cache, monitor: monitor, time: time, offline: configuration.offline)
    flights = SingleFlight(
      reactor: reactor, time: time, monitor: monitor, window: configuration.shareWindow)
    breaker = CircuitBreaker(time: time, pause: configuration.unreachablePause)
    retries = RetryLayer(time: time, monitor: monitor, random: configuration.random)
    rates = RateLimiter(time: time, monitor: monitor)
    slots = ConcurrencyLimiter(
      reactor: reactor, time: time, monitor: monitor, limit: configuration.maxConcurrent)
    // What is recorded is counted as it will be in a replay.
    let counter = configuration.cassette == nil ? monitor : HTTPMonitor()
    let transport = CurlTransport(
      reactor: reactor, time: time, monitor: counter, configuration: configuration,
      upstreams: upstreams)
    self.transport = transport
    tape = configuration.cassette.map { [monitor] cassette in
      CassetteTransport(
        cassette, reactor: reactor, monitor: monitor, upstreams: upstreams, transfer: transport)
    }
  }

  /// Sends a request through all layers, redirects included.
  @inline(__always)
  func send(_ request: HTTPRequest, _ context: RequestContext) async throws -> HTTPResponse {
    nextID += 1
    monitor.stats.requests += 1
    let started = time.monotonic
    var call: HTTPCall
    do {
      call = try makeCall(request, context, started: started)
    } catch {
      monitor.stats.failures += 1
      throw error
    }
    monitor.report(.started(method: request.method), call)
    do {
      let response = try await follow(&call)
      monitor.report(
        .finished(
          status: response.status, bytes: response.body.count,
          seconds: (time.monotonic - started).seconds), call)
      return response
    } catch {
      let named = Self.named(error, call)
      monitor.stats.failures += 1
      monitor.report(.failed(named), call)
      throw named
    }
  }

  /// A fresh stored answer that needs no further request; nil when there is none.
  func cachedNow(_ request: HTTPRequest, _ context: RequestContext) -> HTTPResponse? {
    guard CacheLayer.mayAnswer(request), let url = try? parse(request.url),
      (try? policy.check(url, context.policy)) != nil,
      var response = cache.fresh(request, url: url),
      !RedirectRule.isRedirect(response, request)
    else { return nil }
    nextID += 1
    monitor.stats.requests += 1
    monitor.stats.cacheHits += 1
    response.source = .cache
    return response
  }

  private func parse(_ text: String) throws(HTTPError) -> HTTPURL {
    let url = try HTTPURL(text, near: lastOrigin)
    if url.origin !== lastOrigin { lastOrigin = url.origin }
    return url
  }

  private func makeCall(
    _ request: HTTPRequest, _ context: RequestContext, started: Duration
  ) throws(HTTPError) -> HTTPCall {
    try RequestCheck.check(request)
    let url = try parse(request.url)
    let budget = Duration.seconds(min(max(request.options.totalTimeout, 0), 1e6))
    return HTTPCall(
      id: nextID, request: request, url: url, context: context,
      addresses: try policy.check(url, context.policy), deadline: started + budget)
  }

  @inline(__always)
  private func follow(_ call: inout HTTPCall) async throws -> HTTPResponse {
    var redirects = 0
    while true {
      let response = try await exchange(call)
      guard RedirectRule.isRedirect(response, call.request),
        let location = response.headers["Location"]
      else { return response }
      redirects += 1
      guard redirects <= call.request.options.maxRedirects else {
        throw HTTPError(
          .tooManyRedirects, "more than \(call.request.options.maxRedirects) redirects",
          url: call.url.text, status: response.status)
      }
      let target = try upstreams.redirect(from: call.url, location: location)
      try policy.checkRedirect(from: call.url, to: target)
      let addresses = try policy.check(target, call.context.policy)
      call = call.redirected(status: response.status, to: target, addresses: addresses)
    }
  }

  // The closures are functions, because only those can be told to be inlined.
  @inline(__always)
  private func exchange(_ call: HTTPCall) async throws -> HTTPResponse {
    @inline(__always)
    func shared(_ call: HTTPCall) async throws -> HTTPResponse {
      try await breaker.send(call, next: guarded)
    }
    @inline(__always)
    func guarded(_ call: HTTPCall) async throws -> HTTPResponse {
      let limits = limits.entry(host: call.url.authority, client: call.request.options.client)
      @inline(__always)
      func attempt(_ call: HTTPCall) async throws -> HTTPResponse {
        try await rates.wait(call, limits)
        return try await slots.withSlot(call, limits) {
          if let tape { return try await tape.send(call) }
          return try await transport.send(call)
        }
      }
      return try await retries.send(
        call, rateLimitStatuses: limits.rateLimitStatuses, next: attempt)
    }
    return try await cache.send(call) { try await flights.send($0, next: shared) }
  }

  /// Every error of the client is an ``HTTPError``.
  private static func named(_ error: any Error, _ call: HTTPCall) -> HTTPError {
    if error is CancellationError { return .cancelled(call.url.text) }
    if let error = error as? HTTPError { return error }
    return HTTPError(.protocolError, "\(error)", url: call.url.text)
  }
}

internal import Reactor

/// The layers of a client in their order; confined to the client's reactor. An ``HTTPExchange`` calls one
/// after the other.
package final class LayerStack {
  let reactor: Reactor
  let time: any TimeSource
  package let monitor = HTTPMonitor()
  let limits: LimitTable
  let cache: CacheLayer
  let revalidations: Revalidations
  let flights: SingleFlight
  let retries: RetryLayer
  package let governor: TrafficGovernor
  let slots: ConcurrencyLimiter
  let transport: CurlTransport
  /// Takes the place of `transport`.
  let standIn: (any TransferStandIn)?
  private let policy = PolicyCheck()
  let upstreams: UpstreamMap
  private let proxies: ProxyRules
  // Empty where a test answers for all hosts.
  private let settingsOfHosts: [String: String]
  private var nextID: UInt64 = 0

  init(
    reactor: Reactor, time: any TimeSource, configuration: HTTPConfiguration,
    upstreams: UpstreamMap, cache: (any ResponseCaching)?
  ) {
    self.reactor = reactor
    self.time = time
    self.upstreams = upstreams
    proxies = configuration.proxies
    settingsOfHosts = configuration.responder == nil ? configuration.settingsOfHosts : [:]
    limits = LimitTable(
      configuration.limits, maxPerHost: configuration.maxPerHost,
      liftsRateLimits: configuration.liftsRateLimits)
    self.cache = CacheLayer(
      cache: cache, monitor: monitor, time: time, offline: configuration.offline,
      upstreams: upstreams, hostsByPlace: configuration.hostsCachedByPlace)
    revalidations = Revalidations(reactor)
    flights = SingleFlight(
      reactor: reactor, time: time, monitor: monitor, window: configuration.shareWindow)
    retries = RetryLayer(time: time, monitor: monitor, random: configuration.random)
    governor = TrafficGovernor(
      reactor: reactor, time: time, monitor: monitor,
      store: configuration.traffic ?? InMemoryTrafficStore(),
      circuits: CircuitTable(
        failures: configuration.circuitFailures, pause: configuration.circuitPause),
      upstreams: upstreams)
    slots = ConcurrencyLimiter(
      reactor: reactor, time: time, monitor: monitor, limit: configuration.maxConcurrent)
    // Recorded requests are counted as they will be in a replay.
    let counter = configuration.cassette == nil ? monitor : HTTPMonitor()
    let transport = CurlTransport(
      reactor: reactor, time: time, monitor: counter, configuration: configuration,
      upstreams: upstreams)
    self.transport = transport
    if let cassette = configuration.cassette {
      standIn = CassetteTransport(
        cassette, reactor: reactor, monitor: monitor, upstreams: upstreams, transfer: transport)
    } else {
      standIn = configuration.responder.map { [monitor] in
        ResponderTransport($0, monitor: monitor, transfer: transport)
      }
    }
    // Neither outlives the stack.
    self.cache.revalidate = { [unowned self] in revalidations.begin($0, through: self) }
  }

  /// A fresh stored answer that needs no further request; nil when there is none.
  func cachedNow(_ prepared: PreparedRequest) -> HTTPResponse? {
    guard let call = try? prepared.call.get(), call.request.attachments == nil,
      var response = cache.fresh(call), !RedirectRule.isRedirect(response, call.request)
    else { return nil }
    monitor.stats.cacheHits += 1
    response.source = .cache
    return response
  }

  /// Takes a request through all layers.
  /// - Throws: ``HTTPError``.
  func send(_ prepared: PreparedRequest) async throws -> HTTPResponse {
    do {
      return try await HTTPExchange(prepared.call.get(), through: self).response()
    } catch {
      monitor.stats.failures += 1
      throw error
    }
  }

  /// Layer 7.
  func transfer(_ call: HTTPCall) async throws -> HTTPResponse {
    if let standIn { return try await standIn.answer(call) }
    return try await transport.send(call)
  }

  /// Checks and numbers a request.
  func prepare(_ request: HTTPRequest, _ context: RequestContext) -> PreparedRequest {
    nextID += 1
    monitor.stats.requests += 1
    let id = nextID
    return PreparedRequest(
      call: Result { () throws(HTTPError) in
        try RequestCheck.check(request)
        let url = try HTTPURL(request.url)
        return withCookies(
          HTTPCall(
            id: id, request: request, url: url, context: context,
            addresses: try check(url, context.policy), started: time.monotonic))
      })
  }

  private func check(_ url: HTTPURL, _ grants: HTTPPolicy) throws(HTTPError) -> AddressRule {
    if let setting = settingsOfHosts[url.host], upstreams.actual(for: url) == nil {
      throw HTTPError(
        .notSet, "the address of this service is not set: mixhost config set \(setting) ADDRESS",
        url: url.text)
    }
    let addresses = try policy.check(url, grants)
    if addresses == .publicOnly, upstreams.actual(for: url) != nil {
      // The user has set where it is, which may be at home.
      return .any
    }
    if upstreams.actual(for: url) == nil, proxies.proxy(for: url) != nil {
      try policy.checkProxied(url, grants)
    }
    return addresses
  }

  /// The hop that an answer of status `status` asks for.
  /// - Parameter count: how many hops that makes.
  /// - Throws: ``HTTPError`` when there are too many, or the target must not be asked.
  func redirected(
    _ call: HTTPCall, _ status: Int, to location: String, count: Int
  ) throws(HTTPError) -> HTTPCall {
    let most = call.request.options.maxRedirects
    guard count <= most else {
      throw HTTPError(
        .tooManyRedirects, "more than \(most) redirects", url: call.url.text, status: status)
    }
    if call.request.options.redirects == .refused {
      throw HTTPError(
        .redirected,
        "\(call.url.authority) answers \(status), which sends elsewhere: redirects are refused",
        url: call.url.text, status: status)
    }
    let target: HTTPURL
    do { target = try upstreams.redirect(from: call.url, location: location) } catch {
      let said = "\(call.url.authority) redirects to \(SafeText.short(location))"
      if error.rule == .httpsOnly {
        throw HTTPError(.denied, "\(said): \(error.message)", url: call.url.text, rule: error.rule)
      }
      guard error.kind == .invalidURL else { throw error }
      // It is the service's mistake, not that of the script.
      throw HTTPError(
        .protocolError, "\(said), which is not an address", url: call.url.text, status: status)
    }
    // A service that the user has placed somewhere may send about within that place.
    let place = upstreams.actual(for: call.url) ?? call.url
    let stays = call.addresses == .any && target.sameOrigin(as: place)
    if !stays { try policy.checkRedirect(from: call.url, to: target) }
    let addresses = stays ? .any : try check(target, call.context.policy)
    let from = target.sameOrigin(as: place) ? place : call.url
    let next = call.redirected(status: status, from: from, to: target, addresses: addresses)
    return withCookies(next)
  }

  /// A field of the caller's own comes before the jar's.
  private func withCookies(_ call: HTTPCall) -> HTTPCall {
    guard let jar = call.request.attachments?.cookies, call.request.headers["Cookie"] == nil,
      let field = jar.field(for: call.url, now: time.wall)
    else { return call }
    var call = call
    call.request.headers["Cookie"] = field
    // Cookies are the script's own, also beside a log-in of the user's.
    call.request.options.sendsSetting = false
    return call
  }

  /// Takes the cookies that the network has brought.
  func keepCookies(of response: HTTPResponse, to call: HTTPCall) {
    guard let jar = call.request.attachments?.cookies, response.source == .live else { return }
    jar.store(response.headers.values("Set-Cookie"), from: call.url, now: time.wall)
  }
}

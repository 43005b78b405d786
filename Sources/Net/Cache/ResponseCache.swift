public import Reactor

/// A private HTTP cache after RFC 9111: memory over ``DiskTier``.
///
/// Not Sendable: confined to the HTTP client's actor. The rules themselves are pure functions, in the
/// folder RFC9111; docs/caching.md lists the cases. A caller's ``HTTPOptions/ttl`` overrules them.
public final class ResponseCache: ResponseCaching {
  private var store: ResponseStore
  /// See ``ResponseCaching/shared``.
  public let shared: SharedAnswers?
  let disk: DiskTier?
  let time: any TimeSource

  /// - Parameters:
  ///   - disk: the tier on disk, shared with ``KeyValueCache``; nil: memory only.
  ///   - shared: the tier that all hosts of a fleet share.
  ///   - time: whose wall clock tells ages.
  ///   - memory: the size of the memory tier.
  public convenience init(
    disk: DiskTier?, shared: SharedAnswers? = nil, time: any TimeSource,
    memory: MemoryLimits = .responses
  ) {
    self.init(disk: disk, shared: shared, time: time, memory: memory, pressure: MemoryPressure())
  }

  init(
    disk: DiskTier?, shared: SharedAnswers? = nil, time: any TimeSource, memory: MemoryLimits,
    pressure: MemoryPressure
  ) {
    self.disk = disk
    self.shared = shared
    self.time = time
    store = ResponseStore(disk: disk, limits: memory, pressure: pressure)
  }

  /// Looks up the answer stored for a GET or HEAD request.
  ///
  /// A request with `only-if-cached` that nothing can serve gets a fresh 504 without body (RFC 9111,
  /// 5.2.1.7). A reload finds even a fresh answer expired, without validators: it may stand in when the
  /// origin fails, nothing more. A range is cut out of a fresh answer. A request with conditions of its own gets a 304 from a fresh answer
  /// (4.3.2), else a miss.
  public func lookup(_ request: HTTPRequest, upstreamURL: String) -> CacheLookup {
    let options = request.options
    guard request.method == "GET" || request.method == "HEAD", options.ttl != 0 else {
      return .miss
    }
    let control = CacheControl(request.headers)
    let now = time.wall
    let nothing =
      control.onlyIfCached
      ? CacheLookup.fresh(HTTPResponse(status: 504, url: request.url, source: .cache)) : .miss
    guard let (_, stored) = store.find(request.headers, url: upstreamURL, now: now),
      options.ttl != nil || stored.isStorableByRules
    else { return nothing }
    let decision = decide(options, control, stored, now: now)
    if request.headers["Range"] != nil {
      return part(stored, request, decision, now: now).map { .fresh($0) } ?? nothing
    }
    if options.reload { return reloaded(stored, request, decision, now: now) }
    switch decision {
    case .fresh: return .fresh(freshAnswer(stored, request, now: now))
    case .staleAccepted: return .fresh(answer(stored, request, .stale, now: now))
    case .whileRevalidating
    where !control.onlyIfCached && !Validation.isConditional(request.headers):
      return .revalidating(
        answer(stored, request, .stale, now: now),
        validators: Validation.requestFields(for: stored.headers))
    case .whileRevalidating: return nothing
    case .validate(let mustRevalidate, let usableOnError):
      if control.onlyIfCached || Validation.isConditional(request.headers) { return nothing }
      return .expired(
        answer(stored, request, .stale, now: now),
        validators: Validation.requestFields(for: stored.headers), mustRevalidate: mustRevalidate,
        usableOnError: usableOnError)
    }
  }

  /// Keeps the answer to a GET when RFC 9111 or the caller's time to live allows; the answer to an
  /// unsafe method makes the cache forget the addresses it changed (4.4).
  public func store(
    _ request: HTTPRequest, upstreamURL: String, response: HTTPResponse,
    requestTime: Double, responseTime: Double
  ) {
    let changed = Invalidation.addresses(
      method: request.method, url: upstreamURL, status: response.status, headers: response.headers)
    for address in changed { invalidate(upstreamURL: address) }
    guard request.options.ttl != 0 else { return }
    let byRules = Cacheability.isStorable(
      method: request.method, request: request.headers, status: response.status, response.headers)
    let byCaller =
      (request.options.ttl ?? 0) > 0
      && Cacheability.isStorableUnderExplicitTTL(response.status)
      && request.method == "GET" && request.headers["Range"] == nil
    guard byRules || byCaller else { return }
    let stored = StoredResponse(
      status: response.status, headers: Cacheability.storedFields(response.headers),
      body: response.body, url: response.url, requestTime: requestTime, responseTime: responseTime,
      isStorableByRules: byRules, callerTTL: request.options.ttl ?? 0,
      isConfined: Self.isConfined(request, response.headers))
    store.store(stored, for: request.headers, url: upstreamURL, now: time.wall)
    shared?.source.put(stored, to: request, url: upstreamURL)
  }

  /// See ``ResponseCaching/adopt(_:for:upstreamURL:)``.
  public func adopt(_ answer: SharedAnswer, for request: HTTPRequest, upstreamURL: String) {
    let now = time.wall
    let known = store.peek(request.headers, url: upstreamURL, now: now)
    if let known, known.responseTime >= answer.response.responseTime { return }
    store.store(answer.response, for: request.headers, url: upstreamURL, now: now)
  }

  /// Whether an answer stays in this run: a script's own credential has brought it, and the origin does
  /// not say that it is for everybody (RFC 9111, 3.5 and 5.2.2.9).
  private static func isConfined(_ request: HTTPRequest, _ answer: HTTPHeaders) -> Bool {
    if request.options.sendsSetting || request.headers.credentialNames.isEmpty { return false }
    let control = CacheControl(answer)
    return !control.isPublic || control.isPrivate
  }

  /// Updates the stored answer with the fields of a 304 and returns it (RFC 9111, 4.3.4).
  /// - Returns: nil when nothing is stored that the 304 speaks of.
  public func refresh(
    _ request: HTTPRequest, upstreamURL: String, notModified: HTTPResponse,
    requestTime: Double, responseTime: Double
  ) -> HTTPResponse? {
    let now = time.wall
    guard let (key, old) = store.find(request.headers, url: upstreamURL, now: now),
      Validation.confirms(notModified.headers, stored: old.headers)
    else { return nil }
    let headers = Validation.updated(old.headers, by: notModified.headers)
    let byRules = Cacheability.isStorable(
      method: "GET", request: request.headers, status: old.status, headers)
    let stored = StoredResponse(
      status: old.status, headers: headers, body: old.body, url: old.url, requestTime: requestTime,
      responseTime: responseTime, isStorableByRules: byRules,
      callerTTL: request.options.ttl ?? 0, isConfined: old.isConfined)
    if byRules || (request.options.ttl ?? 0) > 0 {
      store.replace(key, stored, now: now)
      shared?.source.put(stored, to: request, url: upstreamURL)
    }
    return answer(stored, request, .cache, now: now)
  }

  /// Forgets every stored answer to an address.
  public func invalidate(upstreamURL: String) {
    store.forget(url: upstreamURL, now: time.wall)
    shared?.source.remove(url: upstreamURL)
  }

  // MARK: Maintenance

  /// Keeps at most this share (0 to 1) of what the memory tier may hold; the disk tier is not touched.
  public func shrink(to share: Double) { store.shrink(to: share) }

  /// Waits until everything has been written to disk.
  public func flush() async {
    await disk?.flush()
    await shared?.source.flush()
  }

  /// Forgets every answer, in both tiers.
  public func clear() async {
    store.clearMemory()
    await disk?.clear(.response)
    // Again: a lookup during the wait may have brought a row back.
    store.clearMemory()
  }

  /// Removes answers from disk whose freshness ended `grace` seconds ago or earlier, then those used
  /// longest ago while the file is over its limit.
  /// - Returns: how many rows went.
  public func prune(expiredFor grace: Double = 0) async -> Int {
    let removed = await disk?.prune(.response, expiredBefore: time.wall - grace) ?? 0
    store.clearMemory()
    return removed
  }

  /// Hits and misses of this process, and what the tiers hold.
  public func statistics() async -> CacheStatistics {
    var result = store.statistics
    (result.memoryEntries, result.memoryBytes) = store.memoryUsage
    let usage = await disk?.usage(.response) ?? DiskUsage()
    (result.diskEntries, result.diskBytes) = (usage.entries, usage.bytes)
    return result
  }

  /// Forgets what is in memory: it comes back from disk.
  func forgetMemory() { store.clearMemory() }

  // MARK: Answers

  private func decide(
    _ options: HTTPOptions, _ control: CacheControl, _ stored: StoredResponse, now: Double
  ) -> Reuse {
    // A refusal that the rules keep (414, 501) must not pose as the answer for the caller's day.
    if let ttl = options.ttl, Cacheability.isStorableUnderExplicitTTL(stored.status) {
      return .decide(
        ttl: ttl, responseTime: stored.responseTime, now: now, allowExpired: options.allowExpired)
    }
    return .decide(
      request: control, response: stored.control, freshness: stored.freshness, now: now,
      allowExpired: options.allowExpired)
  }

  /// The range of a fresh answer that a request asks for; nil where the origin has to answer.
  private func part(
    _ stored: StoredResponse, _ request: HTTPRequest, _ decision: Reuse, now: Double
  ) -> HTTPResponse? {
    guard decision == .fresh, !request.options.reload, request.method == "GET" else { return nil }
    let whole = freshAnswer(stored, request, now: now)
    return RangeRequest.answer(request.headers, from: whole)
  }

  private func reloaded(
    _ stored: StoredResponse, _ request: HTTPRequest, _ decision: Reuse, now: Double
  ) -> CacheLookup {
    var mustRevalidate = false
    var usableOnError = request.options.allowExpired
    if case .validate(let must, let usable) = decision {
      (mustRevalidate, usableOnError) = (must, usable)
    }
    return .expired(
      answer(stored, request, .stale, now: now), validators: [:], mustRevalidate: mustRevalidate,
      usableOnError: usableOnError)
  }

  private func freshAnswer(_ stored: StoredResponse, _ request: HTTPRequest, now: Double)
    -> HTTPResponse
  {
    var result = answer(stored, request, .cache, now: now)
    if request.options.ttl == nil {
      for field in stored.control.noCacheFields { result.headers[field] = nil }
    }
    if Validation.isUnchanged(for: request.headers, stored: stored.headers, now: now) {
      result.status = 304
      result.body = []
    }
    return result
  }

  private func answer(
    _ stored: StoredResponse, _ request: HTTPRequest, _ source: HTTPResponse.Source, now: Double
  ) -> HTTPResponse {
    stored.answer(source: source, now: now, withoutBody: request.method == "HEAD")
  }
}

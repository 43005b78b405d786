internal import Reactor

/// Layer 2: answers from the response cache, revalidates, and falls back to expired answers.
final class CacheLayer {
  /// A request to the origin that the cache could not answer.
  final class Inquiry {
    /// The fields that make it conditional; empty for the whole answer.
    let validators: HTTPHeaders
    /// The answer that may stand in when the origin fails.
    fileprivate let fallback: HTTPResponse?
    fileprivate let requestTime: Double

    /// Whether an expired answer takes the place of a failure.
    var hasStandIn: Bool { fallback != nil }

    fileprivate init(validators: HTTPHeaders, fallback: HTTPResponse?, requestTime: Double) {
      self.validators = validators
      self.fallback = fallback
      self.requestTime = requestTime
    }
  }

  /// The outcome of a request here.
  private enum Passage {
    case answer(HTTPResponse)
    /// nil: the cache has no part in it.
    case ask(Inquiry?)
  }

  private let cache: (any ResponseCaching)?
  private let monitor: HTTPMonitor
  private let time: any TimeSource
  /// Asks anew for what a call was answered with, behind the answer's back.
  var revalidate: (HTTPCall) -> Void = { _ in }
  /// Whether nothing may be sent.
  var isOffline: Bool
  private let upstreams: UpstreamMap
  private let hostsByPlace: Set<String>

  init(
    cache: (any ResponseCaching)?, monitor: HTTPMonitor, time: any TimeSource, offline: Bool,
    upstreams: UpstreamMap, hostsByPlace: Set<String> = []
  ) {
    self.upstreams = upstreams
    self.hostsByPlace = hostsByPlace
    self.cache = cache
    self.monitor = monitor
    self.time = time
    isOffline = offline
  }

  /// The address under which answers are kept.
  private func address(_ url: HTTPURL) -> String {
    guard hostsByPlace.contains(url.host), let actual = upstreams.actual(for: url) else {
      return url.text
    }
    return actual.text
  }

  /// A fresh stored answer, without asking anyone.
  func fresh(_ call: HTTPCall) -> HTTPResponse? {
    let request = call.request
    guard let cache, request.options.ttl != 0, !request.options.reload, request.method == "GET",
      case .fresh(let response) = cache.lookup(request, upstreamURL: address(call.url))
    else { return nil }
    return response
  }

  /// The answers that hosts of a fleet share; nil: none.
  var shared: (any SharedAnswerSource)? { cache?.shared?.source }

  /// Looks again, with what another host has stored.
  /// - Returns: nil when that is not an answer to this request.
  func enter(_ call: HTTPCall, with answer: StoredResponse) -> HTTPResponse? {
    cache?.adopt(SharedAnswer(response: answer), for: call.request, upstreamURL: address(call.url))
    guard case .answer(let response)? = try? enter(call) else { return nil }
    return response
  }

  /// Answers from the cache, or with what the origin answers.
  /// - Parameter ask: asks the origin; its argument is nil where the cache has no part in it.
  /// - Throws: ``HTTPError`` of kind `offline` when nothing is stored and nothing may be sent; the failure to
  ///   ask, where nothing can stand in.
  func answer(
    _ call: HTTPCall, asking ask: (Inquiry?) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    var passage = try enter(call)
    while true {
      switch passage {
      case .answer(let response): return response
      case .ask(let inquiry):
        let result = await Result { try await ask(inquiry) }
        passage = try leave(inquiry, call, result)
      }
    }
  }

  /// Looks for an answer.
  /// - Throws: ``HTTPError`` of kind `offline` when there is none and nothing may be sent.
  private func enter(_ call: HTTPCall) throws(HTTPError) -> Passage {
    guard let cache, call.request.options.ttl != 0,
      call.request.method == "GET" || call.request.method == "HEAD"
    else {
      if isOffline { throw offline(call) }
      return .ask(nil)
    }
    switch cache.lookup(call.request, upstreamURL: address(call.url)) {
    case .miss: return try ask(call, validators: [:], fallback: nil)
    case .fresh(let response):
      if !call.request.options.reload { return .answer(hit(response, call, stale: false)) }
      // A reload asks anew, but a failing origin must not take away what is there.
      return try ask(call, validators: [:], fallback: allowed(response, call))
    case .revalidating(let response, let validators):
      if call.context.isRevalidation { return try ask(call, validators: validators, fallback: nil) }
      let answer = hit(response, call, stale: true)
      if !isOffline { revalidate(call) }
      return .answer(answer)
    case .expired(let response, let validators, let mustRevalidate, let usableOnError):
      let usable = usableOnError && !mustRevalidate
      return try ask(
        call, validators: call.request.options.reload ? [:] : validators,
        fallback: usable ? allowed(response, call) : nil)
    }
  }

  /// Stores what the origin has answered, or puts an expired answer in the place of a failure.
  /// - Returns: the answer, or a further inquiry.
  /// - Throws: the failure, where nothing can stand in.
  private func leave(
    _ inquiry: Inquiry?, _ call: HTTPCall, _ result: Result<HTTPResponse, any Error>
  ) throws -> Passage {
    guard let inquiry, let cache else {
      let response = try result.get()
      if !call.isSafe, (200..<400).contains(response.status) { forget(response, call) }
      return .answer(response)
    }
    let response: HTTPResponse
    do {
      response = try result.get()
    } catch let error as HTTPError where error.isOutage {
      guard let fallback = inquiry.fallback else { throw error }
      return .answer(standIn(fallback, inquiry, call))
    }
    // Another node's answer is in the cache by now.
    if response.source != .live { return .answer(response) }
    if response.status == 304, !asksConditionally(call.request) {
      return try confirmed(call, by: response, inquiry, cache)
    }
    if response.status >= 500, let fallback = inquiry.fallback {
      return .answer(standIn(fallback, inquiry, call))
    }
    // A request that shares another's transfer leaves storing to that one.
    if !response.shared {
      cache.store(
        call.request, upstreamURL: address(call.url), response: response,
        requestTime: inquiry.requestTime, responseTime: time.wall)
    }
    return .answer(response)
  }

  private func ask(
    _ call: HTTPCall, validators: HTTPHeaders, fallback: HTTPResponse?
  ) throws(HTTPError) -> Passage {
    if isOffline {
      guard let fallback else { throw offline(call) }
      return .answer(hit(fallback, call, stale: true))
    }
    return .ask(Inquiry(validators: validators, fallback: fallback, requestTime: time.wall))
  }

  private func allowed(_ response: HTTPResponse, _ call: HTTPCall) -> HTTPResponse? {
    call.request.options.allowExpired ? response : nil
  }

  /// The expired answer after all tries: it has grown older with their waits.
  private func standIn(
    _ fallback: HTTPResponse, _ inquiry: Inquiry, _ call: HTTPCall
  ) -> HTTPResponse {
    var response = hit(fallback, call, stale: true)
    response.age += max(0, time.wall - inquiry.requestTime)
    return response
  }

  private func hit(_ response: HTTPResponse, _ call: HTTPCall, stale: Bool) -> HTTPResponse {
    monitor.stats.cacheHits += 1
    if stale { monitor.stats.staleHits += 1 }
    monitor.report(.cacheHit(stale: stale), call)
    var response = response
    response.source = stale ? .stale : .cache
    return response
  }

  /// A successful change makes the cache forget (RFC 9111, 4.4).
  private func forget(_ response: HTTPResponse, _ call: HTTPCall) {
    guard let cache else { return }
    cache.invalidate(upstreamURL: address(call.url))
    for name in ["Location", "Content-Location"] {
      guard let reference = response.headers[name],
        let related = try? call.url.resolving(reference), related.sameOrigin(as: call.url)
      else { continue }
      cache.invalidate(upstreamURL: address(related))
    }
  }

  /// Handles a 304 that the caller did not ask for itself.
  private func confirmed(
    _ call: HTTPCall, by notModified: HTTPResponse, _ inquiry: Inquiry, _ cache: any ResponseCaching
  ) throws(HTTPError) -> Passage {
    if notModified.shared,
      case .fresh(let response) = cache.lookup(call.request, upstreamURL: address(call.url))
    {
      return .answer(hit(response, call, stale: false))
    }
    if !inquiry.validators.fields.isEmpty {
      let updated = cache.refresh(
        call.request, upstreamURL: address(call.url), notModified: notModified,
        requestTime: inquiry.requestTime, responseTime: time.wall)
      if let updated { return .answer(hit(updated, call, stale: false)) }
      // The stored answer went meanwhile: ask again, for the whole.
      return try ask(call, validators: [:], fallback: nil)
    }
    throw HTTPError(
      .protocolError,
      "\(call.url.authority) answers 304 (not modified) to a request without conditions",
      url: call.url.text, status: 304)
  }

  private func asksConditionally(_ request: HTTPRequest) -> Bool {
    request.headers["If-None-Match"] != nil || request.headers["If-Modified-Since"] != nil
  }

  private func offline(_ call: HTTPCall) -> HTTPError {
    HTTPError(
      .offline, "the network is switched off and the cache has no usable answer",
      url: call.url.text)
  }
}

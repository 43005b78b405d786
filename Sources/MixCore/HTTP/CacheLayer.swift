internal import Reactor

/// Layer 2: answers from the response cache, revalidates, and falls back to expired answers.
final class CacheLayer {
  /// What may stand in when the origin fails.
  private struct Fallback {
    let response: HTTPResponse
  }

  private let cache: (any ResponseCaching)?
  private let monitor: HTTPMonitor
  private let time: any TimeSource
  /// Whether nothing may be sent.
  var isOffline: Bool

  init(
    cache: (any ResponseCaching)?, monitor: HTTPMonitor, time: any TimeSource, offline: Bool
  ) {
    self.cache = cache
    self.monitor = monitor
    self.time = time
    isOffline = offline
  }

  /// Whether a stored answer can be one to this request at all.
  static func mayAnswer(_ request: HTTPRequest) -> Bool {
    request.options.ttl != 0 && !request.options.reload
      && (request.method == "GET" || request.method == "HEAD")
  }

  /// A fresh stored answer, without asking anyone.
  func fresh(_ request: HTTPRequest, url: HTTPURL) -> HTTPResponse? {
    guard let cache, Self.mayAnswer(request),
      case .fresh(let response) = cache.lookup(request, upstreamURL: url.text)
    else { return nil }
    return response
  }

  @inline(__always)
  func send(
    _ call: HTTPCall, next: (HTTPCall) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    guard let cache, call.request.options.ttl != 0,
      call.request.method == "GET" || call.request.method == "HEAD"
    else { return try await pass(call, next: next) }
    switch cache.lookup(call.request, upstreamURL: call.url.text) {
    case .miss:
      return try await fetch(call, validators: [:], fallback: nil, cache, next)
    case .fresh(let response):
      if !call.request.options.reload { return hit(response, call, stale: false) }
      // A reload asks anew, but a failing origin must not take away what is there.
      return try await fetch(call, validators: [:], fallback: allowed(response, call), cache, next)
    case .expired(let response, let validators, let mustRevalidate, let usableOnError):
      let usable = usableOnError && !mustRevalidate
      return try await fetch(
        call, validators: call.request.options.reload ? [:] : validators,
        fallback: usable ? allowed(response, call) : nil, cache, next)
    }
  }

  private func allowed(_ response: HTTPResponse, _ call: HTTPCall) -> Fallback? {
    call.request.options.allowExpired ? Fallback(response: response) : nil
  }

  private func hit(_ response: HTTPResponse, _ call: HTTPCall, stale: Bool) -> HTTPResponse {
    monitor.stats.cacheHits += 1
    if stale { monitor.stats.staleHits += 1 }
    monitor.report(.cacheHit(stale: stale), call)
    var response = response
    response.source = stale ? .stale : .cache
    return response
  }

  /// What the cache has no part in, except that a successful change makes it forget (RFC 9111, 4.4).
  @inline(__always)
  private func pass(
    _ call: HTTPCall, next: (HTTPCall) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    if isOffline { throw offline(call) }
    let response = try await next(call)
    if let cache, !call.isSafe, (200..<400).contains(response.status) {
      cache.invalidate(upstreamURL: call.url.text)
      for name in ["Location", "Content-Location"] {
        guard let reference = response.headers[name],
          let related = try? call.url.resolving(reference), related.sameOrigin(as: call.url)
        else { continue }
        cache.invalidate(upstreamURL: related.text)
      }
    }
    return response
  }

  private func fetch(
    _ call: HTTPCall, validators: HTTPHeaders, fallback: Fallback?, _ cache: any ResponseCaching,
    _ next: (HTTPCall) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    if isOffline {
      guard let fallback else { throw offline(call) }
      return hit(fallback.response, call, stale: true)
    }
    let requestTime = time.wall
    let response: HTTPResponse
    do {
      response = try await next(call.adding(validators))
    } catch let error as HTTPError where error.isOutage {
      guard let fallback else { throw error }
      return hit(fallback.response, call, stale: true)
    }
    if response.status == 304, !asksConditionally(call.request) {
      return try await confirmed(
        call, by: response, requestTime: requestTime, wasConditional: !validators.fields.isEmpty,
        cache, next)
    }
    if response.status >= 500, let fallback {
      return hit(fallback.response, call, stale: true)
    }
    // Who shares another's transfer leaves storing to that one.
    if !response.shared {
      cache.store(
        call.request, upstreamURL: call.url.text, response: response, requestTime: requestTime,
        responseTime: time.wall)
    }
    return response
  }

  /// Handles a 304 that the caller did not ask for itself.
  private func confirmed(
    _ call: HTTPCall, by notModified: HTTPResponse, requestTime: Double, wasConditional: Bool,
    _ cache: any ResponseCaching, _ next: (HTTPCall) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    if notModified.shared,
      case .fresh(let response) = cache.lookup(call.request, upstreamURL: call.url.text)
    {
      return hit(response, call, stale: false)
    }
    if wasConditional {
      let updated = cache.refresh(
        call.request, upstreamURL: call.url.text, notModified: notModified,
        requestTime: requestTime, responseTime: time.wall)
      if let updated { return hit(updated, call, stale: false) }
      // The stored answer went meanwhile: ask again, for the whole.
      return try await fetch(call, validators: [:], fallback: nil, cache, next)
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

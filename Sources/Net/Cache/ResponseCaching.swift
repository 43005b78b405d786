/// A response cache's answer to a lookup.
public enum CacheLookup: Sendable {
  /// Nothing usable is stored.
  case miss
  /// A stored answer that may be served as it is (``HTTPResponse/Source/cache``).
  case fresh(HTTPResponse)
  /// A stored answer past its freshness that may be served while it is asked for anew
  /// (stale-while-revalidate, RFC 5861). `validators` as in `expired`.
  case revalidating(HTTPResponse, validators: HTTPHeaders)
  /// A stored answer past its freshness.
  ///
  /// `validators` are the header fields of a conditional request (If-None-Match,
  /// If-Modified-Since; empty when the answer has no validator). `mustRevalidate` forbids serving it
  /// without asking the origin (RFC 9111, 5.2.2.2 and 5.2.2.4). `usableOnError` allows serving it
  /// when the origin fails or the network is off (stale-if-error, RFC 5861).
  case expired(
    HTTPResponse, validators: HTTPHeaders, mustRevalidate: Bool, usableOnError: Bool)
}

/// The client's view of a response cache; confined to the client's reactor.
///
/// `upstreamURL` is always the canonical address, the one that scripts name. Times are seconds since
/// 1970 (RFC 9111, 4.2.3: request_time and response_time).
public protocol ResponseCaching: AnyObject {
  /// Looks up the answer stored for a request.
  func lookup(_ request: HTTPRequest, upstreamURL: String) -> CacheLookup

  /// Keeps an answer when it may be kept (RFC 9111, 3, or the request's own `ttl`).
  func store(
    _ request: HTTPRequest, upstreamURL: String, response: HTTPResponse,
    requestTime: Double, responseTime: Double)

  /// Updates the stored answer with the header fields of a 304 (RFC 9111, 4.3.4).
  /// - Returns: the updated answer, or nil when nothing is stored that the 304 could confirm.
  func refresh(
    _ request: HTTPRequest, upstreamURL: String, notModified: HTTPResponse,
    requestTime: Double, responseTime: Double
  ) -> HTTPResponse?

  /// Forgets what is stored for an address, after a successful unsafe method (RFC 9111, 4.4).
  func invalidate(upstreamURL: String)

  /// The answers that machines of a fleet share; asked when nothing else can answer. nil: there is no such tier.
  var shared: SharedAnswers? { get }

  /// Keeps an answer that another host has stored, unless there is a later one.
  func adopt(_ answer: SharedAnswer, for request: HTTPRequest, upstreamURL: String)
}

extension ResponseCaching {
  /// None.
  public var shared: SharedAnswers? { nil }

  /// Nothing: there is none to come.
  public func adopt(_ answer: SharedAnswer, for request: HTTPRequest, upstreamURL: String) {}
}

/// An answer of ``SharedAnswers``, by this host's clock.
public struct SharedAnswer: Sendable {
  let response: StoredResponse
}

internal import Reactor

/// On whose behalf a request is made.
public struct RequestContext: Sendable {
  /// The script's grants.
  public var policy: HTTPPolicy
  /// A text that the events of the request carry, such as a task's name.
  public var tag: String?
  /// The memory that a large body is charged to; nil: no limit but ``HTTPOptions/maxBytes``.
  public var memory: (any BodyBudget)?
  /// Whether it asks behind the back of an answer that the cache has given
  /// (``CacheLookup/revalidating(_:validators:)``).
  var isRevalidation = false

  /// Makes a context.
  public init(
    policy: HTTPPolicy = .standard, tag: String? = nil, memory: (any BodyBudget)? = nil
  ) {
    self.policy = policy
    self.tag = tag
    self.memory = memory
  }
}

/// One hop of a request on its way through the layers.
struct HTTPCall: Sendable {
  /// The same for all hops, see ``HTTPEvent/id``.
  let id: UInt64
  var request: HTTPRequest
  /// The canonical address of this hop.
  var url: HTTPURL
  let context: RequestContext
  /// The addresses that the name may stand for.
  var addresses: AddressRule
  /// When the caller asked, on the client's monotonic clock.
  let started: Duration

  /// When the time budget is used up, on the same clock.
  var deadline: Duration {
    started + .seconds(clamping: min(max(request.options.totalTimeout, 0), 1e6))
  }

  /// The same hop with fields added, those of their names replaced.
  func adding(_ headers: HTTPHeaders) -> HTTPCall {
    var call = self
    for field in headers.fields { call.request.headers[field.name] = field.value }
    return call
  }

  /// The next hop, after a redirect.
  func redirected(
    status: Int, from url: HTTPURL, to target: HTTPURL, addresses: AddressRule
  ) -> HTTPCall {
    var next = self
    // Those of a jar are chosen anew.
    if request.attachments?.cookies != nil { next.request.headers["Cookie"] = nil }
    RedirectRule.rewrite(&next.request, status: status, from: url, to: target)
    (next.url, next.addresses) = (target, addresses)
    return next
  }

  /// The request with this hop's address.
  var hop: HTTPRequest {
    var request = request
    request.url = url.text
    return request
  }

  /// See ``HTTPRequest/isIdempotent``.
  var isIdempotent: Bool { request.isIdempotent }

  /// See ``HTTPRequest/isSafe``.
  var isSafe: Bool { request.isSafe }

  /// The error for a budget that is used up.
  func timeout(_ doing: String) -> HTTPError {
    HTTPError(
      .timeout,
      "\(url.authority) \(doing): the time budget of \(request.options.totalTimeout) s is used up",
      url: url.text)
  }
}

extension HTTPRequest {
  /// Whether sending it twice has the effect of sending it once (RFC 9110, 9.2.2).
  var isIdempotent: Bool { isSafe || method == "PUT" || method == "DELETE" }

  /// Whether it only reads (RFC 9110, 9.2.1).
  var isSafe: Bool {
    switch method {
    case "GET", "HEAD", "OPTIONS", "TRACE": !options.writes
    default: false
    }
  }
}

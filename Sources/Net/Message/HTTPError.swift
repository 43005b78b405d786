internal import Notation

/// Why a request brought no response. A status such as 404 is a response, not an error.
public struct HTTPError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of failure, for programs.
  public enum Kind: String, Sendable, CaseIterable {
    /// The address is not an absolute http(s) address.
    case invalidURL
    /// A method or header field that cannot be sent.
    case invalidRequest
    /// The policy forbids it; ``HTTPError/rule`` says which rule.
    case denied
    /// The network is off, or the host was unreachable a moment ago.
    case offline
    /// No connection to the host.
    case unreachable
    /// The host's name has no address.
    case dns
    /// The proxy cannot be reached, or refuses.
    case proxy
    /// The host's certificate or TLS version was refused.
    case tls
    /// Connecting, waiting for the next byte or the whole took too long.
    case timeout
    /// The decoded body is larger than ``HTTPOptions/maxBytes``.
    case tooLarge
    /// The body does not fit into the memory that its reader may use.
    case outOfMemory = "memory"
    /// The header is larger than ``HTTPConfiguration/maxHeaderBytes``.
    case headerTooLarge
    /// The connection ended before the body did.
    case truncated
    /// As `truncated` or `timeout`, in the midst of a download, which resumes automatically.
    case interrupted
    /// A file of the request or of its answer cannot be read or written.
    case file = "io"
    /// The answer is not HTTP.
    case protocolError
    /// More than ``HTTPOptions/maxRedirects``.
    case tooManyRedirects
    /// A redirect where ``HTTPOptions/redirects`` refuses them.
    case redirected
    /// The client's own rate limit would wait longer than the request's time budget.
    case rateLimited
    /// The upstream asks to be left alone for longer than the caller waits; ``HTTPError/wait`` says until
    /// when.
    case paused
    /// The address of a service of the user's own is not set.
    case notSet = "not_set"
    /// The task was cancelled.
    case cancelled
    /// libcurl cannot be loaded.
    case unavailable
    /// A replayed run asks what its recording has no (further) answer to.
    case notRecorded = "not_recorded"
    /// A test asks what it has no answer for.
    case notMocked = "not_mocked"
  }

  /// The policy rule that a denied request broke.
  public enum Rule: String, Sendable, CaseIterable {
    /// Plain http only to granted loopback hosts.
    case httpsOnly = "https-only"
    /// The host is not among the grants.
    case grantedHosts = "granted-hosts"
    /// Private, link-local, loopback and other special addresses need a grant.
    case publicAddresses = "public-addresses"
    /// No redirect from https to http.
    case noDowngrade = "no-downgrade"
  }

  /// The kind of failure, for programs.
  public var kind: Kind
  /// The failure, its place and what to do about it.
  public var message: String
  /// The address, its secrets masked.
  public var url: String?
  /// The status of the answer, where one had come.
  public var status: Int?
  /// The rule that forbids it, for ``Kind/denied``.
  public var rule: Rule?
  /// The upstream that holds the request up and until when, for ``Kind/paused``, ``Kind/rateLimited`` and a
  /// host that could not be reached (``Kind/offline``).
  public var wait: TrafficWait?

  /// Whether a redirect led to it: then an origin has done what the caller may not.
  public internal(set) var isOfRedirect = false

  /// Makes an error; secrets in it are masked here.
  public init(
    _ kind: Kind, _ message: String, url: String? = nil, status: Int? = nil, rule: Rule? = nil
  ) {
    self.kind = kind
    self.message = SecretMask.hidingLearned(message)
    self.url = url.map(SecretMask.url)
    self.status = status
    self.rule = rule
  }

  /// Whether the same request may succeed when it is sent again soon.
  public var retryable: Bool { FailureClass(kind: kind.rawValue).mayPass }

  /// Whether the network or the origin failed, so that an expired answer may stand in.
  var isOutage: Bool {
    switch kind {
    case .unreachable, .dns, .timeout, .truncated, .offline, .tls, .protocolError, .rateLimited,
      .paused, .unavailable:
      true
    default: false
    }
  }

  /// The message with rule and address.
  public var description: String {
    var text = message
    if let rule { text += " [\(rule.rawValue)]" }
    if let url { text += " (\(url))" }
    return text
  }

  /// An error of a layer in the client's terms.
  static func named(_ error: any Error, _ url: String) -> HTTPError {
    if error is CancellationError { return .cancelled(url) }
    return error as? HTTPError ?? HTTPError(.protocolError, "\(error)", url: url)
  }

  /// The error that a cancelled task throws.
  static func cancelled(_ url: String) -> HTTPError {
    HTTPError(.cancelled, "the request was cancelled", url: url)
  }

  /// The error of a request that does not wait for the end of its upstream's pause.
  static func paused(_ wait: TrafficWait, seconds: Double, _ call: HTTPCall) -> HTTPError {
    var error = HTTPError(
      .paused,
      "\(wait.upstream) asks to be left alone for another \(Int(clamping: seconds.rounded(.up))) s",
      url: call.url.text)
    error.wait = wait
    return error
  }
}

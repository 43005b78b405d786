/// A caller's wishes to the layers of ``HTTPClient``, request by request.
public struct HTTPOptions: Sendable, Hashable {
  /// Keeps the answer this many seconds whatever its headers say; nil: RFC 9111 decides;
  /// 0: neither looks into the cache nor stores.
  public var ttl: Double?
  /// Serves an expired answer when the network fails (offline, time-out, 5xx). Default true.
  public var allowExpired = true
  /// Passes the cache by and stores what comes (a user's "refresh now").
  public var reload = false
  /// Names the rate limit and concurrency limit to use instead of the host's; see ``ClientLimits``.
  public var client: String?
  /// How often and when to try again; nil: ``RetryPolicy/standard``.
  public var retry: RetryPolicy?
  /// The longest pause that the request waits for when its upstream asks for one (Retry-After), in
  /// seconds; a longer one ends it with ``HTTPError/Kind/paused``. nil: as long as ``totalTimeout``.
  public var patience: Double?
  /// The largest body, in decoded bytes. Default 2,000,000.
  public var maxBytes = 2_000_000
  /// The longest time to connect, in seconds.
  public var connectTimeout = 10.0
  /// The longest time without a byte once the request is sent, in seconds.
  public var idleTimeout = 15.0
  /// The time budget over all hops, attempts and waits, in seconds; zero and less end it at once.
  public var totalTimeout = 120.0
  /// The treatment of an answer that sends elsewhere.
  public enum Redirects: Sendable, Hashable {
    /// The request goes there.
    case followed
    /// It is the caller's answer.
    case returned
    /// It is an error of kind `redirected`.
    case refused
  }

  /// The treatment of redirects. Default: they are followed.
  public var redirects = Redirects.followed
  /// Whether a GET changes something at the service, as those of Subsonic do: it is not repeated, kept or
  /// shared.
  public var writes = false
  /// Whether a pause that the service asks for holds for this method and path alone.
  public var pausesRoute = false
  /// Follows up to this many redirects, each checked again. Default 10.
  public var maxRedirects = 10
  /// Whether the request's credential is one of the user's settings, which every script may have sent
  /// for it: the cache then keeps the answer beyond the run, as it does without a credential.
  public var sendsSetting = false

  /// The query parameter in which the wire carries the value of ``keyField``; nil: none. Only the
  /// transfer puts it into the address, so that no cache, log, event or recording has the key in one.
  public var keyParameter: String?
  /// The header field that carries a key through the layers for ``keyParameter``: they keep answers
  /// apart by it, mask it, and drop it where a redirect leads to another origin.
  public static let keyField = "X-Api-Key"
  /// The ``keyParameter`` of a key that is a path behind the address.
  public static let keyPath = "/"

  /// The client's certificate for a server that asks for one (mutual TLS); dropped where a redirect leads
  /// to another origin.
  public var certificate: ClientCertificate?

  /// The defaults.
  public init() {}
}

/// A certificate of the client's own, as PEM files.
public struct ClientCertificate: Sendable, Hashable {
  /// The certificate, followed by those that lead to its authority.
  public var file: String
  /// The key, without a password; nil: it is in `file`.
  public var keyFile: String?

  /// Names the files; they are read when a connection is made.
  public init(file: String, keyFile: String? = nil) {
    self.file = file
    self.keyFile = keyFile
  }
}

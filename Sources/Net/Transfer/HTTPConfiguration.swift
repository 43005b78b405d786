/// The settings of a client; see ``HTTPClient``.
public struct HTTPConfiguration: Sendable {
  /// Whether nothing is sent at all: the cache answers, or an error of kind `offline`.
  public var offline = false
  /// The User-Agent field of requests that set none. Some services require a contact in it.
  public var userAgent = "mixhost/0.1"
  /// Certificates to trust in place of the system's: a PEM file.
  public var caFile: String?
  /// The requests that go through a proxy. libcurl never reads the environment's: they are settings here,
  /// so that the check of addresses knows of them.
  public var proxies = ProxyRules()
  /// Entries `host:port:address` that come before name resolution, as curl's `--resolve`.
  public var resolve: [String] = []
  /// Addresses that stand for others.
  public var upstreams: [UpstreamPlace] = []
  /// Where every other address leads, such as `http://127.0.0.1:8080/elsewhere`; nil: to itself.
  public var elsewhere: String?
  /// Hosts that stand for services of the user's own, and the settings that hold their addresses: without
  /// an entry in ``upstreams`` nothing is sent to them.
  public var settingsOfHosts: [String: String] = [:]
  /// Those of these hosts whose answers are kept under the actual address: those of the place before are none of
  /// the service's when its setting changes.
  public var hostsCachedByPlace: Set<String> = []
  /// Requests in flight at once over all hosts.
  public var maxConcurrent = 64
  /// Requests in flight at once per host that has no limit of its own.
  public var maxPerHost = 6
  /// Limits by host or client name.
  public var limits: [String: ClientLimits] = [:]
  /// Whether rate limits do not apply, as against a mock.
  public var liftsRateLimits = false
  /// How long after its end a transfer's result is shared with identical requests, in seconds.
  public var shareWindow = 0.5
  /// After how many requests in a row that reached nothing a host is not asked for a while.
  public var circuitFailures = 5
  /// The longest time that it is not asked then, in seconds: it is tried after 1 s, 2 s, 4 s, … this.
  public var circuitPause = 30.0
  /// The store of the limits' state; nil: in memory, for this client alone.
  public var traffic: (any TrafficStore)?
  /// The largest header of an answer, in bytes, interim answers and trailers included.
  public var maxHeaderBytes = 64 * 1024
  /// Uniform random numbers in 0..<1, for back-off.
  public var random: @Sendable () -> Double = { Double.random(in: 0..<1) }
  /// Records all transfers, or answers in their place; the client's time is then ``Cassette/clock``.
  public var cassette: Cassette?
  /// Answers requests in the place of the network, for tests; not together with a cassette.
  public var responder: (any HTTPResponder)?
  /// The file name of libcurl, as `dlopen` takes it.
  public var libcurl = "libcurl.so.4"

  /// The defaults.
  public init() {}
}

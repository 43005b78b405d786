/// How a request to a host failed, as it is kept for whoever looks for the cause later.
public struct TrafficFailure: Sendable, Hashable {
  /// Of how many hosts a store keeps the last failure.
  public static let mostHosts = 64
  /// The longest text that is kept, in characters.
  static let longestText = 300
  /// How long the same failure of a host is not noted again by one process, in seconds: a storm of
  /// failures costs one write in that time.
  static let interval = 5.0

  /// When, in seconds since 1970.
  public var time: Double
  /// The kind of failure, for programs: ``HTTPError/Kind`` or `http`.
  public var kind: String
  /// The status of the answer; nil when none came.
  public var status: Int?
  /// The failure in words, without the address.
  public var text: String

  /// Makes a failure; a long text is cut.
  public init(time: Double, kind: String, status: Int? = nil, text: String) {
    self.time = time
    self.kind = kind
    self.status = status
    self.text = String(text.prefix(Self.longestText))
  }

  /// The verdict of a request's end on its host; nil when it is not bad: a 404 is an answer, and requests that
  /// mixhost itself refused or cancelled are not failures of the host.
  init?(_ result: Result<HTTPResponse, any Error>, now: Double) {
    switch result {
    case .success(let response):
      guard [401, 403, 429].contains(response.status) || response.status >= 500 else { return nil }
      self.init(
        time: now, kind: "http", status: response.status, text: "HTTP status \(response.status)")
    case .failure(let error as HTTPError):
      switch error.kind {
      case .unreachable, .dns, .proxy, .tls, .timeout, .headerTooLarge, .truncated, .interrupted,
        .protocolError:
        self.init(time: now, kind: error.kind.rawValue, status: error.status, text: error.message)
      default: return nil
      }
    case .failure: return nil
    }
  }
}

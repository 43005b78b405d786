/// A request before any layer has seen it.
public struct HTTPRequest: Sendable {
  /// GET, POST, …, in capitals.
  public var method: String
  /// An absolute http or https address.
  public var url: String
  /// The fields to send; those of the connection (Host, Content-Length, …) are the client's.
  public var headers: HTTPHeaders
  /// The bytes after the header; empty for none.
  public var body: [UInt8]
  /// The caller's wishes to the layers.
  public var options: HTTPOptions
  /// The parts that few requests have: cookies, files.
  public var attachments: HTTPAttachments?

  /// Makes a request.
  public init(
    method: String = "GET", url: String, headers: HTTPHeaders = [:], body: [UInt8] = [],
    options: HTTPOptions = HTTPOptions()
  ) {
    (self.method, self.url, self.headers) = (method, url, headers)
    (self.body, self.options) = (body, options)
  }
}

/// An answer as the caller sees it.
public struct HTTPResponse: Sendable {
  /// A source of an answer.
  public enum Source: String, Sendable {
    /// From the network, now.
    case live
    /// From the cache and fresh (or confirmed by a 304).
    case cache
    /// From the cache and expired: the network was off, unreachable or failing.
    case stale
  }

  /// 100 to 599.
  public var status: Int
  /// The fields of the answer, without those of a coding that was undone.
  public var headers: HTTPHeaders
  /// The decoded body.
  public var body: [UInt8]
  /// The address after redirects.
  public var url: String
  /// Its source.
  public var source: Source
  /// Whether another caller's transfer brought it (single-flight).
  public var shared: Bool
  /// Seconds since the origin made it; 0 for a live answer without Age.
  public var age: Double
  /// The charge of a large body, until a reader has copied it.
  public internal(set) var charge: BodyCharge?

  /// Makes an answer.
  public init(
    status: Int, headers: HTTPHeaders = [:], body: [UInt8] = [], url: String,
    source: Source = .live, shared: Bool = false, age: Double = 0
  ) {
    (self.status, self.headers, self.body, self.url) = (status, headers, body, url)
    (self.source, self.shared, self.age) = (source, shared, age)
  }
}

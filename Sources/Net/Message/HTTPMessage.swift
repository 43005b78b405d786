/// A request before any layer has seen it.
///
/// One reference, copied when it is changed: it goes from hand to hand with every layer, and holds six
/// references itself. A value that is changed in place is taken out of it meanwhile: no access to a variable of
/// the storage then spans foreign code, so the compiler proves them exclusive, and none is checked at
/// run time.
public struct HTTPRequest: Sendable {
  // @unchecked Sendable: written only while one request alone refers to it.
  private final class Storage: @unchecked Sendable {  // unshared: see above
    package var method: String
    package var url: String
    package var headers: HTTPHeaders
    package var body: [UInt8]
    package var options: HTTPOptions
    package var attachments: HTTPAttachments?

    init(
      _ method: String, _ url: String, _ headers: HTTPHeaders, _ body: [UInt8],
      _ options: HTTPOptions, _ attachments: HTTPAttachments?
    ) {
      self.method = method
      self.url = url
      self.headers = headers
      self.body = body
      self.options = options
      self.attachments = attachments
    }
  }

  private var storage: Storage

  /// Makes a request.
  public init(
    method: String = "GET", url: String, headers: HTTPHeaders = [:], body: [UInt8] = [],
    options: HTTPOptions = HTTPOptions()
  ) {
    storage = Storage(method, url, headers, body, options, nil)
  }

  /// GET, POST, …, in capitals.
  public var method: String {
    get { storage.method }
    set { own().method = newValue }
  }

  /// An absolute http or https address.
  public var url: String {
    get { storage.url }
    set { own().url = newValue }
  }

  /// The fields to send; those of the connection (Host, Content-Length, …) are the client's.
  public var headers: HTTPHeaders {
    get { storage.headers }
    _modify {
      let owner = own()
      var value = owner.headers
      owner.headers = HTTPHeaders()
      defer { owner.headers = value }
      yield &value
    }
  }

  /// The bytes after the header; empty for none.
  public var body: [UInt8] {
    get { storage.body }
    set { own().body = newValue }
  }

  /// The caller's wishes to the layers.
  public var options: HTTPOptions {
    get { storage.options }
    _modify {
      let owner = own()
      var value = owner.options
      owner.options = HTTPOptions()
      defer { owner.options = value }
      yield &value
    }
  }

  /// The parts that few requests have: cookies, files.
  public var attachments: HTTPAttachments? {
    get { storage.attachments }
    set { own().attachments = newValue }
  }

  private mutating func own() -> Storage {
    if !isKnownUniquelyReferenced(&storage) {
      storage = Storage(
        storage.method, storage.url, storage.headers, storage.body, storage.options,
        storage.attachments)
    }
    return storage
  }
}

/// An answer as the caller sees it.
///
/// One reference, copied when it is changed, as ``HTTPRequest`` is.
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

  // @unchecked Sendable: written only while one answer alone refers to it.
  private final class Storage: @unchecked Sendable {  // unshared: see above
    package var status: Int
    package var headers: HTTPHeaders
    package var body: [UInt8]
    package var url: String
    package var source: Source
    package var shared: Bool
    package var age: Double
    package var charge: BodyCharge?

    init(
      _ status: Int, _ headers: HTTPHeaders, _ body: [UInt8], _ url: String, _ source: Source,
      _ shared: Bool, _ age: Double, _ charge: BodyCharge? = nil
    ) {
      self.status = status
      self.headers = headers
      self.body = body
      self.url = url
      self.source = source
      self.shared = shared
      self.age = age
      self.charge = charge
    }
  }

  private var storage: Storage

  /// Makes an answer.
  public init(
    status: Int, headers: HTTPHeaders = [:], body: [UInt8] = [], url: String,
    source: Source = .live, shared: Bool = false, age: Double = 0
  ) {
    storage = Storage(status, headers, body, url, source, shared, age)
  }

  /// 100 to 599.
  public var status: Int {
    get { storage.status }
    set { own().status = newValue }
  }

  /// The fields of the answer, without those of a coding that was undone.
  public var headers: HTTPHeaders {
    get { storage.headers }
    _modify {
      let owner = own()
      var value = owner.headers
      owner.headers = HTTPHeaders()
      defer { owner.headers = value }
      yield &value
    }
  }

  /// The decoded body.
  public var body: [UInt8] {
    get { storage.body }
    _modify {
      let owner = own()
      var value = owner.body
      owner.body = []
      defer { owner.body = value }
      yield &value
    }
  }

  /// The address after redirects.
  public var url: String {
    get { storage.url }
    set { own().url = newValue }
  }

  /// Its source.
  public var source: Source {
    get { storage.source }
    set { own().source = newValue }
  }

  /// Whether another caller's transfer brought it (single-flight).
  public var shared: Bool {
    get { storage.shared }
    set { own().shared = newValue }
  }

  /// Seconds since the origin made it; 0 for a live answer without Age.
  public var age: Double {
    get { storage.age }
    set { own().age = newValue }
  }

  /// The charge of a large body, until a reader has copied it.
  public internal(set) var charge: BodyCharge? {
    get { storage.charge }
    set { own().charge = newValue }
  }

  /// The body's array, for the body of another answer; nil while someone else refers to this one.
  mutating func reclaimBody() -> [UInt8]? {
    guard isKnownUniquelyReferenced(&storage) else { return nil }
    let body = storage.body
    storage.body = []
    return body
  }

  private mutating func own() -> Storage {
    if !isKnownUniquelyReferenced(&storage) {
      storage = Storage(
        storage.status, storage.headers, storage.body, storage.url, storage.source, storage.shared,
        storage.age, storage.charge)
    }
    return storage
  }
}

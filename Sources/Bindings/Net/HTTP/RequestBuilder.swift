internal import Files
internal import MixCore
internal import ScriptHost

/// Makes requests of what a script wrote.
final class RequestBuilder: Sendable {
  let host: any NetHost
  private let base: HTTPClientHandle.Defaults?
  /// Whether the base adds nothing to a request that is described.
  private let isPlain: Bool

  /// - Parameter base: a client's defaults; nil for the module's own functions.
  init(_ host: any NetHost, base: HTTPClientHandle.Defaults?) {
    self.host = host
    self.base = base
    isPlain =
      base.map {
        $0.secrets.isEmpty && $0.logIn == nil && $0.certificate == nil && $0.cookies == nil
      } ?? true
  }

  /// - Parameter isQueued: whether an item of the queue sends it.
  /// - Throws: ``HostError`` for fields of the wrong form.
  func request(
    _ method: String, _ url: String, _ options: Fields, _ context: HostContext, isQueued: Bool
  ) throws -> HTTPRequest {
    try Self.checkLength(url)
    var request = try described(method, url, options, context, isQueued: isQueued)
    try Self.checkLength(request.url)
    if isPlain { return request }
    for secret in base?.secrets ?? [] { try secret.add(to: &request) }
    try base?.logIn?.add(to: &request)
    if let base {
      if base.certificate != nil, base.isOwn(request.url) {
        request.options.certificate = base.certificate
      }
      if let jar = base.cookies {
        request.attachments = HTTPAttachments(cookies: jar, body: request.attachments?.body)
      }
    }
    return request
  }

  /// The longest URL in bytes: servers take less.
  private static let longestURL = 65_536

  /// - Throws: ``HostError`` of kind `usage` for a URL of more than 64 KB.
  static func checkLength(_ url: String) throws {
    guard url.utf8.count > longestURL else { return }
    throw HostError.usage(
      "a URL of \(url.utf8.count) bytes is too long: \(longestURL) at most")
  }

  /// The request as the script describes it.
  private func described(
    _ method: String, _ url: String, _ options: Fields, _ context: HostContext, isQueued: Bool
  ) throws -> HTTPRequest {
    var given = base?.options ?? host.settings.requestDefaults
    // The queue has a table of its own: attempts must not multiply, and it waits for pauses itself.
    if isQueued {
      given.retry = RetryPolicy.none
      given.patience = min(given.patience ?? .infinity, ItemRequests.patience)
    }
    let (address, headers) = (address(url), base?.headers ?? [:])
    // Most options say how to ask, and not what is sent.
    let describes = apply(options, to: &given, isQueued: isQueued)
    if given.writes { given.ttl = 0 }
    if !describes {
      return HTTPRequest(method: method, url: address, headers: headers, options: consume given)
    }
    var parts = Parts(url: address, headers: headers)
    try options.forEachValue { name, value in
      switch (name, value) {
      case ("body_file", .string(let path)): try parts.send([try file(path)], name)
      case ("multipart", let value): try parts.add(multipart: value, open: file)
      default: try parts.add(name, value, context)
      }
    }
    return try parts.request(method, given)
  }

  /// Takes what the options say of how to ask.
  /// - Returns: whether some of them say what is sent.
  private func apply(
    _ options: Fields, to given: inout HTTPOptions, isQueued: Bool
  ) -> Bool {
    var describes = false
    options.forEachValue { name, value in
      switch (name, value) {
      case ("ttl", .number(let seconds)): given.ttl = seconds
      case ("allow_expired", .bool(let allow)): given.allowExpired = allow
      case ("reload", .bool(let reload)): given.reload = reload
      case ("max_bytes", .int(let bytes)): given.maxBytes = Int(bytes)
      case ("timeout", .number(let seconds)): given.totalTimeout = seconds
      case ("patience", .number(let seconds)): if !isQueued { given.patience = seconds }
      case ("connect_timeout", .number(let seconds)): given.connectTimeout = seconds
      case ("idle_timeout", .number(let seconds)): given.idleTimeout = seconds
      case ("redirect", .string(let text)): given.redirects = RequestArguments.redirects(text)
      case ("pause", .string(let scope)): given.pausesRoute = scope == "route"
      case ("writes", .bool(let writes)): given.writes = writes
      case ("retry", .bool(let retry)):
        if !isQueued { given.retry = retry ? nil : RetryPolicy.none }
      default: describes = true
      }
    }
    return describes
  }

  /// A file that is sent: as it is now, whatever takes its name meanwhile.
  private func file(_ path: String) throws -> UploadBody.Part {
    do {
      return .file(try host.grants.reading(path) { try $0.openAtOnce() }, name: path)
    } catch let failure as FileFailure {
      throw failure.hostError("read", path)
    }
  }

  /// The address below the client's base; absolute addresses stay.
  private func address(_ url: String) -> String {
    guard let prefix = base?.base, !url.hasPrefix("https://"), !url.hasPrefix("http://") else {
      return url
    }
    return prefix + (url.hasPrefix("/") || url.isEmpty || url.hasPrefix("?") ? url : "/" + url)
  }

  /// The parts of the options that describe the request itself.
  private struct Parts {
    var url: String
    var headers: HTTPHeaders
    private var contentType: String?
    private var body: [UInt8] = []
    private var bodies: [String] = []
    private var upload: UploadBody?

    init(url: String, headers: HTTPHeaders) {
      self.url = url
      self.headers = headers
    }

    mutating func add(_ name: String, _ value: LuaValue, _ context: HostContext) throws {
      switch name {
      case "headers":
        for (field, value) in try Self.table(name, value) {
          headers[field] = try Self.text(value, "headers.\(field)")
        }
      case "query":
        let encoded = try FormText.encode(Self.table(name, value))
        if !encoded.isEmpty { url += (url.contains("?") ? "&" : "?") + encoded }
      case "body":
        body = FormText.bytes(value) ?? []
        // As `fetch` of browsers does; libcurl would call it a form.
        let isText = String(validating: body, as: UTF8.self) != nil
        contentType = isText ? "text/plain;charset=UTF-8" : "application/octet-stream"
        bodies.append(name)
      case "json":
        body = try context.withStack { try JSONModule.encode(value, $0) }
        contentType = "application/json"
        bodies.append(name)
      case "form":
        body = Array(try FormText.encode(Self.table(name, value)).utf8)
        contentType = "application/x-www-form-urlencoded"
        bodies.append(name)
      default: break
      }
    }

    mutating func add(
      multipart value: LuaValue, open: (String) throws -> UploadBody.Part
    ) throws {
      let form = try MultipartBody(Self.table("multipart", value), open: open)
      upload = try Self.opened { try form.body() }
      contentType = form.contentType
      bodies.append("multipart")
    }

    mutating func send(_ parts: [UploadBody.Part], _ name: String) throws {
      upload = try Self.opened { try UploadBody(parts) }
      contentType = "application/octet-stream"
      bodies.append(name)
    }

    private static func opened(_ body: () throws -> UploadBody) throws -> UploadBody {
      do { return try body() } catch let error as UploadBody.NoFile {
        throw HostError.usage("\(error)")
      }
    }

    func request(_ method: String, _ options: HTTPOptions) throws -> HTTPRequest {
      guard bodies.count <= 1 else {
        let names = ["body", "json", "form", "body_file", "multipart"].filter(bodies.contains)
        throw HostError.usage("give one of \(names.joined(separator: " and ")), not both")
      }
      var headers = headers
      if let contentType, headers["Content-Type"] == nil { headers["Content-Type"] = contentType }
      var request = HTTPRequest(
        method: method, url: url, headers: headers, body: body, options: options)
      if let upload { request.attachments = HTTPAttachments(body: upload) }
      return request
    }

    private static func table(_ name: String, _ value: LuaValue) throws -> [(String, LuaValue)] {
      switch value {
      case .object(let fields): return fields.sorted { $0.key < $1.key }
      case .array(let values) where values.isEmpty: return []
      default: throw HostError.usage("'\(name)' is a table with string keys")
      }
    }

    private static func text(_ value: LuaValue, _ name: String) throws -> String {
      guard let text = FormText.text(value) else {
        throw HostError.usage("'\(name)' is a string in UTF-8, a number or a boolean")
      }
      return text
    }
  }
}

/// `a=1&b=x%20y`: query strings and forms (WHATWG URL, percent-encoding of RFC 3986's unreserved set).
enum FormText {
  /// - Throws: ``HostError`` for values that are neither scalar nor a list of scalars.
  static func encode(_ fields: [(String, LuaValue)]) throws -> String {
    var parts: [String] = []
    for (name, value) in fields {
      let values: [LuaValue] = if case .array(let list) = value { list } else { [value] }
      for value in values {
        guard let text = bytes(value) else {
          throw HostError.usage(
            "parameter '\(name)' is a string, a number, a boolean or a list of these"
              + (value == .null
                ? ": a JSON null is left out when it is decoded with {null = \"nil\"}" : ""))
        }
        parts.append(FormFields.escape(name) + "=" + FormFields.escape(text))
      }
    }
    return parts.joined(separator: "&")
  }

  /// A scalar as bytes; nil for tables and the like.
  static func bytes(_ value: LuaValue) -> [UInt8]? {
    if case .bytes(let bytes) = value { return bytes }
    return text(value).map { Array($0.utf8) }
  }

  /// A scalar as text; nil for bytes that are not UTF-8, tables and the like.
  static func text(_ value: LuaValue) -> String? {
    switch value {
    case .string(let text): text
    case .int(let value): String(value)
    case .number(let value): String(value)
    case .bool(let value): String(value)
    default: nil
    }
  }
}

internal import MixCore
internal import ScriptHost

/// Makes requests of what a script wrote.
struct RequestBuilder: Sendable {
  let host: Host
  private let base: HTTPClientHandle.Defaults?

  /// - Parameter base: a client's defaults; nil for the module's own functions.
  init(_ host: Host, base: HTTPClientHandle.Defaults?) {
    self.host = host
    self.base = base
  }

  /// - Throws: ``HostError`` for fields of the wrong form.
  func request(
    _ method: String, _ url: String, _ options: Options, _ context: HostContext
  ) throws -> HTTPRequest {
    var request = HTTPRequest(method: method, url: address(url))
    request.headers = base?.headers ?? [:]
    try base?.credential?.add(to: &request)
    request.options = base?.options ?? host.settings.requestDefaults
    // The queue has a table of its own: attempts must not multiply.
    let isQueued = context.isMarked(JobItemHandler.mark)
    if isQueued { request.options.retry = RetryPolicy.none }
    if options.isEmpty { return request }
    if let fields = try table("headers", options) {
      for (name, value) in fields { request.headers[name] = try text(value, "headers.\(name)") }
    }
    if let query = try table("query", options) {
      let encoded = try FormText.encode(query)
      if !encoded.isEmpty { request.url += (request.url.contains("?") ? "&" : "?") + encoded }
    }
    apply(options, to: &request.options)
    if !isQueued, let retry = options.bool("retry") {
      request.options.retry = retry ? nil : RetryPolicy.none
    }
    try addBody(options, context, &request)
    return request
  }

  /// The address below the client's base; absolute addresses stay.
  private func address(_ url: String) -> String {
    guard let prefix = base?.base, !url.hasPrefix("https://"), !url.hasPrefix("http://") else {
      return url
    }
    return prefix + (url.hasPrefix("/") || url.isEmpty || url.hasPrefix("?") ? url : "/" + url)
  }

  private func apply(_ options: Options, to request: inout HTTPOptions) {
    if let ttl = options.number("ttl") { request.ttl = ttl }
    if let allow = options.bool("allow_expired") { request.allowExpired = allow }
    if let reload = options.bool("reload") { request.reload = reload }
    if let bytes = options.int("max_bytes") { request.maxBytes = bytes }
    if let seconds = options.number("timeout") { request.totalTimeout = seconds }
    if let seconds = options.number("connect_timeout") { request.connectTimeout = seconds }
    if let seconds = options.number("idle_timeout") { request.idleTimeout = seconds }
  }

  private func addBody(
    _ options: Options, _ context: HostContext, _ request: inout HTTPRequest
  ) throws {
    let given = ["body", "json", "form"].filter(options.has)
    if given.isEmpty { return }
    guard given.count <= 1 else {
      throw HostError.usage("give one of \(given.joined(separator: " and ")), not both")
    }
    if let body = options.string("body") { request.body = Array(body.utf8) }
    if let json = options.value("json") {
      request.body = try context.withStack { try JSONModule.encode(json, $0) }
      if request.headers["Content-Type"] == nil {
        request.headers["Content-Type"] = "application/json"
      }
    }
    if let form = try table("form", options) {
      request.body = Array(try FormText.encode(form).utf8)
      if request.headers["Content-Type"] == nil {
        request.headers["Content-Type"] = "application/x-www-form-urlencoded"
      }
    }
  }

  private func table(
    _ name: String, _ options: Options
  ) throws -> [(String, LuaValue)]? {
    guard let value = options.value(name) else { return nil }
    switch value {
    case .object(let fields): return fields.sorted { $0.key < $1.key }
    case .array(let values) where values.isEmpty: return []
    default: throw HostError.usage("'\(name)' is a table with string keys")
    }
  }

  private func text(_ value: LuaValue, _ name: String) throws -> String {
    guard let text = FormText.text(value) else {
      throw HostError.usage("'\(name)' is a string, a number or a boolean")
    }
    return text
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
        guard let text = text(value) else {
          throw HostError.usage(
            "parameter '\(name)' is a string, a number, a boolean or a list of these")
        }
        parts.append(escape(name) + "=" + escape(text))
      }
    }
    return parts.joined(separator: "&")
  }

  /// A scalar as text; nil for tables and the like.
  static func text(_ value: LuaValue) -> String? {
    switch value {
    case .string(let text): text
    case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
    case .int(let value): String(value)
    case .number(let value): String(value)
    case .bool(let value): String(value)
    default: nil
    }
  }

  /// Percent-encodes all but letters, digits and `-._~`.
  static func escape(_ text: String) -> String {
    let hex = Array("0123456789ABCDEF".utf8)
    var result: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: result.append(byte)
      default: result += [0x25, hex[Int(byte >> 4)], hex[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

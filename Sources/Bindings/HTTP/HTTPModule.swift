internal import CLua
internal import MixCore
internal import ScriptHost

/// `mix.http`: requests through policy, cache, single-flight, retries and limits.
enum HTTPModule {
  /// The options of every request.
  static let requestOptions = [
    OptionField("headers", .table, "further header fields"),
    OptionField("query", .table, "parameters to append to the address; lists repeat the name"),
    OptionField(
      "ttl", .duration, "keep the answer this long whatever its headers say; 0: not at all"),
    OptionField(
      "allow_expired", .boolean, "serve an expired answer when the network fails (default true)"),
    OptionField("reload", .boolean, "pass the cache by and store what comes"),
    OptionField("retry", .boolean, "try again on failures that may pass (default true)"),
    OptionField("max_bytes", .size, "the largest body in decoded bytes (default 2,000,000)"),
    OptionField("timeout", .duration, "over all attempts and waits (default 120 s)"),
    OptionField("connect_timeout", .duration, "to connect (default 10 s)"),
    OptionField("idle_timeout", .duration, "without a byte (default 15 s)"),
  ]

  /// The options of a request that sends a body.
  static let bodyOptions =
    requestOptions + [
      OptionField("body", .string, "the body as text or bytes"),
      OptionField("json", .any, "the body as a value, sent as JSON"),
      OptionField("form", .table, "the body as fields of a form"),
    ]

  static func make(_ host: Host) -> Module {
    var module = Module("http", "HTTP with caching, rate limits, retries and single-flight.")
    addGet(&module, host)
    for (name, method) in [("post", "POST"), ("put", "PUT"), ("delete", "DELETE")] {
      module.asyncFunction(
        name, "Sends a \(method) request.", Parameter("url", "an absolute address", String.self),
        .options(bodyOptions),
        returns: "response  {status, headers, body, url, source, age}; nil, err when none came",
        example: "local answer = mix.http.\(name)(url, {json = {id = 1}})"
      ) { context, url, options in
        let builder = RequestBuilder(host, base: nil)
        return try await send(builder.request(method, url, options, context), host)
      }
    }
    module.asyncFunction(
      "request", "Sends a request with any method.",
      Parameter("method", "GET, HEAD, PATCH, …", String.self),
      Parameter("url", "an absolute address", String.self), .options(bodyOptions),
      returns: "response  as get"
    ) { context, method, url, options in
      let builder = RequestBuilder(host, base: nil)
      return try await send(builder.request(method.uppercased(), url, options, context), host)
    }
    addClient(&module, host)
    addStats(&module, host)
    module.type(HTTPClientHandle.luaType)
    return module
  }

  private static func addGet(_ module: inout Module, _ host: Host) {
    module.asyncFunction(
      "get", "Gets an address: from the cache while it is fresh, else over the network.",
      Parameter("url", "an absolute https address", String.self), .options(requestOptions),
      returns:
        "response  {status, headers, body, url, source = live|cache|stale, age}; nil, err when none came",
      example: "local page = assert(mix.http.get(\"https://example.com\", {ttl = \"24h\"}))",
      ready: { call, url, options -> ResponseResult? in
        // What is not kept needs no look into the cache, nor its request built twice.
        if options.number("ttl") == 0 { return nil }
        let request = try RequestBuilder(host, base: nil).request("GET", url, options, call.context)
        return try cached(request, host)
      }
    ) { context, url, options in
      let builder = RequestBuilder(host, base: nil)
      return try await send(builder.request("GET", url, options, context), host)
    }
  }

  private static func addClient(_ module: inout Module, _ host: Host) {
    module.asyncFunction(
      "client", "Makes a client: a base address with its own headers, limits and defaults.",
      .options(
        OptionField("base", .string, "put in front of the addresses given"),
        OptionField("name", .string, "names the limits; the same name shares them"),
        OptionField("headers", .table, "sent with every request"),
        OptionField("rate", .string, "requests per time: \"20/min\", \"1/s\", \"50/5s\"; \"none\""),
        OptionField("concurrency", .integer, "requests in flight at once, 1 or more"),
        OptionField("retry", .boolean, "try again on failures that may pass (default true)"),
        OptionField("ttl", .duration, "as in get, for every request"),
        OptionField(
          "rate_limit_statuses", .any, "statuses that mean \"too many requests\", besides 429"),
        OptionField("max_bytes", .size, "as in get, for every request")),
      returns: "http.client  with get, post, put, delete and request",
      example: "local api = mix.http.client{base = \"https://itunes.apple.com\", rate = \"20/min\"}"
    ) { context, options in
      let client = try HTTPClientHandle(host, options)
      try await client.applyLimits()
      return ObjectResult(client)
    }
  }

  private static func addStats(_ module: inout Module, _ host: Host) {
    module.asyncFunction(
      "stats", "Counters since the start.",
      returns:
        "table  {requests, sent, cache_hits, stale_hits, shared, retries, failures, bytes, in_flight, max_in_flight}",
      example: "print(mix.http.stats().sent)"
    ) { _ in
      let stats = try await host.client().stats
      let counts = [
        ("requests", stats.requests), ("sent", stats.sent), ("cache_hits", stats.cacheHits),
        ("stale_hits", stats.staleHits), ("shared", stats.shared), ("retries", stats.retries),
        ("failures", stats.failures), ("bytes", stats.bytes), ("in_flight", stats.inFlight),
        ("max_in_flight", stats.maxInFlight),
      ]
      return LuaValue.object(
        Dictionary(uniqueKeysWithValues: counts.map { ($0.0, .int(Int64($0.1))) }))
    }
  }

  /// A fresh answer that needs no wait.
  static func cached(_ request: HTTPRequest, _ host: Host) throws -> ResponseResult? {
    let context = RequestContext(policy: host.grants.network)
    return try host.client().cachedNow(request, context: context).map(ResponseResult.init)
  }

  /// Sends a request on behalf of the script.
  static func send(_ request: HTTPRequest, _ host: Host) async throws -> ResponseResult {
    let context = RequestContext(policy: host.grants.network)
    return ResponseResult(try await host.client().send(request, context: context))
  }
}

/// An answer as a Lua table; header names in lower case, repeated fields joined by `, `.
struct ResponseResult: LuaResult {
  private let response: HTTPResponse

  init(_ response: HTTPResponse) { self.response = response }

  func push(_ call: HostCall) -> Int32 {
    let stack = call.stack
    guard stack.reserve(8) else { return 0 }
    let lua = stack.pointer
    lua_createtable(lua, 0, 7)
    stack.push(Int64(response.status))
    lua_setfield(lua, -2, "status")
    stack.push(response.body)
    lua_setfield(lua, -2, "body")
    stack.push(response.url)
    lua_setfield(lua, -2, "url")
    stack.push(response.source.rawValue)
    lua_setfield(lua, -2, "source")
    stack.push(response.age)
    lua_setfield(lua, -2, "age")
    stack.push((200..<300).contains(response.status))
    lua_setfield(lua, -2, "ok")
    pushHeaders(stack)
    lua_setfield(lua, -2, "headers")
    return 1
  }

  private func pushHeaders(_ stack: LuaStack) {
    let fields = response.headers.fields
    lua_createtable(stack.pointer, 0, Int32(clamping: fields.count))
    for (name, value) in fields {
      Self.pushLowered(name, stack)
      lua_pushvalue(stack.pointer, -1)
      lua_rawget(stack.pointer, -3)
      let earlier = stack.string(-1)
      stack.pop()
      stack.push(earlier.map { $0 + ", " + value } ?? value)
      lua_rawset(stack.pointer, -3)  // allowed: the key is a string
    }
  }

  /// Header names are ASCII tokens (RFC 9110, 5.1).
  private static func pushLowered(_ name: String, _ stack: LuaStack) {
    var name = name
    name.withUTF8 { bytes in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytes.count) { lower in
        for index in bytes.indices {
          let byte = bytes[index]
          lower[index] = byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
        }
        stack.push(UnsafeRawBufferPointer(lower))
      }
    }
  }
}

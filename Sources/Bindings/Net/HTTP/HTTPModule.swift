internal import MixCore
internal import ScriptHost

/// `mix.http`: requests through policy, cache, single-flight, retries and limits.
enum HTTPModule {
  static func make(_ host: any NetHost) -> Module {
    var module = Module(
      "http", "HTTP with caching, rate limits, retries and single-flight.",
      rules: .refused("asks the network"))
    addRequests(&module, host)
    addClient(&module, host)
    addStats(&module, host)
    addWaiting(&module, host)
    UpstreamFunctions.add(&module, host)
    module.type(HTTPClientHandle.luaType)
    module.type(ResponseResult.methods)
    module.shapes(
      response, counters, wait, DownloadFunction.shape, UpstreamFunctions.state,
      UpstreamFunctions.failure, UpstreamFunctions.service,
      UpstreamFunctions.minute)
    return module
  }

  private static let response = Shape(
    "http.response", "An answer.",
    [
      .init("ok", "boolean", "whether the status is 200 to 299"),
      .init("status", "integer", "the HTTP status, 100 to 599"),
      .init(
        "headers", "table<string, string>",
        "by name in lower case; repeated fields are joined by \", \""),
      .init("body", "string", "the decoded bytes"),
      .init("url", "string", "the address that answered, after redirects"),
      .init("source", "\"live\"|\"cache\"|\"stale\"", "the network, the cache, or an expired copy"),
      .init("age", "number", "how old it is, in seconds"),
      .init(
        "shared", "true?",
        "the transfer of another, identical request has brought it (within 500 ms)"),
    ])

  private static let counters = Shape(
    "http.counters", "The client's counts since the start.",
    [
      .init("requests", "integer", "requests that scripts made"),
      .init("sent", "integer", "transfers over the network, retries included"),
      .init("cache_hits", "integer", "answers from the cache"),
      .init("stale_hits", "integer", "expired answers that were served"),
      .init("shared", "integer", "requests that another one's transfer answered"),
      .init("retries", "integer", "further tries"),
      .init("failures", "integer", "requests that ended with an error"),
      .init("bytes", "integer", "bytes received, decoded"),
      .init("in_flight", "integer", "transfers that run now"),
      .init("max_in_flight", "integer", "the most that ran at once"),
    ])

  private static let wait = Shape(
    "http.wait", "A request that waits for its upstream.",
    [
      .init("url", "string", "its address"),
      .init("upstream", "string|nil", "the host or named client that makes it wait"),
      .init(
        "why", "\"rate\"|\"paused\"|\"retry\"",
        "its rate limit, a pause it asked for, or the time before the next try"),
      .init("reason", "string", "in words, such as status 429"),
      .init("until", "number", "when it ends, in seconds since 1970"),
      .init("seconds", "number", "how long it still waits"),
    ])

  private static func addRequests(_ module: inout Module, _ host: any NetHost) {
    let builder = RequestBuilder(host, base: nil)
    let get = RequestArguments(
      method: "get", Parameter("url", "an absolute https address", String.self))
    module.asyncFunction(
      "get", "Gets an address: from the cache while it is fresh, else over the network.",
      get.url, get.options,
      returns:
        "http.response  the answer, whatever its status; nil, err when none came",
      example: "local page = assert(mix.http.get(\"https://example.com\", {ttl = \"24h\"}))"
    ) { call in try get.start(call, from: 1, builder) }
    let url = Parameter("url", "an absolute address", String.self)
    let head = RequestArguments(method: "head", url)
    module.asyncFunction(
      "head", "Asks for the header of an address only.", url, head.options,
      returns: "http.response  the answer, its body empty; nil, err when none came",
      example: "print(mix.http.head(url).headers[\"content-length\"])"
    ) { call in try head.start(call, from: 1, builder) }
    for name in ["post", "put", "patch", "delete"] {
      let arguments = RequestArguments(method: name, url)
      module.asyncFunction(
        name, "Sends a \(name.uppercased()) request.", url, arguments.options,
        returns: "http.response  the answer, whatever its status; nil, err when none came",
        example: "local answer = mix.http.\(name)(url, {json = {id = 1}})"
      ) { call in try arguments.start(call, from: 1, builder) }
    }
    let any = RequestArguments(anyMethod: url)
    module.asyncFunction(
      "request", "Sends a request with any method.", RequestArguments.method, url, any.options,
      returns: "http.response  the answer, whatever its status; nil, err when none came",
      example: "local answer = mix.http.request(\"OPTIONS\", url)"
    ) { call in try any.start(call, from: 1, builder) }
    module.asyncFunction(
      "download", DownloadFunction.doc, url, DownloadFunction.path, DownloadFunction.options,
      returns: DownloadFunction.result,
      example: "local file = assert(mix.http.download(url, mix.fs.data(\"covers/1.jpg\")))"
    ) { context, url, path, options -> LuaValue in
      try await DownloadFunction.run(context, builder, url, path, options)
    }
  }

  private static func addClient(_ module: inout Module, _ host: any NetHost) {
    module.asyncFunction(
      "client", "Makes a client: a base address with its own headers, limits and defaults.",
      ClientOptions.parameter,
      returns: "http.client  with get, head, post, put, patch, delete, request and download",
      example: "local api = mix.http.client{base = \"https://api.example.org\", rate = \"20/min\"}"
    ) { context, options in
      let client = try HTTPClientHandle(host, options)
      try await client.applyLimits()
      return ObjectResult(client)
    }
  }

  private static func addStats(_ module: inout Module, _ host: any NetHost) {
    module.asyncFunction(
      "stats", "Counters since the start.",
      returns:
        "http.counters  of all scripts of this run",
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

  private static func addWaiting(_ module: inout Module, _ host: any NetHost) {
    module.function(
      "waiting", "The requests that wait for their upstream: for whom, why, until when.",
      returns: "http.wait[]  the longest first",
      example: "local wait = mix.http.waiting()[1]"
    ) { _ in host.requestWaits.list }
  }
}

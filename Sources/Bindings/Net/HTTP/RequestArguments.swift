internal import MixCore
internal import ScriptHost

/// The arguments of the functions that send a request: `[method,] url, options`.
struct RequestArguments: Sendable {
  /// The ways with a redirect.
  static let redirects = Shape.Kind.choice(["follow", "none", "error"])

  /// The way with a redirect that one of these words says.
  static func redirects(_ word: String) -> HTTPOptions.Redirects {
    word == "follow" ? .followed : word == "none" ? .returned : .refused
  }

  /// The options of every request.
  private static let requestOptions: [Shape.Field] = [
    .init("headers", .table, "further header fields", as: "table<string, string>"),
    .init("query", .table, "parameters to append to the address; lists repeat the name"),
    .init(
      "ttl", .duration, "keep the answer this long whatever its headers say; 0: not at all"),
    .init(
      "allow_expired", .flag, "serve an expired answer when the network fails (default true)"),
    .init("reload", .flag, "pass the cache by and store what comes"),
    .init("retry", .flag, "try again on failures that may pass (default true)"),
    .init(
      "redirect", redirects,
      "\"follow\" (default), \"none\": the redirect is the answer, \"error\": it is a failure"),
    .init("max_bytes", .size, "the largest body in decoded bytes (default 2,000,000)"),
    .init("timeout", .duration, "over all attempts and waits (default 120 s)"),
    .init(
      "patience", .duration,
      "the longest pause to wait for when the service asks for one; a longer one is the error {kind = \"paused\", until, upstream} (default: the timeout)"
    ),
    .init(
      "pause", .choice(["service", "route"]),
      "what a pause that the service asks for holds up: all requests to it (default), or those of this method and path"
    ),
    .init(
      "writes", .flag,
      "whether a GET changes something at the service: it is never repeated, kept or shared"),
    .init("connect_timeout", .duration, "to connect (default 10 s)"),
    .init("idle_timeout", .duration, "without a byte (default 15 s)"),
  ]

  /// The options of a request that sends a body.
  private static let bodyOptions =
    requestOptions + [
      .init(
        "body", .bytes,
        "the body as text or bytes; text/plain or application/octet-stream unless a header says it"),
      .init("json", .any, "the body as a value, sent as JSON"),
      .init("form", .table, "the body as fields of a form"),
      .init("body_file", .text, "the body is this file, read while it is sent"),
      .init(
        "multipart", .table,
        "the body as a form with files: a name's text, {file = path} or {value = text}, both with filename and type if need be, or a list of these",
        as: "table<string, any>"),
    ]

  /// The first argument of the functions that take any method.
  static let method = Parameter("method", "GET, HEAD, PATCH, …", String.self)

  let url: Parameter<String>
  let options: Parameter<Fields>
  /// nil when it is an argument.
  private let fixedMethod: String?
  private let isGet: Bool

  /// - Parameter method: `get`, `post`, …
  init(method: String, _ url: Parameter<String>) {
    fixedMethod = method.uppercased()
    isGet = method == "get"
    self.url = url
    let isBare = method == "get" || method == "head"
    options = .options(isBare ? Self.requestOptions : Self.bodyOptions)
  }

  init(anyMethod url: Parameter<String>) {
    fixedMethod = nil
    isGet = false
    self.url = url
    options = .options(Self.bodyOptions)
  }

  /// Reads the arguments from an index on and sends the request, unless a stored answer will do.
  func start(_ call: HostCall, from first: Int32, _ builder: RequestBuilder) throws -> StartedCall {
    let given = try fixedMethod == nil ? Self.method.text(call, first).uppercased() : nil
    let place = given == nil ? first : first + 1
    let own = call.context
    let isQueued = own.isMarked(ItemRequests.mark)
    let request = try builder.request(
      fixedMethod ?? given ?? "", url.text(call, place), options.options(call, place + 1), own,
      isQueued: isQueued)
    let memory = call.memory
    let context = RequestContext(policy: builder.host.grants.network, memory: memory)
    let client = try builder.host.client()
    let prepared = client.prepare(request, context: context)
    if isGet, let response = client.cachedNow(prepared) { return .done(ResponseResult(response)) }
    let host = builder.host
    return .waits {
      do {
        let response = try await client.send(prepared)
        // Before the item sees it: what a killed process had got need not be asked for again.
        if isQueued, response.source == .live { await host.flush() }
        return ResponseResult(response)
      } catch let error as HTTPError where error.kind == .outOfMemory {
        throw memory.exceeded
      } catch let error as HTTPError where error.kind == .cancelled {
        // Its task was cancelled, and ends here instead of at its next wait.
        throw CancellationError()
      }
    }
  }
}

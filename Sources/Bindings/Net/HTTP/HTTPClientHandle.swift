internal import MixCore
internal import Notation
internal import ScriptHost

/// The object that `mix.http.client` returns.
final class HTTPClientHandle: LuaObject {
  /// Settings that every request of the client starts from.
  struct Defaults: Sendable {
    var base: String?
    /// Secrets sent to their service with every request.
    var secrets: [ServiceCredential] = []
    var headers: HTTPHeaders = [:]
    var options: HTTPOptions
    /// The log-in sent to the base's origin with every request.
    var logIn: OriginLogIn?
    var certificate: ClientCertificate?
    /// Those of the client; nil: none are kept.
    var cookies: CookieJar?

    /// Whether an address is of the base's origin.
    func isOwn(_ url: String) -> Bool {
      guard let base, let origin = HTTPOrigin.text(of: base) else { return false }
      return HTTPOrigin.text(of: url) == origin
    }
  }

  private let host: any NetHost
  private let builder: RequestBuilder
  private let name: String
  private let rate: RateLimit?
  private let concurrency: Int?
  private let statuses: Set<Int>?
  private let hasLimits: Bool

  init(_ host: any NetHost, _ options: Fields) throws {
    self.host = host
    var defaults = Defaults(options: host.settings.requestDefaults)
    let upstream = try options.string("upstream").map { try ClientOptions.upstream($0, host) }
    if let upstream {
      guard !options.has("base") else {
        throw HostError.usage("'base' and 'upstream' to mix.http.client exclude each other")
      }
      defaults.base = upstream.canonical
    } else if var base = options.string("base") {
      try RequestBuilder.checkLength(base)
      guard HTTPOrigin.text(of: base) != nil else {
        throw options.wrong(
          "base", "an address such as https://example.org expected, not \"\(base)\"")
      }
      while base.hasSuffix("/") { base.removeLast() }
      defaults.base = base
    }
    if case .object(let fields)? = options.value("headers") {
      for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
        guard let text = FormText.text(value) else {
          throw options.wrong("headers", "'\(name)' is a string in UTF-8")
        }
        defaults.headers[name] = text
      }
    }
    try ClientOptions.apply(options, to: &defaults, host)
    // The script's options go before the manifest's.
    rate =
      options.has("rate") ? options.string("rate").flatMap(RateLimit.init) : upstream?.limits.rate
    concurrency = options.int("concurrency") ?? upstream?.limits.concurrency
    statuses =
      options.has("rate_limit_statuses")
      ? Set(options.numbers("rate_limit_statuses").map { Int(clamping: $0) })
      : upstream?.limits.rateLimitStatuses
    hasLimits =
      upstream != nil
      || ["rate", "concurrency", "rate_limit_statuses", "name"].contains(where: options.has)
    name = options.string("name") ?? upstream?.name ?? Self.hostName(defaults.base) ?? "client"
    if hasLimits { defaults.options.client = name }
    builder = RequestBuilder(host, base: defaults)
  }

  static let luaTypeName = "http.client"
  static let luaType: ObjectType<HTTPClientHandle> = {
    var type = ObjectType<HTTPClientHandle>("A base address with headers, limits and defaults.")
    type.description { "http.client: \($0.name)" }
    let url = Parameter("url", "an address, or a path below the client's base", String.self)
    for name in ["get", "head", "post", "put", "patch", "delete"] {
      let arguments = RequestArguments(method: name, url)
      type.asyncMethod(
        name, "As mix.http.\(name).", url, arguments.options,
        returns: "http.response  the answer; nil, err when none came",
        example: "local answer, err = api:\(name)(\"/lookup\", {query = {id = 1}})"
      ) { call, client in
        try client.start(arguments, call)
      }
    }
    type.asyncMethod(
      "download", DownloadFunction.doc, url, DownloadFunction.path, DownloadFunction.options,
      returns: DownloadFunction.result,
      example: "local file = assert(api:download(\"/export\", mix.fs.data(\"export.csv\")))"
    ) { context, client, url, path, options -> LuaValue in
      try await DownloadFunction.run(context, client.builder, url, path, options)
    }
    let arguments = RequestArguments(anyMethod: url)
    type.asyncMethod(
      "request", "As mix.http.request.", RequestArguments.method, url, arguments.options,
      returns: "http.response  the answer; nil, err when none came",
      example: "local answer, err = api:request(\"OPTIONS\", \"/lookup\")"
    ) { call, client in
      try client.start(arguments, call)
    }
    return type
  }()

  /// Tells the HTTP client of this client's limits.
  func applyLimits() async throws {
    guard hasLimits else { return }
    try await host.client().setLimits(
      client: name, rate: rate, concurrency: concurrency, rateLimitStatuses: statuses)
  }

  private func start(_ arguments: RequestArguments, _ call: HostCall) throws -> StartedCall {
    // The object is the first argument.
    try arguments.start(call, from: 2, builder)
  }

  private static func hostName(_ base: String?) -> String? {
    guard let base, let start = base.firstRange(of: "://")?.upperBound else { return nil }
    return base[start...].split(separator: "/").first.map { String($0).lowercased() }
  }
}

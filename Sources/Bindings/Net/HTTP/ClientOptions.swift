internal import Files
internal import MixCore
internal import Notation
internal import ScriptHost

/// The options of `mix.http.client`.
enum ClientOptions {
  static let parameter: Parameter<Fields> = .options(
    .init("base", .text, "put in front of the addresses given"),
    .init(
      "upstream", .text,
      "a service of a program's manifest: its address as base, with the limits that it asks for"),
    .init("name", .text, "names the limits; the same name shares them"),
    .init("headers", .table, "sent with every request", as: "table<string, string>"),
    .init(
      "bearer", .text,
      "a setting such as shop.token, whose text is sent as bearer token to its own service only"),
    .init(
      "bearer_scheme", .matching("printable ASCII", isScheme),
      "the words before that token (default \"Bearer \"), such as \"Discogs token=\""),
    .init(
      "secret_headers", .map(.text),
      "header fields with the settings whose texts they carry, to their own service only: "
        + "{[\"X-Api-Key\"] = \"shop.key\"}"),
    .init(
      "key_parameter", .matching("letters, digits, _ and -", isParameter),
      "with bearer: where the setting is a key (hexadecimal digits alone), this query parameter carries it"
    ),
    .init(
      "secret_path", .text,
      "a setting such as shop.path, whose text is put behind the addresses of its own service on the wire alone"
    ),
    .init(
      "credentials", .flag,
      "send what the setting http.credentials has for the base's origin, to that origin only"),
    .init(
      "cookies", .flag,
      "keep cookies and send them back, as long as the client lives (default false)"),
    .init("cert", .text, "a PEM file: the certificate that is shown to the base's origin"),
    .init("key", .text, "a PEM file: its key; missing: in cert"),
    .init(
      "rate",
      .matching("a rate such as \"20/min\", \"1/s\" or \"50/5s\", or \"none\"") {
        $0 == "none" || RateLimit($0) != nil
      }, "requests per time: \"20/min\", \"1/s\", \"50/5s\"; \"none\""),
    .init("concurrency", .integer(from: 1), "requests in flight at once, 1 or more"),
    .init("retry", .flag, "try again on failures that may pass (default true)"),
    .init("ttl", .duration, "as in get, for every request"),
    .init("redirect", RequestArguments.redirects, "as in get, for every request"),
    .init("timeout", .duration, "as in get, for every request"),
    .init("connect_timeout", .duration, "as in get, for every request"),
    .init("idle_timeout", .duration, "as in get, for every request"),
    .init(
      "rate_limit_statuses", .list(.integer(in: 400...599)),
      "statuses that mean \"too many requests\", besides 429; 400 to 599"),
    .init("max_bytes", .size, "as in get, for every request"))

  /// Takes the options for every request, and those for the log-in.
  /// - Throws: ``HostError`` for what does not fit together.
  static func apply(
    _ options: Fields, to defaults: inout HTTPClientHandle.Defaults, _ host: any NetHost
  ) throws {
    defaults.options.ttl = options.number("ttl")
    if let bytes = options.int("max_bytes") { defaults.options.maxBytes = bytes }
    if options.bool("retry") == false { defaults.options.retry = RetryPolicy.none }
    if let word = options.string("redirect") {
      defaults.options.redirects = RequestArguments.redirects(word)
    }
    if let seconds = options.number("timeout") { defaults.options.totalTimeout = seconds }
    if let seconds = options.number("connect_timeout") { defaults.options.connectTimeout = seconds }
    if let seconds = options.number("idle_timeout") { defaults.options.idleTimeout = seconds }
    if options.bool("cookies") == true { defaults.cookies = CookieJar() }
    let keyParameter = options.string("key_parameter")
    if keyParameter != nil, !options.has("bearer") {
      throw HostError.usage("'key_parameter' to mix.http.client goes with 'bearer'")
    }
    defaults.secrets = try secrets(options, keyParameter, host)
    if options.bool("credentials") == true {
      let origin = try origin(of: defaults, for: "credentials")
      try host.grants.checkKey(of: origin)
      defaults.logIn = try OriginLogIn(origin, host.settings.configuration)
    }
    guard let certificate = options.string("cert") else {
      if options.has("key") { throw HostError.usage("'key' to mix.http.client goes with 'cert'") }
      return
    }
    _ = try origin(of: defaults, for: "cert")
    defaults.certificate = ClientCertificate(
      file: try host.grants.readable(certificate).path,
      keyFile: try options.string("key").map { try host.grants.readable($0).path })
  }

  private static func secrets(
    _ options: Fields, _ keyParameter: String?, _ host: any NetHost
  ) throws -> [ServiceCredential] {
    var secrets =
      try options.string("bearer").map {
        [
          try ServiceCredential(
            setting: $0, keyParameter: keyParameter,
            scheme: options.string("bearer_scheme") ?? "Bearer ", host)
        ]
      } ?? []
    for (header, setting) in options.map("secret_headers", \.text).sorted(by: { $0.key < $1.key }) {
      secrets.append(try ServiceCredential(setting: setting, header: header, host))
    }
    if let setting = options.string("secret_path") {
      secrets.append(
        try ServiceCredential(
          setting: setting, header: HTTPOptions.keyField, keyParameter: HTTPOptions.keyPath, host))
    }
    return secrets
  }

  @Sendable private static func isScheme(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
  }

  @Sendable private static func isParameter(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || $0 == 0x5F || $0 == 0x2D
      }
  }

  /// The service of a name.
  /// - Parameter argument: the argument that names it and its function, for the error.
  /// - Throws: ``HostError`` that offers the nearest known one.
  static func upstream(
    _ name: String, _ host: any NetHost, for argument: String = "upstream' to mix.http.client"
  ) throws -> Upstream {
    let known = host.settings.configuration.registry.catalogue.upstreams
    if let upstream = known.first(where: { $0.name == name }) { return upstream }
    throw HostError.usage(
      "bad argument '\(argument): no program has an upstream '\(name)'"
        + Suggestion.hint(for: name, in: known.map(\.name)))
  }

  private static func origin(
    of defaults: HTTPClientHandle.Defaults, for option: String
  ) throws -> String {
    guard let base = defaults.base, let origin = HTTPOrigin.text(of: base) else {
      throw HostError.usage(
        "'\(option)' to mix.http.client needs a base, whose origin alone gets it")
    }
    return origin
  }
}

/// A log-in of the setting `http.credentials`, which goes to its own origin and which the script never
/// sees.
struct OriginLogIn: Sendable {
  private let origin: String
  private let credentials: HTTPCredentials

  /// - Throws: ``HostError`` of kind `credentials` when the setting has none for the origin.
  init(_ origin: String, _ configuration: Configuration) throws {
    self.origin = origin
    credentials = HTTPCredentials(try configuration.string("http.credentials") ?? "")
    guard credentials.authorization(for: origin) != nil else {
      throw HostError(
        kind: "credentials",
        message: "the setting http.credentials has no log-in for \(origin); add "
          + "\(origin)=USER:PASSWORD or \(origin)=TOKEN to it")
    }
  }

  /// Adds the header to a request that goes to the origin; others are left alone.
  func add(to request: inout HTTPRequest) throws {
    guard HTTPOrigin.text(of: request.url) == origin else { return }
    // The answer may be shared with requests that send the same fields, also those that the script added.
    request.options.sendsSetting = request.headers.credentialNames.isEmpty
    request.headers["Authorization"] = credentials.authorization(for: origin)
  }
}

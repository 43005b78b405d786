internal import Files
internal import MixCore
internal import Notation
internal import ScriptHost

/// The options of `mix.http.client`.
enum ClientOptions {
  static let parameter: Parameter<Options> = .options(
    OptionField("base", .string, "put in front of the addresses given"),
    OptionField(
      "upstream", .string,
      "a service of a program's manifest: its address as base, with the limits that it asks for"),
    OptionField("name", .string, "names the limits; the same name shares them"),
    OptionField("headers", .table, "sent with every request", as: "table<string, string>"),
    OptionField(
      "bearer", .string,
      "a setting such as shop.token, whose text is sent as bearer token to its own service only"),
    OptionField(
      "secret_headers", .table,
      "header fields with the settings whose texts they carry, to their own service only: "
        + "{[\"X-Api-Key\"] = \"shop.key\"}", as: "table<string, string>"),
    OptionField(
      "key_parameter", .string,
      "with bearer: where the setting is a key (hexadecimal digits alone), this query parameter carries it"
    ),
    OptionField(
      "credentials", .boolean,
      "send what the setting http.credentials has for the base's origin, to that origin only"),
    OptionField(
      "cookies", .boolean,
      "keep cookies and send them back, as long as the client lives (default false)"),
    OptionField("cert", .string, "a PEM file: the certificate that is shown to the base's origin"),
    OptionField("key", .string, "a PEM file: its key; missing: in cert"),
    OptionField("rate", .string, "requests per time: \"20/min\", \"1/s\", \"50/5s\"; \"none\""),
    OptionField("concurrency", .integer, "requests in flight at once, 1 or more"),
    OptionField("retry", .boolean, "try again on failures that may pass (default true)"),
    OptionField("ttl", .duration, "as in get, for every request"),
    OptionField("redirect", .string, "as in get, for every request"),
    OptionField("timeout", .duration, "as in get, for every request"),
    OptionField("connect_timeout", .duration, "as in get, for every request"),
    OptionField("idle_timeout", .duration, "as in get, for every request"),
    OptionField(
      "rate_limit_statuses", .any,
      "statuses that mean \"too many requests\", besides 429; 400 to 599", as: "integer[]"),
    OptionField("max_bytes", .size, "as in get, for every request"))

  /// Takes the options for every request, and those for the log-in.
  /// - Throws: ``HostError`` for what does not fit together.
  static func apply(
    _ options: Options, to defaults: inout HTTPClientHandle.Defaults, _ host: any NetHost
  ) throws {
    defaults.options.ttl = options.number("ttl")
    if let bytes = options.int("max_bytes") { defaults.options.maxBytes = bytes }
    if options.bool("retry") == false { defaults.options.retry = RetryPolicy.none }
    if let word = options.string("redirect") {
      defaults.options.redirects = try RequestBuilder.redirects(word)
    }
    if let seconds = options.number("timeout") { defaults.options.totalTimeout = seconds }
    if let seconds = options.number("connect_timeout") { defaults.options.connectTimeout = seconds }
    if let seconds = options.number("idle_timeout") { defaults.options.idleTimeout = seconds }
    if options.bool("cookies") == true { defaults.cookies = CookieJar() }
    let keyParameter = options.string("key_parameter")
    if let keyParameter { try checkKeyParameter(keyParameter, options) }
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
    _ options: Options, _ keyParameter: String?, _ host: any NetHost
  ) throws -> [ServiceCredential] {
    var secrets =
      try options.string("bearer").map {
        [try ServiceCredential(setting: $0, keyParameter: keyParameter, host)]
      } ?? []
    guard case .object(let fields)? = options.value("secret_headers") else { return secrets }
    for (header, name) in fields.sorted(by: { $0.key < $1.key }) {
      guard case .string(let setting) = name else {
        throw HostError.usage(
          "bad argument 'secret_headers' to mix.http.client: '\(header)' names a setting")
      }
      secrets.append(try ServiceCredential(setting: setting, header: header, host))
    }
    return secrets
  }

  private static func checkKeyParameter(_ name: String, _ options: Options) throws {
    guard options.has("bearer") else {
      throw HostError.usage("'key_parameter' to mix.http.client goes with 'bearer'")
    }
    let isName = name.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || $0 == 0x5F || $0 == 0x2D
    }
    guard isName, !name.isEmpty else {
      throw HostError.usage(
        "bad argument 'key_parameter' to mix.http.client: letters, digits, _ and - expected")
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
    let near = Suggestion.closest(to: name, in: known.map(\.name))
    throw HostError.usage(
      "bad argument '\(argument): no program has an upstream '\(name)'"
        + (near.map { "; did you mean '\($0)'?" } ?? ""))
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

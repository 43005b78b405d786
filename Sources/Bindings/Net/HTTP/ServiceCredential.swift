internal import MixCore
internal import ScriptHost

/// A token or key out of the settings that goes to its own service, and that the script never sees: the
/// setting `shop.token` to the upstream `shop`.
struct ServiceCredential: Sendable {
  private let setting: Setting
  private let upstream: Upstream
  private let token: String?
  /// The field that carries it; nil: `Authorization`, as a bearer token.
  private let header: String?
  /// The query parameter for a key in hexadecimal digits; nil: every text goes into the field.
  private let keyParameter: String?
  /// The words before a bearer token.
  private let scheme: String

  /// - Parameters:
  ///   - name: of the setting.
  ///   - header: the field that carries it; nil: `Authorization`, as a bearer token.
  ///   - keyParameter: the query parameter that carries it in place of a bearer token, where it is a key in
  ///     hexadecimal digits.
  ///   - scheme: the words before a bearer token.
  /// - Throws: ``HostError`` for a setting that is not a secret of an upstream, for a field that other parts of
  ///   the program would not take for a secret, and of kind `denied` for a key that the program does not have.
  init(
    setting name: String, header: String? = nil, keyParameter: String? = nil,
    scheme: String = "Bearer ",
    _ host: any NetHost
  ) throws {
    let configuration = host.settings.configuration
    let option = header == nil ? "bearer" : "secret_headers"
    let service = name.prefix { $0 != "." }
    func wrong(_ cure: String) -> HostError {
      HostError.usage(
        "bad argument '\(option)' to mix.http.client: '\(name)' is not a secret of a service: \(cure)"
      )
    }
    guard let setting = configuration.registry[name] else {
      throw wrong("a manifest declares it in its settings")
    }
    guard setting.isSecret else { throw wrong("declare it with secret = true") }
    guard let upstream = configuration.registry.catalogue.upstream(String(service)) else {
      throw wrong("its first word is the name of an upstream")
    }
    try host.grants.checkKey(of: upstream.name)
    // Redirects, caches, logs and recordings know a secret by the name of its field.
    if let header, !SecretMask.isCredentialName(header) {
      throw HostError.usage(
        "bad argument 'secret_headers' to mix.http.client: a name with Key, Token or the like "
          + "expected, such as X-Api-Key, not '\(header)'")
    }
    self.header = header
    self.setting = setting
    self.upstream = upstream
    token = try configuration.value(for: name)?.text
    // It may stand in an address, which the service may send back.
    if let token { SecretMask.learn([token]) }
    self.keyParameter = keyParameter
    self.scheme = scheme
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
  }

  /// Adds the header to a request that goes to the service; others are left alone.
  /// - Throws: ``HostError`` of kind `credentials` when it is not set.
  func add(to request: inout HTTPRequest) throws {
    guard request.url.hasPrefix(upstream.canonical + "/") else { return }
    guard let token, !token.isEmpty else {
      // Before those of the program stands the one that every setting has.
      let variable =
        setting.environment.dropFirst().first ?? Setting.environmentName(setting.name)
      throw HostError(
        kind: "credentials",
        message: "the setting \(setting.name) is not set; set it with the environment variable "
          + "\(variable) or with: mixhost config set \(setting.name) \(header == nil ? "TOKEN" : "KEY")"
      )
    }
    // The answer may be shared with requests that send the same fields, also those that the script added.
    request.options.sendsSetting =
      request.options.sendsSetting || request.headers.credentialNames.isEmpty
    if let header {
      if keyParameter == HTTPOptions.keyPath { request.options.keyParameter = HTTPOptions.keyPath }
      request.headers[header] = token
    } else if let keyParameter, token.utf8.allSatisfy(Self.isHexDigit) {
      request.options.keyParameter = keyParameter
      request.headers[HTTPOptions.keyField] = token
    } else {
      request.headers["Authorization"] = scheme + token
    }
  }
}

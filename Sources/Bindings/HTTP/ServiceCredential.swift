internal import MixCore
internal import ScriptHost

/// A token out of the settings that goes to its own service, and that the script never sees: the
/// setting `shop.token` to the upstream `shop`.
struct ServiceCredential: Sendable {
  private let setting: Setting
  private let upstream: Upstream
  private let token: String?
  /// The query parameter for a key in hexadecimal digits; nil: every text is a bearer token.
  private let keyParameter: String?

  /// - Throws: ``HostError`` for a setting that is no secret of an upstream.
  init(setting name: String, keyParameter: String?, _ configuration: Configuration) throws {
    let service = name.prefix { $0 != "." }
    guard let setting = configuration.registry[name], setting.isSecret,
      let upstream = configuration.registry.catalogue.upstream(String(service))
    else {
      throw HostError.usage(
        "bad argument 'bearer' to mix.http.client: '\(name)' is no secret of a service")
    }
    self.setting = setting
    self.upstream = upstream
    token = try configuration.value(for: name)?.text
    self.keyParameter = keyParameter
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
  }

  /// Adds the header to a request that goes to the service; others are left alone.
  /// - Throws: ``HostError`` of kind `credentials` when the token is not set.
  func add(to request: inout HTTPRequest) throws {
    guard request.url.hasPrefix(upstream.canonical + "/") else { return }
    guard let token, !token.isEmpty else {
      // Before those of the program stands the one that every setting has.
      let variable =
        setting.environment.dropFirst().first ?? Setting.environmentName(setting.name)
      throw HostError(
        kind: "credentials",
        message: "the setting \(setting.name) is not set; set it with the environment variable "
          + "\(variable) or with: mixhost config set \(setting.name) TOKEN")
    }
    // Whatever else the script has added, the answer is for whoever sends the same.
    request.options.sendsSetting = request.headers.credentialNames.isEmpty
    if let keyParameter, token.utf8.allSatisfy(Self.isHexDigit) {
      request.options.keyParameter = keyParameter
      request.headers[HTTPOptions.keyField] = token
    } else {
      request.headers["Authorization"] = "Bearer \(token)"
    }
  }
}

internal import MixCore
internal import Notation
internal import ScriptHost

/// Reads a provider's table, as `providers/auth/NAME.lua` returns it or a script writes it.
struct ProviderTable {
  /// The fields that a table may have.
  static let shape = TableShape(
    "auth.provider", "A service to sign in to: what providers/auth/NAME.lua returns.",
    [
      .init("name", "string?", "how commands call it; a file's is its own name"),
      .init("title", "string?", "how people call it (default: the name)"),
      .init("authorize", "string?", "the authorization endpoint, https"),
      .init("token", "string", "the token endpoint, https"),
      .init("device", "string?", "the device authorization endpoint (RFC 8628)"),
      .init("revoke", "string?", "where tokens are revoked (RFC 7009)"),
      .init("issuer", "string?", "the issuer's identifier (RFC 9207)"),
      .init("names_issuer", "boolean?", "whether each answer must name the issuer (default false)"),
      .init("client_id", "string?", "the client's identifier at the service"),
      .init(
        "client_id_setting", "string?",
        "the setting that holds it, such as music.client_id; in files only, as all …_setting"),
      .init("client_secret", "string?", "of a confidential client"),
      .init("client_secret_setting", "string?", "the setting that holds it"),
      .init("redirect", "string?", "where the browser is sent at the end (default: port 8765)"),
      .init("redirect_setting", "string?", "the setting that holds it"),
      .init("any_port", "boolean?", "whether any port of a loopback address will do"),
      .init("register", "string?", "where a user without a client id gets one"),
      .init("scopes", "string[][]?", "pairs of a scope and what it is needed for"),
      .init("parameters", "table<string, string>?", "further ones of the authorization request"),
      .init("lifetime", "integer?", "how many seconds a log-in can be refreshed"),
      .init("profile", "{url: string, names: string[]}?", "where the user's name is found"),
    ])

  private let fields: [String: LuaValue]
  private let place: String
  private let configuration: Configuration?

  /// - Parameters:
  ///   - place: the file, or what else the messages name.
  ///   - configuration: holds client ids and secrets; nil for a table that a script has made, which
  ///     could send any setting that it named to endpoints of its own.
  /// - Throws: ``HostError`` for an unknown field, of kind `denied` for a script's that names a setting.
  init(_ value: LuaValue, place: String, configuration: Configuration?) throws {
    guard case .object(let fields) = value else {
      throw HostError.usage("\(place): a table with authorize, token and scopes is due")
    }
    self.fields = fields
    self.place = place
    self.configuration = configuration
    let known = Self.shape.fields.map(\.name)
    for key in fields.keys.sorted() where !known.contains(key) {
      let hint = Suggestion.closest(to: key, in: known).map { "; did you mean '\($0)'?" } ?? ""
      throw HostError.usage("\(place): unknown field '\(key)'\(hint)")
    }
    guard configuration == nil else { return }
    for key in fields.keys.sorted() where key.hasSuffix("_setting") {
      throw HostError.denied(
        "\(place): only a file in providers/auth may name settings (\(key)); write "
          + "\(key.dropLast("_setting".count)) itself")
    }
  }

  /// The provider. Its client id is empty when none is set.
  /// - Throws: ``HostError`` that names the field that is wrong.
  func provider(name given: String?) throws -> AuthProvider {
    guard let name = try given ?? text("name"), AuthProvider.isName(name) else {
      throw wrong("name", "1 to 40 of a-z 0-9 _ -")
    }
    guard let tokenURL = try address("token") else { throw wrong("token", "an https address") }
    var provider = AuthProvider(
      name: name, title: try text("title") ?? name, authorizeURL: try address("authorize"),
      tokenURL: tokenURL, clientID: try setting("client_id") ?? "",
      redirect: try setting("redirect") ?? "http://127.0.0.1:8765/callback")
    provider.redirectSetting = try text("redirect_setting")
    provider.deviceURL = try address("device")
    provider.revokeURL = try address("revoke")
    guard provider.authorizeURL != nil || provider.deviceURL != nil else {
      throw wrong("authorize", "an https address")
    }
    provider.issuer = try text("issuer")
    provider.namesIssuer = try flag("names_issuer")
    provider.clientSecret = try setting("client_secret")
    provider.takesAnyPort = try flag("any_port")
    provider.scopes = try scopes()
    provider.parameters = try parameters()
    provider.lifetime = try lifetime()
    provider.profile = try profile()
    return provider
  }

  /// Advice about a client id that is missing.
  func unconfigured(_ provider: AuthProvider) throws -> AuthError {
    let name = try text("client_id_setting")
    let place = try text("register").map { " at \($0)" } ?? ""
    let set =
      name.map { "run mixhost config set \($0) ID" } ?? "put it into the provider's client_id"
    return AuthError(
      .unconfigured,
      "\(provider.title) needs a client id: register an app\(place) with the redirect address "
        + "\(provider.redirect), then \(set)")
  }

  // MARK: Fields

  private func wrong(_ name: String, _ expected: String) -> HostError {
    HostError.usage("\(place): '\(name)' is \(expected)")
  }

  private func text(_ name: String) throws -> String? {
    switch fields[name] ?? .nil {
    case .nil: return nil
    case .string(let text) where !text.isEmpty: return text
    default: throw wrong(name, "a text")
    }
  }

  private func flag(_ name: String) throws -> Bool {
    switch fields[name] ?? .nil {
    case .nil: return false
    case .bool(let flag): return flag
    default: throw wrong(name, "true or false")
    }
  }

  /// A text, or what the setting holds that `NAME_setting` names.
  private func setting(_ name: String) throws -> String? {
    if let text = try text(name) { return text }
    guard let configuration, let setting = try text(name + "_setting") else { return nil }
    // The others are parts of the address that the browser shows.
    if name != "client_secret", configuration.registry[setting]?.isSecret == true {
      throw wrong(name + "_setting", "no secret setting")
    }
    return try configuration.string(setting)
  }

  /// Tokens go there: nothing but https, and this machine by its number for tests.
  private func address(_ name: String) throws -> String? {
    guard let text = try text(name) else { return nil }
    let local = ["http://127.0.0.1:", "http://[::1]:"].contains { text.hasPrefix($0) }
    guard text.hasPrefix("https://") || local, !text.contains("#"), !text.contains(" ") else {
      throw wrong(name, "an https address")
    }
    return text
  }

  private func scopes() throws -> [AuthProvider.Scope] {
    guard let value = fields["scopes"] else { return [] }
    guard case .array(let list) = value else { throw wrong("scopes", "a list of pairs") }
    return try list.map { item in
      guard case .array(let pair) = item, case .string(let name)? = pair.first,
        case .string(let purpose)? = pair.last, pair.count == 2, !name.contains(" ")
      else { throw wrong("scopes", "a list of pairs of a scope and what it is needed for") }
      return AuthProvider.Scope(name, purpose)
    }
  }

  private func parameters() throws -> [(name: String, value: String)] {
    guard let value = fields["parameters"] else { return [] }
    guard case .object(let pairs) = value else { throw wrong("parameters", "a table of texts") }
    let reserved = [
      "state", "code_challenge", "code_challenge_method", "redirect_uri", "client_id",
    ]
    return try pairs.sorted { $0.key < $1.key }.map { name, value in
      guard case .string(let text) = value, !reserved.contains(name) else {
        throw wrong("parameters", "a table of texts, without those that mixhost sets itself")
      }
      return (name, text)
    }
  }

  private func lifetime() throws -> Double? {
    switch fields["lifetime"] ?? .nil {
    case .nil: return nil
    case .int(let seconds) where seconds > 0: return Double(seconds)
    default: throw wrong("lifetime", "a number of seconds")
    }
  }

  private func profile() throws -> AuthProvider.Profile? {
    guard let value = fields["profile"] else { return nil }
    guard case .object(let members) = value, case .string(let url)? = members["url"],
      url.hasPrefix("https://") || url.hasPrefix("http://127.0.0.1:"),
      case .array(let list)? = members["names"]
    else { throw wrong("profile", "a table with url and names") }
    let names = list.compactMap { if case .string(let name) = $0 { name } else { nil } }
    return AuthProvider.Profile(url: url, names: names)
  }
}

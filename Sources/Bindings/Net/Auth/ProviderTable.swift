internal import MixCore
internal import Notation
internal import ScriptHost

/// A provider's table, as `services/NAME/sign_in.lua` returns it or a script writes it.
struct ProviderTable {
  static let shape = Shape(
    "auth.provider", "A service to sign in to: what services/NAME/sign_in.lua returns.",
    [
      .init("name", .filled, "how commands call it; a file's is its own name"),
      .init("title", .filled, "how people call it (default: the name)"),
      .init("authorize", address, "the authorization endpoint, https"),
      .init("token", address, "the token endpoint, https", required: true),
      .init("device", address, "the device authorization endpoint (RFC 8628)"),
      .init("revoke", address, "where tokens are revoked (RFC 7009)"),
      .init("issuer", .filled, "the issuer's identifier (RFC 9207)"),
      .init("names_issuer", .flag, "whether each answer must name the issuer (default false)"),
      .init("client_id", .filled, "the client's identifier at the service"),
      .init(
        "client_id_setting", .filled,
        "the setting that holds it, such as music.client_id; in files only, as all …_setting"),
      .init("client_secret", .filled, "of a confidential client"),
      .init("client_secret_setting", .filled, "the setting that holds it"),
      .init("redirect", .filled, "where the browser is sent at the end (default: port 8765)"),
      .init("redirect_setting", .filled, "the setting that holds it"),
      .init("any_port", .flag, "whether any port of a loopback address will do"),
      .init("register", .filled, "where a user without a client id gets one"),
      .init("scopes", .custom(scopes), "pairs of a scope and what it is needed for"),
      .init("parameters", .map(.text), "further ones of the authorization request"),
      .init("lifetime", .integer(from: 1), "how many seconds a log-in can be refreshed"),
      .init(
        "profile",
        .record(
          Shape(
            "auth.profile", "The place of the user's name.",
            [
              .init("url", address, "the address that is asked", required: true),
              .init("names", .texts, "the fields of its answer, the first that is there counts"),
            ])), "where the user's name is found"),
    ]
  ) { table in
    let reserved = [
      "state", "code_challenge", "code_challenge_method", "redirect_uri", "client_id",
    ]
    if table.map("parameters", \.text).keys.contains(where: reserved.contains) {
      throw table.wrong(
        "parameters", "is a table of texts, without those that mixhost sets itself")
    }
  }

  /// Tokens go there: nothing but https, and this machine by its number for tests.
  private static let address = Shape.Kind.matching("an https address") { text in
    let local = ["http://127.0.0.1:", "http://[::1]:"].contains { text.hasPrefix($0) }
    return (text.hasPrefix("https://") || local) && !text.contains("#") && !text.contains(" ")
  }

  private static let scopes = Shape.Custom(
    "string[][]", "a list of pairs of a scope and what it is needed for"
  ) { reader, index, _, _ in
    guard case .array(let list) = try LuaValue(reader.stack, index) else { return nil }
    let arePairs = list.allSatisfy { pair in
      guard case .array(let pair) = pair, pair.count == 2, case .string(let name) = pair[0],
        case .string = pair[1]
      else { return false }
      return !name.contains(" ")
    }
    return arePairs ? .array(list) : nil
  }

  private let fields: Fields
  private let configuration: Configuration?

  /// - Parameters:
  ///   - place: the file, or what else the messages name.
  ///   - configuration: holds client ids and secrets; nil for a table that a script has made, which
  ///     could send any setting that it named to endpoints of its own.
  /// - Throws: ``HostError`` of kind `denied` for a script's table that names a setting.
  init(_ fields: Fields, place: String, configuration: Configuration?) throws {
    self.fields = fields
    self.configuration = configuration
    guard configuration == nil else { return }
    for key in Self.shape.fields.map(\.name) where key.hasSuffix("_setting") && fields.has(key) {
      throw HostError.denied(
        "\(place): only services/NAME/sign_in.lua may name settings (\(key)); write "
          + "\(key.dropLast("_setting".count)) itself")
    }
  }

  /// The provider. Its client id is empty when none is set.
  /// - Throws: ``HostError`` that names the field that is wrong.
  func provider(name given: String?) throws -> AuthProvider {
    guard let name = given ?? fields.string("name"), AuthProvider.isName(name) else {
      throw fields.wrong("name", "is 1 to 40 of a-z 0-9 _ -")
    }
    var provider = AuthProvider(
      name: name, title: fields.string("title") ?? name,
      authorizeURL: fields.string("authorize"), tokenURL: fields.string("token") ?? "",
      clientID: try setting("client_id") ?? "",
      redirect: try setting("redirect") ?? "http://127.0.0.1:8765/callback")
    provider.redirectSetting = fields.string("redirect_setting")
    provider.deviceURL = fields.string("device")
    provider.revokeURL = fields.string("revoke")
    guard provider.authorizeURL != nil || provider.deviceURL != nil else {
      throw fields.wrong("authorize", "is an https address, or device is one")
    }
    provider.issuer = fields.string("issuer")
    provider.namesIssuer = fields.bool("names_issuer") ?? false
    provider.clientSecret = try setting("client_secret")
    provider.takesAnyPort = fields.bool("any_port") ?? false
    if case .array(let pairs)? = fields.value("scopes") {
      provider.scopes = pairs.compactMap { pair in
        guard case .array(let texts) = pair, let name = texts[0].shownText else { return nil }
        return AuthProvider.Scope(name, texts[1].shownText ?? "")
      }
    }
    provider.parameters = fields.map("parameters", \.text).sorted { $0.key < $1.key }
      .map { ($0.key, $0.value) }
    provider.lifetime = fields.number("lifetime")
    provider.profile = fields.record("profile").map {
      AuthProvider.Profile(url: $0.string("url") ?? "", names: $0.texts("names"))
    }
    return provider
  }

  /// Advice about a client id that is missing.
  func unconfigured(_ provider: AuthProvider) -> AuthError {
    let name = fields.string("client_id_setting")
    let place = fields.string("register").map { " at \($0)" } ?? ""
    let set =
      name.map { "run mixhost config set \($0) ID" } ?? "put it into the provider's client_id"
    return AuthError(
      .unconfigured,
      "\(provider.title) needs a client id: register an app\(place) with the redirect address "
        + "\(provider.redirect), then \(set)")
  }

  /// A text, or what the setting holds that `NAME_setting` names.
  private func setting(_ name: String) throws -> String? {
    if let text = fields.string(name) { return text }
    guard let configuration, let setting = fields.string(name + "_setting") else { return nil }
    // The others are parts of the address that the browser shows.
    if name != "client_secret", configuration.registry[setting]?.isSecret == true {
      throw fields.wrong(name + "_setting", "is no secret setting")
    }
    return try configuration.string(setting)
  }
}

/// A provider that a script names or describes.
enum ProviderArgument: LuaArgument, Sendable {
  case name(String)
  case table(Fields)

  static let luaTypeName = "string|auth.provider"

  static func read(_ call: HostCall, _ index: Int32) throws -> ProviderArgument? {
    if let name = try String.read(call, index) { return .name(name) }
    return .table(try table(call, index, place: "the provider"))
  }

  /// Reads the table at a stack index.
  /// - Throws: ``HostError`` that names the place and the field.
  static func table(_ call: HostCall, _ index: Int32, place: String) throws -> Fields {
    guard call.stack.kind(index) == .table else {
      throw HostError.usage("\(place): a table with authorize, token and scopes is due")
    }
    let voice = ShapeVoice { field, fault in
      if case .unknown = fault {
        return HostError.usage("\(place): unknown field '\(field)'\(fault.hint)")
      }
      return HostError.usage("\(place): '\(field)' \(fault.words)")
    }
    return try ShapeReader(call, voice).fields(ProviderTable.shape, index)
  }
}

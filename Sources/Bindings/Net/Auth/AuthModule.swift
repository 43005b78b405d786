internal import MixCore
internal import ScriptHost

/// `mix.auth`: signing in to services, and tokens that are still good.
enum AuthModule {
  private static let provider = Parameter(
    "provider",
    "\"music\" is services/music/sign_in.lua, the user's before mixhost's; or a table like such a "
      + "file's", ProviderArgument.self)

  static func make(_ host: any NetHost) -> Module {
    var module = Module("auth", "Signing in to services (OAuth 2 with PKCE), and their tokens.")
    addToken(&module, host)
    addLogin(&module, host)
    addStatus(&module, host)
    module.shapes(account, ProviderTable.shape)
    return module
  }

  private static let account = Shape(
    "auth.account", "A log-in, without its secrets.",
    [
      .init("provider", "string", "the service's name"),
      .init("title", "string", "the service as people call it"),
      .init("signed_in", "boolean", "whether there is a log-in that has not ended"),
      .init("account", "string?", "the user, as the service calls them"),
      .init("scopes", "string[]", "what was granted"),
      .init("expires_at", "number?", "when the token expires, in seconds since 1970"),
      .init("since", "number?", "when the user signed in"),
      .init("ends_at", "number?", "when the log-in itself ends, where that is known"),
      .init("ended", "string?", "why it has ended"),
      .init("waiting", "boolean", "whether a log-in of this process waits for its user"),
      .init("address", "string?", "where the user signs in, while one waits"),
    ])

  private static func addToken(_ module: inout Module, _ host: any NetHost) {
    module.asyncFunction(
      "token",
      "An access token that will be accepted for a while; refreshed once for all tasks and processes.",
      provider,
      .options(
        .init(
          "refused", .text, "the token that the service has just refused: it is not given again")),
      returns:
        "string  for Authorization: Bearer …; nil, err of kind auth (reason not_signed_in, ended, …)",
      example: "local token = assert(mix.auth.token(\"music\"))",
      ready: { call, value, options -> String? in
        guard case .name(let name) = value else { return nil }
        return host.signIns.heldToken(name, refused: options.string("refused"))
      }
    ) { _, value, options in
      let found = try await host.signIns.find(value)
      return try await host.signIns.token(found, refused: options.string("refused"))
    }
  }

  private static func addLogin(_ module: inout Module, _ host: any NetHost) {
    module.asyncFunction(
      "login", "Signs in: opens the browser, says what for, and waits until it comes back.",
      provider,
      .options(
        .init(
          "way", .choice(["browser", "paste", "device"]),
          "browser (default), paste (the user brings the address back) or device (a code to type)"),
        .init(
          "open", .flag, "open the browser (default true); the address is shown anyway"),
        .init(
          "port", .integer(in: 0...65_535),
          "instead of the redirect address's own; 0: one that is free"),
        .init("timeout", .duration, "how long to wait for the user (default 5 minutes)")),
      returns: "auth.account  who has signed in; nil, err of kind auth when nobody has",
      example: "local account = assert(mix.auth.login(\"music\"))"
    ) { _, value, options -> LuaValue in
      let wish = wish(options)
      let found = try await host.signIns.find(value)
      if host.signIns.isPlayed {
        throw AuthError(
          .unconfigured, "nobody signs in while a recording is replayed or a test answers")
      }
      let credential = try await host.signIns.login(try found.configured(), wish)
      return describe(found.provider, credential)
    }
    module.asyncFunction(
      "logout", "Forgets a log-in, and revokes it at services that support that.", provider,
      returns: "boolean  whether there was one",
      example: "mix.auth.logout(\"music\")"
    ) { _, value in
      try await host.signIns.logout(try await host.signIns.find(value).provider)
    }
  }

  private static func addStatus(_ module: inout Module, _ host: any NetHost) {
    module.asyncFunction(
      "status", "The state of a log-in, without asking anybody.", provider,
      returns:
        "auth.account  signed_in is false when there is none; nil, err when it cannot be read",
      example: "if not mix.auth.status(\"music\").signed_in then mix.auth.login(\"music\") end"
    ) { _, value -> LuaValue in
      let found = try await host.signIns.find(value)
      // A recorded run was signed in, as whom is not in the recording.
      if host.signIns.isPlayed { return describe(found.provider, nil, isPlayed: true) }
      return describe(
        found.provider, try await host.signIns.credential(found.provider),
        waiting: host.signIns.waiting(found.provider))
    }
    module.asyncFunction(
      "stop", "Stops a log-in of this process that waits for its user, whichever run began it.",
      provider,
      returns: "boolean  whether one waited; its login returns nil, err of kind cancelled",
      example: "mix.auth.stop(\"music\")"
    ) { _, value in
      host.signIns.stop(try await host.signIns.find(value).provider)
    }
    module.function(
      "providers", "The services that can be signed in to by name.",
      returns: "string[]  sorted",
      example: "for _, name in ipairs(mix.auth.providers()) do print(name) end"
    ) { _ in host.signIns.names }
  }

  private static func wish(_ options: Fields) -> LoginWish {
    var wish = LoginWish()
    switch options.string("way") {
    case "paste": wish.way = .paste
    case "device": wish.way = .device
    default: wish.way = .browser
    }
    wish.opensBrowser = options.bool("open") ?? true
    if let port = options.int("port") { wish.port = port }
    wish.seconds = options.number("timeout") ?? wish.seconds
    return wish
  }

  private static func describe(
    _ provider: AuthProvider, _ credential: Credential?, isPlayed: Bool = false,
    waiting: (isWaiting: Bool, address: String?) = (false, nil)
  ) -> LuaValue {
    var fields: [String: LuaValue] = [
      "provider": .string(provider.name), "title": .string(provider.title),
      "signed_in": .bool(isPlayed || credential != nil && credential?.ended == nil),
      "scopes": .array((credential?.scopes ?? []).map(LuaValue.string)),
      "waiting": .bool(waiting.isWaiting),
    ]
    fields["address"] = waiting.address.map(LuaValue.string)
    if let credential {
      fields["account"] = credential.account.map(LuaValue.string)
      fields["expires_at"] = credential.ended == nil ? credential.expires.map(LuaValue.number) : nil
      fields["since"] = .number(credential.authorized)
      fields["ends_at"] = credential.ends.map(LuaValue.number)
      fields["ended"] = credential.ended.map(LuaValue.string)
    }
    return .object(fields)
  }
}

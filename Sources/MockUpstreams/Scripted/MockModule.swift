import Notation
import Reactor
import ScriptHost

/// `mix.mock`: the server that mocks in Lua answer for, and the user's options.
enum MockModule {
  /// - Parameter names: the services that have a mock.
  static func make(
    _ names: [String], _ options: MockOptions, _ ledger: OAuthLedger,
    _ server: Confined<ServiceMocks.Server>
  ) -> Module {
    var module = Module("mock", "The server of the mocks, and what the user asked of it.")
    module.function("names", "The services that have a mock.") { _ -> [String] in names }
    module.function(
      "serve", "Sets the function that answers.",
      Parameter("answer", "gets a request", LuaFunction.self)
    ) { _, answer -> Nothing in
      server.value.answer = answer
      return Nothing()
    }
    module.function(
      "option", "An option of the mock, such as seed, size or titles; nil where it was not given.",
      Parameter("name", "as --mock takes it", String.self)
    ) { _, name -> LuaValue in
      switch name {
      case "seed": .int(Int64(bitPattern: options.seed))
      case "size": .int(Int64(options.size))
      case "books": .int(Int64(options.books))
      case "chart-size": .int(Int64(options.chartSize))
      case "titles": .int(Int64(options.titles))
      default: options.ofServices[name].map(LuaValue.string) ?? .nil
      }
    }
    module.function("now", "The present moment in seconds since 1970.") { _ in
      Int64(PresentTime.seconds)
    }
    addLogIns(&module, ledger)
    addPictures(&module)
    return module
  }

  private static func addLogIns(_ module: inout Module, _ ledger: OAuthLedger) {
    module.function(
      "login", "What a bearer token is worth: accepted, missing, invalid, expired or lacks_scope.",
      Parameter("authorization", "the request's field, or nil", String?.self),
      Parameter("scopes", "those that the call needs", [String].self),
      returns: "string, string?  and the user, or the scope that is missing"
    ) { _, field, scopes -> Several in
      switch ledger.check(authorization: field, scopes: Set(scopes)) {
      case .accepted(let login): Several("accepted", login.user)
      case .missing: Several("missing")
      case .invalid: Several("invalid")
      case .expired: Several("expired")
      case .lacksScope(let scope): Several("lacks_scope", scope)
      }
    }
    module.function(
      "token", "A bearer token of a log-in, for questions to a mock that takes one.",
      Parameter("scopes", "its permissions", [String].self)
    ) { _, scopes in
      let login = MockLogin(client: "mixhost-mock", user: OAuthUpstream.user, scopes: Set(scopes))
      return ledger.begin(login, code: nil).access
    }
  }

  private static func addPictures(_ module: inout Module) {
    let (width, height) = (
      Parameter("width", "in points", Int.self), Parameter("height", "in points", Int.self)
    )
    module.function(
      "cover", "A picture with letters, as PNG; the same title always looks alike.",
      Parameter("title", "what it shows", String.self),
      Parameter("letters", "drawn on it", String.self), width, height
    ) { _, title, letters, width, height in
      LuaValue(
        bytes: DrawnPicture.cover(
          title, letters: letters, width: points(width), height: points(height)))
    }
    module.function(
      "landscape", "A thumbnail, as PNG; the same name always looks alike.",
      Parameter("name", "what it shows", String.self), width, height
    ) { _, name, width, height in
      LuaValue(bytes: DrawnPicture.landscape(name, width: points(width), height: points(height)))
    }
  }

  /// An edge that can be drawn.
  private static func points(_ asked: Int) -> Int { min(1000, max(1, asked)) }
}

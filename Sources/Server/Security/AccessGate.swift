/// The parts of a request that the gate looks at.
struct RequestFacts: Sendable {
  /// GET, POST, …
  var method: String
  /// Without the query.
  var path: String
  /// The Host field.
  var host: String?
  /// The Origin field.
  var origin: String?
  /// The Authorization field.
  var authorization: String?
  /// The Cookie fields.
  var cookie: String?
  /// Whether it asks for a WebSocket.
  var isUpgrade = false

  /// Whether it may change something.
  fileprivate var changes: Bool {
    !["GET", "HEAD", "OPTIONS"].contains(method) || isUpgrade && path == ScreenRoutes.socketPath
  }
}

/// Why a request is refused.
struct Refusal: Error, Sendable, Equatable {
  /// The HTTP status: 401, 403 or 404.
  var status: Int
  /// The failure, and what to do.
  var message: String

  /// How to prove who one is, where that would help (RFC 9110, section 11.6.1).
  var challenge: String? { status == 401 ? "Bearer realm=\"mixhost\"" : nil }
}

/// The rights of callers. Pure, so that the WebSocket upgrade and the routes decide alike.
struct AccessGate: Sendable {
  private let options: ServerOptions
  private let token: AccessToken
  private let sessions: SessionStore
  private let schemes: [String]
  private let machine: @Sendable (String) -> Bool

  /// - Parameter machine: whether a name or address is one of this machine's.
  init(
    _ options: ServerOptions, _ token: AccessToken, _ sessions: SessionStore,
    machine: @escaping @Sendable (String) -> Bool = { MachineNames.contain($0) }
  ) {
    self.options = options
    self.machine = machine
    self.token = token
    self.sessions = sessions
    // Without a certificate of its own the server may stand behind a proxy that has one.
    schemes = options.certificate == nil ? ["http", "https"] : ["https"]
  }

  /// Nil: let it pass.
  func refusal(_ request: RequestFacts) -> Refusal? {
    guard let host = request.host, isAllowed(host) else {
      return Refusal(
        status: 403,
        message: "the Host \"\(request.host ?? "")\" is not served; --allow-host NAME adds one")
    }
    let isOwnPage = request.origin.map { origin in
      schemes.contains { origin.lowercased() == "\($0)://\(host.lowercased())" }
    }
    let changes = request.changes
    if isOwnPage == false, changes || request.isUpgrade {
      return Refusal(status: 403, message: "requests of another origin's pages are refused")
    }
    if Self.isOpen(request) { return nil }
    if hasToken(request) { return nil }
    let hasSession = sessions.accepts(cookie: request.cookie, host: request.host)
    if changes || (request.isUpgrade && isOwnPage == nil) {
      // A cookie alone proves nothing: browsers send it along from other ports of this machine.
      if hasSession, isOwnPage == true { return nil }
      return missing(request)
    }
    return options.isLoopback || hasSession ? nil : missing(request)
  }

  /// Whether the request carries the token.
  private func hasToken(_ request: RequestFacts) -> Bool {
    guard let field = request.authorization, let space = field.firstIndex(of: " "),
      field[..<space].lowercased() == "bearer"
    else { return false }
    return token.matches(String(field[field.index(after: space)...]))
  }

  private func missing(_ request: RequestFacts) -> Refusal {
    Refusal(
      status: request.cookie == nil && request.authorization == nil ? 401 : 403,
      message: "this needs the token: \"Authorization: Bearer …\", or sign in at the page")
  }

  private func isAllowed(_ host: String) -> Bool {
    guard let name = HostName.parse(host)?.name else { return false }
    if HostName.isLoopback(name) { return true }
    if (options.allowedHosts + [options.host]).contains(where: { HostName.parse($0)?.name == name })
    {
      return true
    }
    // Whom the network may reach, it may call by its own names: no page elsewhere owns one of those.
    return !options.isLoopback && machine(name)
  }

  /// Open to everybody: whether the server lives, and the page with its sign-in, which asks
  /// whether the browser is signed in.
  private static func isOpen(_ request: RequestFacts) -> Bool {
    request.path == "/health" || request.path == "/login" || request.path == "/api/session"
      || (!request.path.hasPrefix("/api/") && !request.path.hasPrefix("/ws/")
        && !request.path.hasPrefix("/media/")
        && request.path != "/metrics")
  }
}

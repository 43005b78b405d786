/// Why a request is refused.
struct Refusal: Error, Sendable, Equatable {
  /// The HTTP status: 401, 403 or 404.
  var status: Int
  /// The failure, and what to do.
  var message: String

  /// How to prove who one is, where that would help (RFC 9110, section 11.6.1).
  var challenge: String? { status == 401 ? "Bearer realm=\"mixhost\"" : nil }
}

/// The rights of callers, for routes and WebSockets alike: everything is denied but what a route's access
/// class allows. Where a request comes from proves nothing: other users of this machine and every
/// visitor of a reverse proxy come from loopback.
struct AccessGate: Sendable {
  private let options: ServerOptions
  private let token: AccessToken
  private let sessions: SessionStore
  private let schemes: [String]
  private let anyName: Bool
  private let machine: @Sendable (String) -> Bool

  /// - Parameters:
  ///   - anyName: whether clients may ask by any name; for servers without a page.
  ///   - machine: whether a name or address is one of this machine's.
  init(
    _ options: ServerOptions, _ token: AccessToken, _ sessions: SessionStore,
    anyName: Bool = false,
    machine: @escaping @Sendable (String) -> Bool = { MachineNames.contain($0) }
  ) {
    self.options = options
    self.anyName = anyName
    self.machine = machine
    self.token = token
    self.sessions = sessions
    // Without a certificate of its own the server may stand behind a proxy that has one.
    schemes = options.certificate == nil ? ["http", "https"] : ["https"]
  }

  /// Decides about a request whose route is known.
  /// - Returns: nil to let it pass.
  func refusal(_ request: RequestFacts, _ access: Access) -> Refusal? {
    if let refusal = refusal(ofName: request) { return refusal }
    let isOwnPage = request.origin.map { isOwn($0, request) }
    if isOwnPage == false, access == .change || request.changes || request.isUpgrade {
      return foreign(request)
    }
    if access == .open || token.isGiven(in: request.authorization) { return nil }
    guard sessions.accepts(cookie: request.cookie, host: request.host) else {
      return missing(request)
    }
    // A cookie alone proves nothing: browsers send it along from other ports of this machine.
    let needsOrigin = access == .change || request.isUpgrade
    return needsOrigin && isOwnPage != true ? missing(request) : nil
  }

  /// Whether the name that a request asks by is served, whatever it asks for.
  /// - Returns: nil when it is.
  func refusal(ofName request: RequestFacts) -> Refusal? {
    if let fault = request.proxyFault { return Refusal(status: 400, message: fault) }
    guard let host = request.host, isAllowed(host) else {
      return Refusal(
        status: 403,
        message: "the Host \"\(request.host ?? "")\" is not served; --allow-host NAME adds one")
    }
    return nil
  }

  private func isOwn(_ origin: String, _ request: RequestFacts) -> Bool {
    let schemes = request.scheme.map { [$0] } ?? schemes
    return schemes.contains {
      origin.lowercased() == "\($0)://\((request.host ?? "").lowercased())"
    }
  }

  private func foreign(_ request: RequestFacts) -> Refusal {
    let (origin, host) = (request.origin ?? "", request.host ?? "")
    return Refusal(
      status: 403,
      message: "requests of another origin's pages are refused: the page is of \(origin), and asks "
        + "\(request.scheme.map { "\($0)://" } ?? "")\(host). If it came through a proxy, the proxy must "
        + "pass Host (docs/serve.md, \"Behind a proxy\")")
  }

  private func missing(_ request: RequestFacts) -> Refusal {
    Refusal(
      status: request.cookie == nil && request.authorization == nil ? 401 : 403,
      message:
        "this needs a sign-in: open the address that mixhost serve prints, or send the token, "
        + "\"Authorization: Bearer …\"")
  }

  private func isAllowed(_ host: String) -> Bool {
    guard let name = HostName.parse(host)?.name else { return false }
    if anyName { return true }
    if HostName.isLoopback(name) { return true }
    if (options.allowedHosts + [options.host]).contains(where: { HostName.parse($0)?.name == name })
    {
      return true
    }
    // Whom the network may reach, it may call by its own names: no page elsewhere owns one of those.
    return !options.isLoopback && machine(name)
  }
}

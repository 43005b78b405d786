/// Why a request is refused.
struct Refusal: Error, Sendable, Equatable {
  /// The HTTP status: 401, 403 or 404.
  var status: Int
  /// The reason and the remedy.
  var message: String

  /// How to authenticate, where that would help (RFC 9110, section 11.6.1).
  var challenge: String? { status == 401 ? "Bearer realm=\"mixhost\"" : nil }
}

/// Decides which requests and WebSockets are served: everything is denied except what a route's
/// access class allows. The sender's address proves nothing, because other users of this machine
/// and all visitors of a reverse proxy come from loopback.
struct AccessGate: Sendable {
  private let options: ServerOptions
  private let token: AccessToken
  private let sessions: SessionStore
  private let schemes: [String]
  private let anyName: Bool
  private let machine: @Sendable (String) -> Bool

  /// - Parameters:
  ///   - anyName: whether clients may use any name; for servers without a page.
  ///   - machine: whether a name or address belongs to this machine.
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
    // A server without a certificate may be behind a proxy that has one.
    schemes = options.certificate == nil ? ["http", "https"] : ["https"]
  }

  /// Decides about a request whose route is known.
  /// - Returns: the refusal; nil to serve the request.
  func refusal(_ request: RequestFacts, _ access: Access) -> Refusal? {
    if let refusal = refusal(ofName: request) { return refusal }
    // The route knows the addresses; pages of others use them, too.
    if access == .address { return nil }
    let isOwnPage = request.origin.map { isOwn($0, request) }
    if isOwnPage == false, access == .change || request.changes || request.isUpgrade {
      return foreign(request)
    }
    if access == .open || token.isGiven(in: request.authorization) { return nil }
    guard sessions.accepts(cookie: request.cookie, host: request.host) else {
      return missing(request)
    }
    // A cookie alone proves nothing: browsers also send it for pages from other ports of this
    // machine.
    let needsOrigin = access == .change || request.isUpgrade
    return needsOrigin && isOwnPage != true ? missing(request) : nil
  }

  /// Checks the name that a request uses for the server, whatever its route.
  /// - Returns: the refusal; nil if the name is served.
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
    // A server that the network may reach is also served under its own names; no foreign page can
    // own those.
    return !options.isLoopback && machine(name)
  }
}

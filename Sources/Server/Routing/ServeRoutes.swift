internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore

/// All routes and sockets of the server. None can be added without an access class.
///
/// The class is applied to the route that the router has matched (``AccessMiddleware``), never to
/// the text of a path.
struct ServeRoutes {
  /// Answers a request.
  typealias Answer = @Sendable (Request, ServeContext) async throws -> Response

  /// A route.
  struct Route: Sendable {
    let method: HTTPRequest.Method
    /// The route's pattern, such as `/api/library/works/:id`.
    let path: String
    let access: Access
    let answer: Answer
  }

  /// An address that accepts WebSockets.
  struct Socket: Sendable {
    let access: Access
    /// Makes the endpoint of a socket; nil if the request is invalid, which the route then answers.
    let endpoint: @Sendable (WebSocketUpgrades.Request) -> (any WebSocketEndpoint)?
  }

  /// All routes, in the order in which they were added.
  private(set) var all: [Route] = []
  /// The sockets by path.
  private(set) var sockets: [String: Socket] = [:]

  /// Adds a route that only reads.
  mutating func get(_ path: String, _ access: Access, _ answer: @escaping Answer) {
    all.append(Route(method: .get, path: path, access: access, answer: answer))
  }

  /// Adds a route that changes something.
  mutating func post(_ path: String, _ access: Access, _ answer: @escaping Answer) {
    all.append(Route(method: .post, path: path, access: access, answer: answer))
  }

  /// Adds a route that removes something.
  mutating func delete(_ path: String, _ access: Access, _ answer: @escaping Answer) {
    all.append(Route(method: .delete, path: path, access: access, answer: answer))
  }

  /// Adds a route by which a browser asks whether another page may use an address.
  mutating func options(_ path: String, _ access: Access, _ answer: @escaping Answer) {
    all.append(Route(method: .options, path: path, access: access, answer: answer))
  }

  /// Adds an address that accepts WebSockets.
  /// - Parameter plain: answers requests that ask for no WebSocket, or are invalid.
  mutating func socket(
    _ path: String, _ access: Access,
    plain: @escaping Answer = { _, _ in ServeRoutes.upgradeRequired },
    endpoint: @escaping @Sendable (WebSocketUpgrades.Request) -> (any WebSocketEndpoint)?
  ) {
    get(path, access, plain)
    sockets[path] = Socket(access: access, endpoint: endpoint)
  }

  /// Makes a router with these routes behind a gate. Routes for GET also answer HEAD.
  /// - Parameters:
  ///   - mounted: finds who answers a path in their place, before anything else.
  ///   - outer: wraps every answer, even without a matching route.
  func router(
    _ gate: AccessGate, mounted: MountMiddleware.Find? = nil, outer: AnswerMiddleware
  ) -> Router<ServeContext> {
    let router = Router(context: ServeContext.self, options: .autoGenerateHeadEndpoints)
    if let mounted { router.add(middleware: MountMiddleware(find: mounted)) }
    router.add(middleware: outer)
    for access in Access.allCases {
      let group = router.group().add(middleware: AccessMiddleware(gate: gate, access: access))
      for route in all where route.access == access {
        group.on(RouterPath(route.path), method: route.method, use: route.answer)
      }
    }
    return router
  }

  /// The methods of a path, sorted, for status 405 and `Allow` (RFC 9110, sections 10.2.1, 15.5.6);
  /// empty for an unknown path. As in the router, literal parts take precedence over parameters.
  func methods(of path: String) -> [String] {
    let parts = Self.parts(path)
    let fitting = all.compactMap { route -> (method: HTTPRequest.Method, openness: Int)? in
      let own = Self.parts(route.path)
      guard own.count == parts.count, zip(own, parts).allSatisfy({ $0.first == ":" || $0 == $1 })
      else { return nil }
      return (route.method, own.count { $0.first == ":" })
    }
    let least = fitting.map(\.openness).min()
    let methods = fitting.filter { $0.openness == least }.flatMap { entry in
      entry.method == .get ? ["GET", "HEAD"] : [entry.method.rawValue]
    }
    return Set(methods).sorted()
  }

  private static func parts(_ path: String) -> [Substring] { path.split(separator: "/") }

  /// Status 426 with the protocol to upgrade to (RFC 9110, section 15.5.22).
  static var upgradeRequired: Response {
    var response = Response.problem(426, "this is a WebSocket: connect with ws:// (RFC 6455)")
    response.headers[.upgrade] = "websocket"
    return response
  }
}

/// Wraps the routes of one access class and refuses clients without that access.
struct AccessMiddleware: RouterMiddleware {
  typealias Context = ServeContext

  let gate: AccessGate
  let access: Access

  func handle(
    _ request: Request, context: ServeContext,
    next: @concurrent (Request, ServeContext) async throws -> Response
  ) async throws -> Response {
    if let refusal = gate.refusal(context.facts, access) {
      var response = Response.problem(refusal.status, refusal.message)
      response.headers[.wwwAuthenticate] = refusal.challenge
      return response
    }
    return try await next(request, context)
  }
}

/// Passes what is below a path to another router, with the rest of the path.
struct MountMiddleware: RouterMiddleware {
  typealias Context = ServeContext

  /// The answerer of a path, and the path in it; nil: none.
  typealias Find = @Sendable (String) -> (RouterResponder<ServeContext>, String)?

  let find: Find

  func handle(
    _ request: Request, context: ServeContext,
    next: @concurrent (Request, ServeContext) async throws -> Response
  ) async throws -> Response {
    guard let (responder, path) = find(request.head.path ?? "") else {
      return try await next(request, context)
    }
    var head = request.head
    head.path = path
    return try await responder.respond(
      to: Request(head: head, body: request.body), context: context)
  }
}

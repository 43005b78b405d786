internal import Bindings
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import ScriptHost

/// A program that answers at an address.
struct ConnectedProgram: Sendable {
  /// The most bytes of a request's body.
  let mostBytes: Int
  /// Answers a request; see ``ConnectedRoutes``.
  let answer: @Sendable (LuaValue) async throws -> LuaValue?
}

/// `/connect/ADDRESS/…`: answers that programs give, for clients that cannot sign in.
///
/// Such a client knows an address with an unguessable part, which is its right. Requests and
/// answers are tables of Lua: `scripts/lib/connected.lua` describes them. `/mcp` is answered in the
/// same way, for assistants that have the token.
struct ConnectedRoutes {
  /// The same for an address that never was, and for one that was revoked.
  private static let unknown = RouteProblem(404, "there is no such address")
  /// The fields that a program sees. Cookies are those of the page.
  private static let fields: [HTTPField.Name] = [
    .accept, .authorization, .contentType, .ifModifiedSince, .ifNoneMatch, .origin, .userAgent,
    .mcpVersion, .mcpSession, .mcpMethod, .mcpName,
  ]
  /// The fields that a program may send. None steers a browser, as a policy or a place to go would:
  /// an answer has the origin of the user's page.
  private static let answered: Set<HTTPField.Name> = [
    .allow, .cacheControl, .contentDisposition, .contentLanguage, .contentType, .eTag, .expires,
    .lastModified, .retryAfter, .vary, .mcpSession,
  ]
  /// Where the server's own token lets a client in, which no program sees.
  private static let assistantsPath = "/mcp"

  let isSecure: Bool
  let log: AccessLog
  /// Finds the program of `/mcp`; nil: it is not served.
  var assistants: (@Sendable () async throws -> ConnectedProgram)?
  /// Finds the program of an address by its secret part.
  let find: @Sendable (String) async throws -> ConnectedProgram?

  func add(to routes: inout ServeRoutes) {
    for path in ["/connect/:address", "/connect/:address/**"] {
      routes.get(path, .address, shared)
      routes.post(path, .address, shared)
      routes.options(path, .address, shared)
    }
    guard let assistants else { return }
    let own: ServeRoutes.Answer = { request, context in
      try await answer(request, context, by: assistants(), at: Self.assistantsPath)
    }
    routes.post(Self.assistantsPath, .change, own)
    routes.delete(Self.assistantsPath, .change, own)
  }

  /// Answers so that pages of other origins may read it, also why there is no answer.
  private func shared(_ request: Request, _ context: ServeContext) async throws -> Response {
    var response: Response
    do { response = try await found(request, context) } catch let problem as RouteProblem
      where problem.status != 503
    { response = .problem(problem.status, problem.message) }
    response.headers[.accessControlAllowOrigin] = "*"
    response.headers[.crossOriginResourcePolicy] = "cross-origin"
    response.headers[.contentSecurityPolicy] =
      "default-src 'none'; style-src 'unsafe-inline'; img-src https: data:; sandbox"
    return response
  }

  private func found(_ request: Request, _ context: ServeContext) async throws -> Response {
    let path = request.uri.path.dropFirst(AccessLog.secretRoot.count)
    let secret = path.prefix { $0 != "/" }
    guard let program = try await find(String(secret)) else { throw Self.unknown }
    if request.method == .options { return Self.preflight }
    return try await answer(request, context, by: program, at: AccessLog.secretRoot + secret)
  }

  /// - Parameter root: the path of the program's address, without what follows it.
  private func answer(
    _ request: Request, _ context: ServeContext, by program: ConnectedProgram, at root: String
  ) async throws -> Response {
    let most = request.method == .post ? program.mostBytes : 0
    return try await context.body(request, most: most) { body in
      let given = LuaValue.object([
        "method": .string(request.method == .head ? "GET" : request.method.rawValue),
        "path": .string(String(request.uri.path.dropFirst(root.count))),
        "query": .string(request.uri.query ?? ""), "body": LuaValue(bytes: body),
        "headers": .object(Self.headers(request, at: root)),
        "base": .string(base(context) + root),
      ])
      do {
        let found = try await context.whileConnected { try await program.answer(given) }
        guard let found = LuaAnswer(found) else { throw Self.unknown }
        return Self.response(found)
      } catch let error where !(error is RouteProblem || error is CancellationError) {
        log.failed(method: request.method.rawValue, path: request.uri.path, error)
        throw RouteProblem(500, "the program failed: mixhost logs says why")
      }
    }
  }

  /// A browser asks before it sends what a form could not.
  private static var preflight: Response {
    Response(
      status: .noContent,
      headers: [
        .accessControlAllowMethods: "GET, POST, OPTIONS",
        .accessControlAllowHeaders: "authorization, content-type", .accessControlMaxAge: "86400",
      ])
  }

  private func base(_ context: ServeContext) -> String {
    "\(context.facts.scheme ?? (isSecure ? "https" : "http"))://\(context.facts.host ?? "")"
  }

  private static func headers(_ request: Request, at root: String) -> [String: LuaValue] {
    var found: [String: LuaValue] = [:]
    for name in fields where name != .authorization || root != assistantsPath {
      if let value = request.headers[name] { found[name.canonicalName] = .string(value) }
    }
    return found
  }

  private static func response(_ answer: LuaAnswer) -> Response {
    var headers: HTTPFields = [.cacheControl: "no-store"]
    for (name, text) in answer.fields {
      if let name = HTTPField.Name(name), answered.contains(name) { headers[name] = text }
    }
    return Response(
      status: .init(code: answer.status), headers: headers,
      body: .init(byteBuffer: ByteBuffer(bytes: answer.body)))
  }
}

extension HTTPField.Name {
  fileprivate static let mcpVersion = Self("MCP-Protocol-Version")!
  fileprivate static let mcpSession = Self("Mcp-Session-Id")!
  fileprivate static let mcpMethod = Self("Mcp-Method")!
  fileprivate static let mcpName = Self("Mcp-Name")!
}

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
/// answers are tables of Lua: `scripts/lib/connected.lua` describes them.
struct ConnectedRoutes {
  /// The same for an address that never was, and for one that was revoked.
  private static let unknown = RouteProblem(404, "there is no such address")
  /// The fields that a program sees. Cookies are those of the page.
  private static let fields: [HTTPField.Name] = [
    .accept, .authorization, .contentType, .ifModifiedSince, .ifNoneMatch, .origin, .userAgent,
  ]

  let isSecure: Bool
  let log: AccessLog
  /// Finds the program of an address by its secret part.
  let find: @Sendable (String) async throws -> ConnectedProgram?

  func add(to routes: inout ServeRoutes) {
    for path in ["/connect/:address", "/connect/:address/**"] {
      routes.get(path, .address, shared)
      routes.post(path, .address, shared)
      routes.options(path, .address, shared)
    }
  }

  /// Answers so that pages of other origins may read it, also why there is no answer.
  private func shared(_ request: Request, _ context: ServeContext) async throws -> Response {
    var response: Response
    do { response = try await answer(request, context) } catch let problem as RouteProblem
      where problem.status != 503
    { response = .problem(problem.status, problem.message) }
    response.headers[.accessControlAllowOrigin] = "*"
    response.headers[.crossOriginResourcePolicy] = "cross-origin"
    if response.headers[.contentSecurityPolicy] == nil {
      response.headers[.contentSecurityPolicy] =
        "default-src 'none'; style-src 'unsafe-inline'; img-src https: data:; sandbox"
    }
    if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
    return response
  }

  private func answer(_ request: Request, _ context: ServeContext) async throws -> Response {
    let path = request.uri.path.dropFirst(AccessLog.secretRoot.count)
    let secret = path.prefix { $0 != "/" }
    guard let program = try await find(String(secret)) else { throw Self.unknown }
    if request.method == .options { return Self.preflight }
    let most = request.method == .post ? program.mostBytes : 0
    return try await context.body(request, most: most) { body in
      let given = LuaValue.object([
        "method": .string(request.method == .post ? "POST" : "GET"),
        "path": .string(String(path[secret.endIndex...])),
        "query": .string(request.uri.query ?? ""), "body": LuaValue(bytes: body),
        "headers": .object(Self.headers(request)),
        "base": .string(base(context) + AccessLog.secretRoot + secret),
      ])
      do {
        guard case .object(let found)? = try await program.answer(given) else {
          throw Self.unknown
        }
        return Self.response(found)
      } catch let error where !(error is RouteProblem) {
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

  private static func headers(_ request: Request) -> [String: LuaValue] {
    var found: [String: LuaValue] = [:]
    for name in fields {
      if let value = request.headers[name] { found[name.canonicalName] = .string(value) }
    }
    return found
  }

  private static func response(_ answer: [String: LuaValue]) -> Response {
    var headers = HTTPFields()
    if case .object(let given)? = answer["headers"] {
      for (name, value) in given {
        guard let name = HTTPField.Name(name), let text = value.shownText else { continue }
        headers[name] = text
      }
    }
    // The length is that of the body; a session is the page's.
    for name in [HTTPField.Name.contentLength, .transferEncoding, .connection, .setCookie] {
      headers[name] = nil
    }
    var status = 200
    if case .int(let code)? = answer["status"], (200...599).contains(code) { status = Int(code) }
    let body: ByteBuffer =
      switch answer["body"] {
      case .string(let text)?: ByteBuffer(string: text)
      case .bytes(let bytes)?: ByteBuffer(bytes: bytes)
      default: ByteBuffer()
      }
    return Response(
      status: .init(code: status), headers: headers, body: .init(byteBuffer: body))
  }
}

internal import Notation
internal import Hummingbird
internal import MixCore

/// Signing a browser in and out: the token, or a code that works once, becomes a cookie.
struct LoginRoutes {
  let token: AccessToken
  let sessions: SessionStore
  let isSecure: Bool
  let log: AccessLog

  func add(to router: some RouterMethods<ServeContext>) {
    // A link that `--open` opens. The code is used up by it.
    router.get("/login") { request, context in
      guard let code = QueryParameters(request)["code"] else {
        throw RouteProblem(400, "the code is missing: sign in at the page with the token")
      }
      let isGood = sessions.redeem(code: code)
      log.signIn(way: "code", succeeded: isGood, client: context.address)
      guard isGood else {
        throw RouteProblem(403, "the code was used before, or is too old: sign in with the token")
      }
      return try await signIn(request)
    }
    router.post("/login") { original, context in
      var request = original
      guard case .string(let given)? = try await request.json()["token"] else {
        throw RouteProblem(400, "the token is missing: {\"token\": \"…\"} is expected")
      }
      let isGood = token.matches(given)
      log.signIn(way: "token", succeeded: isGood, client: context.address)
      guard isGood else {
        throw RouteProblem(
          403, "this is not the token; mixhost serve says at its start where it is kept")
      }
      return try await signIn(request)
    }
    router.post("/api/logout") { request, _ in
      let (sessions, cookie, host) = (sessions, request.headers[.cookie], request.head.authority)
      try await blocking { try sessions.close(cookie: cookie, host: host) }
      var response = Response(status: .noContent)
      response.headers[.setCookie] = Self.cookie("", host, age: 0, isSecure)
      return response
    }
    router.get("/api/session") { request, _ in
      Response.json(
        .members([
          "signedIn": .bool(
            sessions.accepts(cookie: request.headers[.cookie], host: request.head.authority))
        ]))
    }
  }

  private func signIn(_ request: Request) async throws -> Response {
    let sessions = sessions
    let value = try await blocking { try sessions.open() }
    return Response(
      status: .seeOther,
      headers: [
        .location: "/", .cacheControl: "no-store",
        .setCookie: Self.cookie(
          value, request.head.authority, age: Int(clamping: SessionStore.lifetime), isSecure),
      ])
  }

  private static func cookie(
    _ value: String, _ host: String?, age: Int, _ isSecure: Bool
  ) -> String {
    "\(SessionStore.cookieName(host: host))=\(value); Path=/; Max-Age=\(age); HttpOnly; SameSite=Strict"
      + (isSecure ? "; Secure" : "")
  }
}

internal import Notation
internal import Hummingbird
internal import MixCore

/// Signing a browser in and out: the token, or a code that works once, becomes a cookie.
struct LoginRoutes {
  let token: AccessToken
  let sessions: SessionStore
  let isSecure: Bool

  func add(to router: some RouterMethods<ServeContext>) {
    // A link that `--open` opens. The code is used up by it.
    router.get("/login") { request, _ in
      guard let code = QueryParameters(request)["code"] else {
        throw RouteProblem(400, "the code is missing: sign in at the page with the token")
      }
      guard sessions.redeem(code: code) else {
        throw RouteProblem(403, "the code was used before, or is too old: sign in with the token")
      }
      return try await signIn()
    }
    router.post("/login") { original, _ in
      var request = original
      guard case .string(let given)? = try await request.json()["token"], token.matches(given)
      else {
        throw RouteProblem(403, "this is not the token; it is kept in \(token.path)")
      }
      return try await signIn()
    }
    router.post("/api/logout") { request, _ in
      let (sessions, cookie) = (sessions, request.headers[.cookie])
      try await blocking { try sessions.close(cookie: cookie) }
      var response = Response(status: .noContent)
      response.headers[.setCookie] = Self.cookie("", age: 0, isSecure)
      return response
    }
    router.get("/api/session") { request, _ in
      Response.json(
        .members(["signedIn": .bool(sessions.accepts(cookie: request.headers[.cookie]))]))
    }
  }

  private func signIn() async throws -> Response {
    let sessions = sessions
    let value = try await blocking { try sessions.open() }
    return Response(
      status: .seeOther,
      headers: [
        .location: "/", .cacheControl: "no-store",
        .setCookie: Self.cookie(value, age: Int(clamping: SessionStore.lifetime), isSecure),
      ])
  }

  private static func cookie(_ value: String, age: Int, _ isSecure: Bool) -> String {
    "\(SessionStore.cookie)=\(value); Path=/; Max-Age=\(age); HttpOnly; SameSite=Strict"
      + (isSecure ? "; Secure" : "")
  }
}

internal import Notation
internal import Hummingbird
internal import MixCore

/// Signs browsers in and out. The token, or a code that works once, is exchanged for a cookie.
struct LoginRoutes {
  /// The most bytes of a sign-in's body, which comes from an unknown client.
  private static let mostBytes = 4_096

  let token: AccessToken
  let sessions: SessionStore
  let isSecure: Bool
  let log: AccessLog

  func add(to routes: inout ServeRoutes) {
    // The link that is printed and that `--open` opens; it uses up its code.
    routes.get("/login", .open) { request, context in
      // A program that only previews the link must not use it up.
      guard request.method == .get, let code = QueryParameters(request)["code"] else {
        throw RouteProblem(400, "the code is missing: sign in at the page with the token")
      }
      let mark = sessions.redeem(code: code)
      log.signIn(way: "code", succeeded: mark != nil, client: context.facts.address)
      guard let mark else {
        throw RouteProblem(403, "the code was used before, or is too old: sign in with the token")
      }
      return try await signIn(context, mark)
    }
    routes.post("/login", .open) { request, context in
      let body = try await context.json(request, most: Self.mostBytes)
      guard case .string(let given)? = body["token"] else {
        throw RouteProblem(400, "the token is missing: {\"token\": \"…\"} is expected")
      }
      let mark = token.mark(of: given)
      log.signIn(way: "token", succeeded: mark != nil, client: context.facts.address)
      guard let mark else {
        throw RouteProblem(
          403, "this is not the token; mixhost serve says at its start where it is kept")
      }
      return try await signIn(context, mark)
    }
    routes.post("/api/logout", .change) { _, context in
      let (sessions, facts) = (sessions, context.facts)
      try await blocking { try sessions.close(cookie: facts.cookie, host: facts.host) }
      var response = Response(status: .noContent)
      response.headers[.setCookie] = cookie("", facts, age: 0)
      return response
    }
    // The sign-in page asks whether it is needed.
    routes.get("/api/session", .open) { _, context in
      let isIn = sessions.accepts(cookie: context.facts.cookie, host: context.facts.host)
      return Response.json(.members(["signedIn": .bool(isIn)]))
    }
  }

  private func signIn(_ context: ServeContext, _ mark: String) async throws -> Response {
    let sessions = sessions
    guard let value = try await blocking({ try sessions.open(mark: mark) }) else {
      throw RouteProblem(403, "there is a new token: sign in with that")
    }
    return Response(
      status: .seeOther,
      headers: [
        .location: "/", .cacheControl: "no-store",
        .setCookie: cookie(value, context.facts, age: Int(clamping: SessionStore.lifetime)),
      ])
  }

  private func cookie(_ value: String, _ facts: RequestFacts, age: Int) -> String {
    "\(SessionStore.cookieName(host: facts.host))=\(value); Path=/; Max-Age=\(age); HttpOnly; "
      + "SameSite=Strict" + (isSecure || facts.scheme == "https" ? "; Secure" : "")
  }
}

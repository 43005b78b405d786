internal import Notation
internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import Reactor

/// Wraps every answer: finds out the client and its name for the server, limits its requests, and
/// adds common header fields. ``AccessMiddleware`` decides about access, because it knows the
/// route.
struct AnswerMiddleware: RouterMiddleware {
  typealias Context = ServeContext

  let gate: AccessGate
  let limiter: RequestLimiter
  let proxies: TrustedProxies
  let ledger: ByteLedger
  let log: AccessLog
  let routes: ServeRoutes
  let time: any TimeSource

  private let policy: String

  /// - Parameter mapDigest: the digest of the page's import map.
  init(
    gate: AccessGate, limiter: RequestLimiter, proxies: TrustedProxies, ledger: ByteLedger,
    log: AccessLog, routes: ServeRoutes, time: any TimeSource, mapDigest: String
  ) {
    (self.gate, self.limiter, self.proxies, self.ledger) = (gate, limiter, proxies, ledger)
    (self.log, self.routes, self.time) = (log, routes, time)
    policy = Self.policy(mapDigest)
  }

  /// All content must come from this server, and no other page may frame this one. The only
  /// exception is the trailer player, which the page loads after a click.
  private static func policy(_ mapDigest: String) -> String {
    "default-src 'none'; script-src 'self' '\(mapDigest)'; style-src 'self'; img-src 'self'; "
      + "media-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
      + "frame-src https://www.youtube-nocookie.com; form-action 'self'; base-uri 'none'; "
      + "frame-ancestors 'none'"
  }

  func handle(
    _ request: Request, context: ServeContext,
    next: @concurrent (Request, ServeContext) async throws -> Response
  ) async throws -> Response {
    let start = time.monotonic.seconds
    var context = context
    context.facts = request.facts(peer: context.peer, proxies: proxies)
    context.ledger = ledger
    var response = await answer(request, context, next)
    log.answered(
      method: Metrics.label(request.method.rawValue), path: request.uri.path,
      route: context.endpointPath.flatMap { $0 == "NotFound" ? nil : $0 },
      status: Int(response.status.code), seconds: time.monotonic.seconds - start,
      client: context.facts.address)
    // Answers for the pages of others have their own.
    if response.headers[.contentSecurityPolicy] == nil {
      response.headers[.contentSecurityPolicy] = policy
      response.headers[.crossOriginResourcePolicy] = "same-origin"
    }
    response.headers[.xContentTypeOptions] = "nosniff"
    response.headers[.referrerPolicy] = "no-referrer"
    response.headers[.crossOriginOpenerPolicy] = "same-origin"
    return response
  }

  private func answer(
    _ request: Request, _ context: ServeContext,
    _ next: @concurrent (Request, ServeContext) async throws -> Response
  ) async -> Response {
    if request.uri.path != "/health",
      let wait = limiter.wait(context.facts.client, now: time.monotonic.seconds)
    {
      var response = Response.problem(429, RequestLimiter.message)
      response.headers[.retryAfter] = "\(Int(clamping: wait.rounded(.up)))"
      return response
    }
    if let refusal = gate.refusal(ofName: context.facts) {
      return .problem(refusal.status, refusal.message)
    }
    do {
      return try await next(request, context)
    } catch let problem as RouteProblem {
      var response = Response.problem(problem.status, problem.message)
      if problem.status == 503 { response.headers[.retryAfter] = "1" }
      return response
    } catch let error as HTTPError where error.status == .notFound {
      // Hummingbird's own error for an unknown path, or for a known path with another method.
      let methods = routes.methods(of: request.uri.path)
      if methods.isEmpty {
        // A person reads a page, a program JSON.
        if request.headers[.accept]?.contains("text/html") == true { return .missingPage }
        return .problem(404, "there is no \(request.uri.path) here; see /openapi.yaml")
      }
      let list = methods.joined(separator: ", ")
      var response = Response.problem(405, "\(request.uri.path) takes \(list)")
      response.headers[.allow] = list
      return response
    } catch let error as HTTPError {
      let isTooLarge = error.status == .contentTooLarge
      return .problem(
        Int(error.status.code),
        error.body ?? (isTooLarge ? "the body is too large" : error.status.reasonPhrase))
    } catch {
      log.failed(
        method: Metrics.label(request.method.rawValue), path: request.uri.path, error)
      return .problem(500, "\(error)")
    }
  }
}

extension HTTPField.Name {
  /// Makes a field name from a valid literal.
  private static func known(_ name: String) -> HTTPField.Name { HTTPField.Name(name)! }
  static let referrerPolicy = known("Referrer-Policy")
  static let crossOriginResourcePolicy = known("Cross-Origin-Resource-Policy")
  static let crossOriginOpenerPolicy = known("Cross-Origin-Opener-Policy")
}

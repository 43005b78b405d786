internal import Notation
internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import Reactor

/// Around every route: who may ask, how often, and what every answer says besides.
struct AnswerMiddleware: RouterMiddleware {
  typealias Context = ServeContext

  let gate: AccessGate
  let limiter: RequestLimiter
  let metrics: Metrics
  let time: any TimeSource
  let maxConnections: Int

  /// Scripts and styles of this server alone, inside no other page.
  private static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https: data:; "
    + "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

  func handle(
    _ request: Request, context: ServeContext,
    next: @concurrent (Request, ServeContext) async throws -> Response
  ) async throws -> Response {
    var response = await answer(request, context, next)
    metrics.answered(method: Self.label(request.method), status: Int(response.status.code))
    response.headers[.contentSecurityPolicy] = Self.policy
    response.headers[.xContentTypeOptions] = "nosniff"
    response.headers[.referrerPolicy] = "no-referrer"
    response.headers[.crossOriginResourcePolicy] = "same-origin"
    response.headers[.crossOriginOpenerPolicy] = "same-origin"
    return response
  }

  private func answer(
    _ request: Request, _ context: ServeContext,
    _ next: @concurrent (Request, ServeContext) async throws -> Response
  ) async -> Response {
    if metrics.openConnections > maxConnections {
      return .problem(503, "too many connections; try again later")
    }
    if request.uri.path != "/health",
      let wait = limiter.wait(context.client, now: time.monotonic.seconds)
    {
      var response = Response.problem(429, "too many requests; slow down")
      response.headers[.retryAfter] = "\(Int(clamping: wait.rounded(.up)))"
      return response
    }
    if let refusal = gate.refusal(request.facts) {
      return .problem(refusal.status, refusal.message)
    }
    do {
      return try await next(request, context)
    } catch let problem as RouteProblem {
      return .problem(problem.status, problem.message)
    } catch let error as HTTPError {
      return .problem(Int(error.status.code), error.body ?? Self.words(error.status, request))
    } catch {
      context.logger.error("\(request.method) \(request.uri.path): \(error)")
      return .problem(500, "\(error)")
    }
  }

  private static func words(_ status: HTTPResponse.Status, _ request: Request) -> String {
    switch status {
    case .notFound: "there is no \(request.uri.path) here; see /openapi.yaml"
    case .contentTooLarge: "the body is too large"
    default: status.reasonPhrase
    }
  }

  /// Made-up methods must not make new series.
  private static func label(_ method: HTTPRequest.Method) -> String {
    [.get, .post, .put, .delete, .head, .options].contains(method) ? method.rawValue : "other"
  }
}

extension Request {
  /// What the gate looks at.
  var facts: RequestFacts {
    RequestFacts(
      method: method.rawValue, path: uri.path, host: head.authority, origin: headers[.origin],
      authorization: headers[.authorization], cookie: headers[.cookie])
  }
}

extension HTTPField.Name {
  /// The name of a literal, which is one.
  private static func known(_ name: String) -> HTTPField.Name { HTTPField.Name(name)! }
  static let referrerPolicy = known("Referrer-Policy")
  static let crossOriginResourcePolicy = known("Cross-Origin-Resource-Policy")
  static let crossOriginOpenerPolicy = known("Cross-Origin-Opener-Policy")
}

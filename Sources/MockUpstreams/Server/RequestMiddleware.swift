import Foundation
import Hummingbird
import NIOCore
import Notation

/// Around every route: counts what is in flight, waits for the latency and while the file is there that
/// holds answers back, turns errors into JSON and logs.
///
/// A request counts as finished when its answer is ready, before the bytes go out: a client that has
/// its answer finds the line in the log, and its next request never sees the old one in flight.
struct RequestMiddleware: RouterMiddleware {
  typealias Context = MockContext

  let latency: TimeAmount
  let holdFile: String?
  let registry: ConnectionRegistry
  let log: RequestLog?
  let inFlight = InFlightCounter()

  func handle(
    _ request: Request, context: MockContext,
    next: @concurrent (Request, MockContext) async throws -> Response
  ) async throws -> Response {
    let time = log == nil ? "" : InternetTime.formatMilliseconds(PresentTime.seconds)
    let start = ContinuousClock.now
    let together = inFlight.begin()
    var context = context
    context.connection.watch = registry.watch(of: context.connection.channel)
    if request.uri.path != "/health" { await wait(context.connection) }
    let response = await answer(request, context: context, next: next)
    let note = context.note.current
    let aborted = note.ending != .closed && context.connection.clientIsGone
    inFlight.end()
    log?.append(
      RequestRecord(
        time: time, method: request.method.rawValue, path: request.uri.path,
        query: request.uri.query ?? "",
        status: note.ending == .answered ? Int(response.status.code) : 0,
        fault: note.fault, aborted: aborted, inFlight: together,
        bytes: aborted || note.ending != .answered
          ? 0 : note.bytes ?? response.body.contentLength ?? 0,
        milliseconds: (ContinuousClock.now - start) / .milliseconds(1)))
    return response
  }

  private func wait(_ connection: Connection) async {
    if latency > .zero { await connection.pause(latency) }
    guard let holdFile else { return }
    while !connection.clientIsGone, FileManager.default.fileExists(atPath: holdFile) {
      await connection.pause(.milliseconds(10))
    }
  }

  private func answer(
    _ request: Request, context: MockContext,
    next: @concurrent (Request, MockContext) async throws -> Response
  ) async -> Response {
    do {
      return try await next(request, context)
    } catch let error as HTTPError {
      return problem(error.status, error.body, path: request.uri.path)
    } catch {
      return problem(.internalServerError, nil, path: request.uri.path)
    }
  }

  private func problem(
    _ status: HTTPResponse.Status, _ message: String?, path: String
  ) -> Response {
    .json(
      .members(["error": .string(message ?? status.reasonPhrase), "path": .string(path)]),
      status: status)
  }
}

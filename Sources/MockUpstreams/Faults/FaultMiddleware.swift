import Hummingbird
import NIOCore
import Notation

/// Around the routes of the upstreams: spoils the answers that ``FaultDraw`` picks.
struct FaultMiddleware: RouterMiddleware {
  typealias Context = MockContext

  let draw: FaultDraw
  let routes: ScriptedRoutes

  func handle(
    _ request: Request, context: MockContext,
    next: @concurrent (Request, MockContext) async throws -> Response
  ) async throws -> Response {
    guard let fault = draw.fault(path: request.uri.path, query: request.uri.query) else {
      return try await next(request, context)
    }
    context.note.change { $0.fault = fault.kind.name }
    switch fault.kind {
    case .status(let code): return try await refusal(code, fault, path: request.uri.path)
    case .timeout, .reset, .close:
      return await FaultAnswer.none(fault.kind, on: context)
    case .html: return FaultAnswer.portal
    case .empty: return Response(status: .ok, headers: [.contentType: "application/json"])
    case .truncate, .stall, .slow, .garbage:
      return try await spoil(try await next(request, context), fault, on: context)
    }
  }

  private func refusal(
    _ code: Int, _ fault: FaultDraw.Fault, path: String
  ) async throws -> Response {
    let status = HTTPResponse.Status(code: code)
    var response =
      try await routes.refusal(code, path: path)
      ?? .json(
        .members(["error": .string(status.reasonPhrase), "path": .string(path)]), status: status)
    if let seconds = fault.retryAfter { response.headers[.retryAfter] = String(seconds) }
    return response
  }

  private func spoil(
    _ response: Response, _ fault: FaultDraw.Fault, on context: MockContext
  ) async throws -> Response {
    let body = try await BodyCollector.bytes(of: response.body)
    switch fault.kind {
    case .truncate:
      let promised = max(1, body.count)
      return FaultAnswer.cut(response, after: body[..<(body.count / 2)], of: promised, context)
    case .stall:
      return FaultAnswer.stalled(response, after: body[..<(body.count / 2)], context)
    case .slow:
      return FaultAnswer.dripped(
        response, body, bytes: max(1, body.count / 10), pause: .milliseconds(100), context)
    default:
      var digest = fault.digest
      let noise = (0..<max(1, body.count)).map { _ in UInt8(truncatingIfNeeded: digest.next()) }
      return Response(
        status: response.status, headers: response.headers.withoutLength,
        body: .init(byteBuffer: ByteBuffer(bytes: noise)))
    }
  }
}

/// Reads what a route would send.
private final class BodyCollector: ResponseBodyWriter {
  private var bytes: [UInt8] = []

  /// All bytes of a body.
  static func bytes(of body: ResponseBody) async throws -> [UInt8] {
    let collector = BodyCollector()
    try await body.write(collector)
    return collector.bytes
  }

  func write(_ buffer: ByteBuffer) async throws {
    bytes.append(contentsOf: buffer.readableBytesView)
  }

  func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

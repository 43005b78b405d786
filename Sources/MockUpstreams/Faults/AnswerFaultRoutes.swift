import Hummingbird
import NIOCore
import Notation

/// Broken answers by path, the same at every request: `/fault/endless`, `/fault/status/418`, ….
/// They ignore the options for drawn faults.
struct AnswerFaultRoutes: Sendable {
  private static let size = 1000
  private static let sizes = 2...10_000_000_000

  func addRoutes(to router: some RouterMethods<MockContext>) {
    addBreaks(to: router)
    addSizes(to: router)
    addHeads(to: router)
    router.get("/html") { _, context in noted("html", context) { FaultAnswer.portal } }
    router.get("/empty") { _, context in
      noted("empty", context) { Response(status: .ok, headers: [.contentType: "application/json"]) }
    }
    for name in BrokenJSON.names {
      router.get("/\(name)") { request, context in
        try noted(name, context) {
          let depth = try request.query.number(
            "depth", default: 100_000, in: 1...10_000_000)
          return Response.json(BrokenJSON.bytes(name, depth: depth))
        }
      }
    }
  }

  /// Connections that end, stall or crawl.
  private func addBreaks(to router: some RouterMethods<MockContext>) {
    for kind in [MockFaults.Kind.reset, .close, .timeout] {
      router.get("/\(kind.name)") { _, context in
        context.note.change { $0.fault = kind.name }
        return await FaultAnswer.none(kind, on: context)
      }
    }
    router.get("/stall") { _, context in
      noted("stall", context) { FaultAnswer.stalled(whole, after: half, context) }
    }
    router.get("/cut") { _, context in
      noted("cut", context) { FaultAnswer.cutChunked(after: half, context) }
    }
    router.get("/wrong-length") { request, context in
      try noted("wrong-length", context) {
        let by = try request.query.number(
          "by", default: 1000, in: -999...1_000_000)
        return FaultAnswer.cut(whole, after: body[...], of: Self.size + by, context)
      }
    }
    router.get("/slow") { request, context in
      try noted("slow", context) {
        let query = request.query
        let body = Filler.bytes(try query.number("bytes", default: 60, in: 2...100_000))
        let pause = try query.number("pause", default: 1000, in: 0...60_000)
        return FaultAnswer.dripped(
          Response.json(body), body, bytes: 1, pause: .milliseconds(Int64(pause)), context)
      }
    }
  }

  /// Answers that are too large, or as large as asked for.
  private func addSizes(to router: some RouterMethods<MockContext>) {
    router.get("/endless") { _, context in
      noted("endless", context) {
        Response(
          status: .ok, headers: [.contentType: "application/json"],
          body: .init { writer in
            try await writer.write(ByteBuffer(string: "["))
            // Ends by the failure to write when the client has left.
            while true { try await writer.write(Filler.piece) }
          })
      }
    }
    router.get("/big") { request, context in
      try noted("big", context) {
        let bytes = try request.query.number(
          "bytes", default: 2_000_001, in: Self.sizes)
        return Response(
          status: .ok, headers: [.contentType: "application/json"], body: Filler.body(bytes))
      }
    }
    router.get("/gzip-bomb") { request, context in
      try noted("gzip-bomb", context) {
        let bytes = try request.query.number(
          "bytes", default: 1 << 30, in: Self.sizes)
        return Response(
          status: .ok, headers: [.contentType: "application/json", .contentEncoding: "gzip"],
          body: GzipBomb(decodedBytes: bytes).body)
      }
    }
  }

  /// Odd statuses, headers and redirections.
  private func addHeads(to router: some RouterMethods<MockContext>) {
    router.get("/huge-header") { request, context in
      try noted("huge-header", context) {
        let bytes = try request.query.number(
          "bytes", default: 1_000_000, in: 1...100_000_000)
        var response = whole
        response.headers[.via] = String(repeating: "a", count: bytes)
        return response
      }
    }
    router.get("/status/:code") { request, context in
      guard let code = context.parameters.get("code", as: Int.self), (200...599).contains(code)
      else { throw HTTPError(.notFound) }
      return noted(String(code), context) { status(code, request.query) }
    }
    router.get("/redirect-loop") { request, context in
      noted("redirect-loop", context) { redirect(to: request.uri.path) }
    }
    router.get("/redirect/:count") { request, context in
      guard let count = context.parameters.get("count", as: Int.self), (0...1000).contains(count)
      else { throw HTTPError(.notFound) }
      return noted("redirect", context) {
        let folder = request.uri.path.prefix { $0 != "?" }.split(separator: "/").dropLast()
        return count == 0
          ? whole : redirect(to: "/\(folder.joined(separator: "/"))/\(count - 1)")
      }
    }
    router.get("/redirect-to") { request, context in
      guard let target = request.query["url"] else { throw HTTPError(.badRequest) }
      return noted("redirect-to", context) { redirect(to: target) }
    }
  }

  /// A status, with `Retry-After` spelled as asked for; 206 says which part it is.
  private func status(_ code: Int, _ query: FormFields) -> Response {
    let status = HTTPResponse.Status(code: code)
    var response =
      code == 204 || code == 304
      ? Response(status: status)
      : Response.json(
        .members(["error": .string(status.reasonPhrase), "status": .int(Int64(code))]),
        status: status)
    if code == 206 { response.headers[.contentRange] = "bytes 0-29/100" }
    if let text = query["retry-after"] { response.headers[.retryAfter] = text }
    return response
  }

  private func redirect(to target: String) -> Response {
    Response(status: .found, headers: [.location: target])
  }

  private var body: [UInt8] { Filler.bytes(Self.size) }
  private var half: ArraySlice<UInt8> { body[..<(Self.size / 2)] }
  private var whole: Response { Response.json(body) }

  /// An answer whose fault the log names.
  private func noted(
    _ name: String, _ context: MockContext, answer: () throws -> Response
  ) rethrows -> Response {
    let response = try answer()
    context.note.change { $0.fault = name }
    return response
  }
}

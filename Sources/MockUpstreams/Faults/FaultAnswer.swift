import Hummingbird
import NIOCore

/// Answers that go wrong on the wire.
enum FaultAnswer {
  /// The page of a captive portal: HTML with status 200.
  static var portal: Response {
    .html(
      """
      <!DOCTYPE html>
      <html><head><title>Log in to the network</title></head>
      <body><form action="/login"><input name="user"></form></body></html>

      """)
  }

  /// No answer: the connection ends at once, or when the client gives up.
  static func none(_ kind: MockFaults.Kind, on context: MockContext) async -> Response {
    context.note.change { $0.ending = kind == .timeout ? .silence : .closed }
    switch kind {
    case .reset: await context.connection.reset()
    case .timeout:
      await context.connection.waitUntilClientIsGone()
      await context.connection.close()
    default: await context.connection.close()
    }
    // Nobody is left to read it.
    return Response(status: .internalServerError)
  }

  /// Bytes whose Content-Length promises another number, then the end of the stream.
  static func cut(
    _ response: Response, after part: ArraySlice<UInt8>, of promised: Int, _ context: MockContext
  ) -> Response {
    context.note.change { $0.bytes = part.count }
    var headers = response.headers
    headers[.contentLength] = String(promised)
    return Response(status: response.status, headers: headers, body: ending(part, context))
  }

  /// Part of a chunked body, then the end of the stream without the last chunk.
  static func cutChunked(after part: ArraySlice<UInt8>, _ context: MockContext) -> Response {
    context.note.change { $0.bytes = part.count }
    return Response(
      status: .ok, headers: [.contentType: "application/json"], body: ending(part, context))
  }

  /// Part of a body, then silence until the client gives up.
  static func stalled(
    _ response: Response, after part: ArraySlice<UInt8>, _ context: MockContext
  ) -> Response {
    context.note.change { $0.bytes = part.count }
    return Response(
      status: response.status, headers: response.headers,
      body: .init { writer in
        try await writer.write(ByteBuffer(bytes: part))
        await context.connection.waitUntilClientIsGone()
      })
  }

  /// A whole body in pieces with a pause after each.
  static func dripped(
    _ response: Response, _ body: [UInt8], bytes: Int, pause: TimeAmount, _ context: MockContext
  ) -> Response {
    Response(
      status: response.status, headers: response.headers,
      body: .init(contentLength: body.count) { writer in
        for start in stride(from: 0, to: body.count, by: bytes) {
          try await writer.write(ByteBuffer(bytes: body[start..<min(start + bytes, body.count)]))
          await context.connection.pause(pause)
        }
        try await writer.finish(nil)
      })
  }

  private static func ending(_ part: ArraySlice<UInt8>, _ context: MockContext) -> ResponseBody {
    ResponseBody { writer in
      try await writer.write(ByteBuffer(bytes: part))
      await context.connection.endSending()
    }
  }
}

extension HTTPFields {
  /// The fields without a Content-Length, for a body of another size.
  var withoutLength: HTTPFields {
    var fields = self
    fields[.contentLength] = nil
    return fields
  }
}

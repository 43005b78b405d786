import Hummingbird
import NIOCore

/// What the routes of the mock know of a request besides the request itself.
struct MockContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The connection, for its event loop and its ``ConnectionWatch``.
  let channel: any Channel

  init(source: ApplicationRequestContextSource) {
    coreContext = .init(source: source)
    channel = source.channel
  }
}

extension Response {
  /// An answer of JSON bytes.
  static func json(
    _ bytes: [UInt8], status: HTTPResponse.Status = .ok,
    contentType: String = "application/json; charset=utf-8"
  ) -> Response {
    Response(
      status: status, headers: [.contentType: contentType],
      body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  /// An answer of one JSON value.
  static func json(_ value: JSONValue, status: HTTPResponse.Status = .ok) -> Response {
    json(JSONWriter.encode(value), status: status)
  }
}

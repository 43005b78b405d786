import Hummingbird
import NIOCore

/// Facts that the mock's routes know of a request besides the request itself.
struct MockContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The connection that the request came on.
  var connection: Connection
  /// The log's note on the request's answer.
  let note = AnswerNote()

  init(source: ApplicationRequestContextSource) {
    coreContext = .init(source: source)
    connection = Connection(channel: source.channel)
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

  /// An answer of HTML, as proxies and web servers give it where JSON was wanted.
  static func html(_ text: String, status: HTTPResponse.Status = .ok) -> Response {
    Response(
      status: status, headers: [.contentType: "text/html; charset=utf-8"],
      body: .init(byteBuffer: ByteBuffer(string: text)))
  }

  /// An answer of one JSON value.
  static func json(_ value: JSONValue, status: HTTPResponse.Status = .ok) -> Response {
    json(value.bytes, status: status)
  }
}

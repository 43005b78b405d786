import Hummingbird
import NIOCore
import Notation

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
  static func json(_ bytes: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
    Response(
      status: status, headers: [.contentType: "application/json; charset=utf-8"],
      body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  /// An answer of HTML, as proxies and web servers give it where JSON was wanted.
  static func html(_ text: String, status: HTTPResponse.Status = .ok) -> Response {
    Response(
      status: status, headers: [.contentType: "text/html; charset=utf-8"],
      body: .init(byteBuffer: ByteBuffer(string: text)))
  }

  /// An answer of one JSON value.
  static func json(_ value: JSON, status: HTTPResponse.Status = .ok) -> Response {
    json(value.bytes, status: status)
  }
}

extension Request {
  /// The parameters of the query.
  var query: FormFields { FormFields(parsing: uri.query ?? "") }

  /// The fields of a form.
  func form() async throws -> FormFields {
    FormFields(parsing: String(buffer: try await body.collect(upTo: 65_536)))
  }
}

extension FormFields {
  /// The number of a parameter, or `fallback` when it is absent.
  /// - Throws: `HTTPError` 400 when it is not a number in the range.
  func number(_ name: String, default fallback: Int, in range: ClosedRange<Int>) throws -> Int {
    guard let text = self[name], !text.isEmpty else { return fallback }
    guard let number = Int(text), range.contains(number) else {
      throw HTTPError(
        .badRequest,
        message: "\(name) takes \(range.lowerBound) to \(range.upperBound), not '\(text)'")
    }
    return number
  }
}

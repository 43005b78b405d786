internal import Hummingbird
internal import Notation

/// A route's error, answered as `{"error": …}` with a status.
struct RouteProblem: Error, Sendable, Equatable {
  /// The HTTP status.
  var status: Int
  /// The problem, its place and the remedy.
  var message: String

  init(_ status: Int, _ message: String) {
    self.status = status
    self.message = message
  }
}

extension Response {
  /// Makes a JSON answer.
  static func json(_ value: JSON, status: HTTPResponse.Status = .ok) -> Response {
    Response(
      status: status,
      headers: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"],
      body: .init(byteBuffer: ByteBuffer(bytes: value.bytes)))
  }

  /// Makes an error answer: `{"error": …}`.
  static func problem(_ status: Int, _ message: String) -> Response {
    json(.members(["error": .string(message)]), status: .init(code: status))
  }
}

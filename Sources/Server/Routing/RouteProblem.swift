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

  /// The page for a browser that asks for a path which does not exist.
  static var missingPage: Response {
    let page = """
      <!doctype html>
      <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>No such page · mixhost</title>
        <link rel="stylesheet" href="/page/style/base.css">
        <link rel="stylesheet" href="/page/style/shell.css">
      </head>
      <body>
        <main class="empty-state">
          <h1>There is no such page</h1>
          <p>The address may be mistyped. <a href="/">All screens</a></p>
        </main>
      </body>
      </html>
      """
    return Response(
      status: .notFound,
      headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"],
      body: .init(byteBuffer: ByteBuffer(string: page)))
  }

  /// Makes an error answer: `{"error": …}`.
  static func problem(_ status: Int, _ message: String) -> Response {
    json(.members(["error": .string(message)]), status: .init(code: status))
  }
}

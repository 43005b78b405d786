import HTTPTypes
import Hummingbird
import NIOCore
import Notation

/// `/fault/echo`: answers with what it was asked, as JSON; each parameter `set` becomes a Set-Cookie field.
struct EchoRoutes: Sendable {
  private static let mostBytes = 4_000_000
  private static let methods: [HTTPRequest.Method] = [.get, .post, .put, .patch, .delete]

  func addRoutes(to router: some RouterMethods<MockContext>) {
    for method in Self.methods {
      router.on("/echo", method: method) { request, _ in
        let body = try await request.body.collect(upTo: Self.mostBytes)
        let fields = request.headers.map {
          JSON.Member($0.name.canonicalName, .string($0.value))
        }
        var response = Response.json(
          .members([
            "method": .string(method.rawValue), "headers": .object(fields),
            "body": .string(String(buffer: body)),
          ]))
        for cookie in request.uri.queryParameters.getAll("set") {
          response.headers.append(HTTPField(name: .setCookie, value: cookie))
        }
        return response
      }
    }
  }
}

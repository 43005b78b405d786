import Bindings
import HTTPTypes
import Hummingbird
import NIOCore
import ScriptHost

/// The routes of ``ServiceMocks``: each path below one of their roots goes to the engine.
struct ScriptedRoutes: Sendable {
  private static let mostBytes = 4_000_000
  private static let methods: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete]

  let mocks: ServiceMocks
  let roots: [String]
  /// The limit on the calls of each root.
  private let limiters: [String: RateLimiter]

  init(_ mocks: ServiceMocks, _ options: MockOptions, roots: [String]) {
    (self.mocks, self.roots) = (mocks, roots)
    limiters =
      options.rate.map { rate in
        Dictionary(uniqueKeysWithValues: roots.map { ($0, RateLimiter(rate: rate)) })
      } ?? [:]
  }

  func addRoutes(to router: some RouterMethods<MockContext>) {
    for root in roots {
      for method in Self.methods {
        for path in ["/\(root)", "/\(root)/**"] {
          router.on(RouterPath(path), method: method) { request, context in
            try await answer(request, context, root)
          }
        }
      }
    }
  }

  /// The body with which a service refuses by a status that a fault draws; nil where its mock has none.
  func refusal(_ code: Int, path: String) async throws -> Response? {
    let answer = try await mocks.answer(
      .object(["path": .string(path), "drawn_status": .int(Int64(code))]))
    return LuaAnswer(answer).map(Self.response)
  }

  private func answer(
    _ request: Request, _ context: MockContext, _ root: String
  ) async throws -> Response {
    var request = request
    let body = try await request.collectBody(upTo: Self.mostBytes)
    var headers: [String: LuaValue] = [:]
    for field in request.headers { headers[field.name.rawName.lowercased()] = .string(field.value) }
    // In whole seconds, as services say it.
    let wait = limiters[root]?.wait().map { Int64(max(1, ($0 / .seconds(1)).rounded(.up))) }
    let answer = try await mocks.answer(
      .object([
        "method": .string(request.method.rawValue), "path": .string(request.uri.path),
        "query": .string(request.uri.query ?? ""), "headers": .object(headers),
        "body": LuaValue(bytes: Array(buffer: body)),
        "is_limited": .bool(wait != nil), "wait": wait.map(LuaValue.int) ?? .nil,
      ]))
    guard let found = LuaAnswer(answer) else { throw HTTPError(.notFound) }
    if let fault = answer?["fault"]?.shownText { context.note.change { $0.fault = fault } }
    return Self.response(found)
  }

  private static func response(_ answer: LuaAnswer) -> Response {
    var fields = HTTPFields()
    for (name, text) in answer.fields {
      if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: text)) }
    }
    return Response(
      status: .init(code: answer.status), headers: fields,
      body: .init(byteBuffer: ByteBuffer(bytes: answer.body)))
  }
}

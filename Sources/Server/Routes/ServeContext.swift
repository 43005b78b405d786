internal import Hummingbird
internal import NIOCore
internal import Notation

/// Facts that routes know of a request besides the request itself.
struct ServeContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The counter of the client's requests.
  let client: String
  /// The client's address, for logs.
  let address: String

  init(source: ApplicationRequestContextSource) {
    coreContext = .init(source: source)
    client = ClientAddress.key(source.channel.remoteAddress)
    address = ClientAddress.text(source.channel.remoteAddress)
  }

  /// Bodies that routes decode are limited before they come here.
  var maxUploadSize: Int { ServerLimits().bodyBytes }
}

/// The parameters of a request's query.
struct QueryParameters: Sendable {
  private let request: Request

  init(_ request: Request) { self.request = request }

  /// A parameter, decoded; nil when it is absent.
  subscript(name: String) -> String? {
    request.uri.queryParameters[name[...]].map(String.init)
  }

  /// A whole number.
  /// - Throws: ``RouteProblem`` 400 when it is not in the range.
  func number(_ name: String, in range: ClosedRange<Int>, default fallback: Int) throws -> Int {
    guard let text = self[name] else { return fallback }
    guard let number = Int(text), range.contains(number) else {
      throw RouteProblem(
        400, "\(name) takes \(range.lowerBound) to \(range.upperBound), not \"\(text)\"")
    }
    return number
  }
}

extension Request {
  /// The JSON of the body.
  /// - Throws: ``RouteProblem`` 400 or 415.
  mutating func json() async throws -> JSON {
    // Forms of other sites can send text/plain and urlencoded bodies without asking (CORS), not this.
    let type = headers[.contentType]?.split(separator: ";").first?.lowercased() ?? ""
    guard type == "application/json" else {
      throw RouteProblem(415, "the body must be application/json, not \"\(type)\"")
    }
    let buffer = try await body.collect(upTo: ServerLimits().bodyBytes)
    do { return try JSONReader.read(Array(buffer.readableBytesView)) } catch {
      throw RouteProblem(400, "the body is not JSON: \(error)")
    }
  }
}

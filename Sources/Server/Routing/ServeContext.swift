internal import Hummingbird
internal import NIOCore
internal import Notation

/// Facts about a request that routes use besides the request itself.
struct ServeContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The address of the socket's other end.
  let peer: SocketAddress?
  private let channel: any Channel
  /// Facts about the client and its request; empty until ``AnswerMiddleware`` fills them in.
  var facts = RequestFacts()
  /// Counts the bytes of bodies; nil if there is no room for any.
  var ledger: ByteLedger?

  init(source: ApplicationRequestContextSource) {
    coreContext = .init(source: source)
    peer = source.channel.remoteAddress
    channel = source.channel
  }

  /// Bodies that routes decode are limited earlier.
  var maxUploadSize: Int { ServerLimits().bodyBytes }

  /// Reads a request's body as JSON.
  /// - Parameter most: the most bytes of the body.
  /// - Throws: ``RouteProblem`` 400, 413, 415, or 503 when the server already holds too many
  ///   bodies.
  func json(_ request: Request, most: Int = ServerLimits().bodyBytes) async throws -> JSON {
    // Forms of other sites can send text/plain and urlencoded bodies without permission (CORS), but
    // not JSON.
    let type = request.headers[.contentType]?.split(separator: ";").first?.lowercased() ?? ""
    guard type == "application/json" else {
      throw RouteProblem(415, "the body must be application/json, not \"\(type)\"")
    }
    return try await body(request, most: most) { bytes in
      do { return try JSONReader.read(bytes) } catch {
        throw RouteProblem(400, "the body is not JSON: \(error)")
      }
    }
  }

  /// Runs work that is cancelled when the client closes its connection.
  func whileConnected<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let task = Task { try await work() }
    let watch = CloseWatch { task.cancel() }
    do { try await channel.pipeline.addHandler(watch, position: .first).get() } catch {
      // It is closed already.
      task.cancel()
    }
    defer { channel.pipeline.removeHandler(watch, promise: nil) }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Reads a request's body and uses it.
  /// - Throws: ``RouteProblem`` 413, or 503 when the server already holds too many bodies.
  func body<Value>(
    _ request: Request, most: Int, _ use: ([UInt8]) async throws -> Value
  ) async throws -> Value {
    let tooLarge = RouteProblem(413, "the body is too large: \(most) bytes are taken here")
    let length = request.headers[.contentLength].flatMap { Int($0) } ?? 0
    if length > most { throw tooLarge }
    guard let room = ledger?.take(length) else { throw RouteProblem(503, ByteLedger.message) }
    defer { withExtendedLifetime(room) {} }
    var bytes: [UInt8] = []
    for try await part in request.body {
      let count = bytes.count + part.readableBytes
      if count > most { throw tooLarge }
      guard count <= length || room.grow(by: part.readableBytes) else {
        throw RouteProblem(503, ByteLedger.message)
      }
      bytes += part.readableBytesView
    }
    return try await use(bytes)
  }
}

/// Tells when the client closes a connection.
private final class CloseWatch: ChannelInboundHandler, RemovableChannelHandler, Sendable {
  typealias InboundIn = ByteBuffer

  private let closed: @Sendable () -> Void

  init(_ closed: @escaping @Sendable () -> Void) { self.closed = closed }

  // A client that goes closes its own half first, and the other is kept open for answers.
  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event as? ChannelEvent == .inputClosed { closed() }
    context.fireUserInboundEventTriggered(event)
  }

  func channelInactive(context: ChannelHandlerContext) {
    closed()
    context.fireChannelInactive()
  }
}

/// The parameters of a request's query.
struct QueryParameters: Sendable {
  private let request: Request

  init(_ request: Request) { self.request = request }

  /// A parameter's decoded value; nil if it is absent.
  subscript(name: String) -> String? {
    request.uri.queryParameters[name[...]].map(String.init)
  }

  /// A parameter as a whole number.
  /// - Throws: ``RouteProblem`` 400 if it is outside the range.
  func number(_ name: String, in range: ClosedRange<Int>, default fallback: Int) throws -> Int {
    guard let text = self[name] else { return fallback }
    guard let number = Int(text), range.contains(number) else {
      throw RouteProblem(
        400, "\(name) takes \(range.lowerBound) to \(range.upperBound), not \"\(text)\"")
    }
    return number
  }
}

internal import Crypto
internal import NIOCore
internal import NIOHTTP1
internal import NIOWebSocket
internal import Notation
internal import Reactor

/// Checks requests that begin a WebSocket, and makes the handler of the socket.
struct WebSocketUpgrades: Sendable {
  let gate: AccessGate
  let limiter: RequestLimiter
  let time: any TimeSource
  let log: AccessLog
  let limits: ServerLimits
  let proxies: TrustedProxies
  let ledger: ByteLedger
  /// The sockets by path.
  let sockets: [String: ServeRoutes.Socket]
  /// Finds those of another server below a path of this one.
  var others: @Sendable (String) -> ServeRoutes.Socket? = { _ in nil }

  /// The handlers of a connection that a socket replaces.
  typealias HTTPHandlers = (
    encoder: HTTPResponseEncoder, decoder: ByteToMessageHandler<HTTPRequestDecoder>
  )

  /// A request for a socket.
  struct Request {
    let query: String?
    let facts: RequestFacts
  }

  /// The decision on a request, by its header.
  enum Verdict {
    /// Answer an ordinary request.
    case ordinary
    /// Ignore the upgrade to a protocol that the server does not speak (RFC 9110, section 7.8).
    case unknown
    case begin
    case refuse(HTTPResponseStatus, String, HTTPHeaders)
  }

  /// Checks a request's header.
  /// - Parameter peer: the address of the socket's other end.
  func verdict(_ head: HTTPRequestHead, peer: SocketAddress?) -> Verdict {
    guard head.headers.contains(name: "upgrade") else { return .ordinary }
    let (path, query) = Self.parts(head.uri)
    let wanted = head.headers[canonicalForm: "upgrade"].map { $0.lowercased() }
    guard let socket = sockets[path] ?? others(path), wanted == ["websocket"] else {
      return .unknown
    }
    let facts = head.facts(peer: peer, proxies: proxies)
    if let wait = limiter.wait(facts.client, now: time.monotonic.seconds) {
      return .refuse(
        .tooManyRequests, RequestLimiter.message,
        ["retry-after": "\(Int(clamping: wait.rounded(.up)))"])
    }
    if let refusal = gate.refusal(facts, socket.access) {
      return .refuse(
        .init(statusCode: refusal.status), refusal.message,
        refusal.challenge.map {
          ["www-authenticate": $0]
        } ?? [:])
    }
    guard head.headers["sec-websocket-version"] == ["13"] else {
      return .refuse(
        .upgradeRequired, "version 13 of the protocol is spoken here (RFC 6455)",
        ["sec-websocket-version": "13", "upgrade": "websocket"])
    }
    guard Self.isHandshake(head) else {
      return .refuse(
        .badRequest, "this is not a WebSocket handshake (RFC 6455, section 4.2.1)", [:])
    }
    // The route reports any other problem.
    return socket.endpoint(Request(query: query, facts: facts)) == nil ? .unknown : .begin
  }

  /// Makes a connection a WebSocket: answers the handshake that ``verdict(_:peer:)`` accepted, and
  /// puts the socket's handlers in the place of HTTP's.
  /// - Parameters:
  ///   - context: the handler that the request came to; it is removed.
  ///   - http: HTTP's encoder and decoder; bytes that the decoder has left belong to the socket.
  func begin(
    _ head: HTTPRequestHead, _ context: ChannelHandlerContext,
    http: HTTPHandlers
  ) throws {
    let answer = HTTPResponseHead(
      version: .http1_1, status: .switchingProtocols,
      headers: [
        "upgrade": "websocket", "connection": "upgrade",
        "sec-websocket-accept": Self.accept(head.headers["sec-websocket-key"][0]),
      ])
    context.writeAndFlush(NIOAny(HTTPServerResponsePart.head(answer)), promise: nil)
    let endpoint = self.endpoint(head, context.channel)
    let frames = ByteToMessageHandler(
      WebSocketFrameDecoder(maxFrameSize: endpoint.messageBytes ?? limits.messageBytes))
    let pipeline = context.pipeline.syncOperations
    try pipeline.addHandlers(
      [WebSocketFrameEncoder(), frames], position: .after(context.handler))
    pipeline.removeHandler(context: context, promise: nil)
    pipeline.removeHandler(http.encoder, promise: nil)
    // A session may send at once, and receives what the decoder has left.
    try pipeline.addHandler(
      WebSocketSession(endpoint: endpoint, limits: limits, metrics: log.metrics, ledger: ledger),
      position: .after(frames))
    pipeline.removeHandler(http.decoder, promise: nil)
  }

  /// The proof that the server has read the handshake (RFC 6455, section 4.2.2).
  private static func accept(_ key: String) -> String {
    let text = key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
    return Base64URL.standard(Array(Insecure.SHA1.hash(data: Array(text.utf8))))
  }

  /// Makes the endpoint of an accepted socket.
  private func endpoint(_ head: HTTPRequestHead, _ channel: any Channel) -> any WebSocketEndpoint {
    let (path, query) = Self.parts(head.uri)
    let facts = head.facts(peer: channel.remoteAddress, proxies: proxies)
    log.upgraded(path: path, client: facts.address)
    let socket = sockets[path] ?? others(path)
    return socket?.endpoint(Request(query: query, facts: facts)) ?? SilentEndpoint()
  }

  /// Checks the rest of the handshake (RFC 6455, section 4.2.1).
  private static func isHandshake(_ head: HTTPRequestHead) -> Bool {
    let headers = head.headers
    let keys = headers["sec-websocket-key"]
    return head.method == .GET && head.version.major == 1
      && head.version.minor >= 1
      && headers[canonicalForm: "connection"].contains { $0.lowercased() == "upgrade" }
      && keys.count == 1 && isKey(keys[0])
      && headers["transfer-encoding"].isEmpty
      && (headers.first(name: "content-length") ?? "0") == "0"
  }

  /// Whether a text is sixteen bytes in Base64.
  private static func isKey(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.count == 24 && bytes.suffix(2).allSatisfy { $0 == UInt8(ascii: "=") }
      && bytes.prefix(22).allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
          true
        default: false
        }
      }
  }

  private static func parts(_ uri: String) -> (path: String, query: String?) {
    guard let mark = uri.firstIndex(of: "?") else { return (uri, nil) }
    return (String(uri[..<mark]), String(uri[uri.index(after: mark)...]))
  }
}

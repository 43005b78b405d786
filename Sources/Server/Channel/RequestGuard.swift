internal import Notation
internal import NIOCore
internal import NIOHTTP1
internal import NIOTLS

/// Follows the HTTP decoder and refuses requests, before a route sees them, that two programs could
/// read differently, that are too large or too slow. Begins WebSockets.
///
/// A refusal ends the connection, because the start of its next request is unknown.
final class RequestGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// The most requests that a client may send before the first is answered.
  private static let mostPipelined = 32
  /// The number of body parts that may be small; beyond it, parts must average this many bytes.
  private static let smallParts = (count: 1_000, bytes: 16)
  /// How long a client may take to read the refusal, in seconds.
  private static let farewell = 5.0

  private let limits: ServerLimits
  private let upgrades: WebSocketUpgrades
  private let connection: ConnectionWatch
  private let log: AccessLog
  private var timer: Scheduled<Void>?
  /// The header of the request that is being read.
  private var head: HTTPRequestHead?
  /// The handshake of a WebSocket, which begins when it is read and earlier answers are sent.
  private var handshake: HTTPRequestHead?
  private let http: WebSocketUpgrades.HTTPHandlers
  /// The number of requests without a complete answer.
  private var open = 0
  private var hasAnswerBegun = false
  private var isStreaming = false
  private var bodyBytes = 0
  private var bodyParts = 0
  private var isRefused = false
  /// Whether the present answer is the connection's last.
  private var isLast = false

  init(
    limits: ServerLimits, upgrades: WebSocketUpgrades, connection: ConnectionWatch, log: AccessLog,
    http: WebSocketUpgrades.HTTPHandlers
  ) {
    self.http = http
    self.limits = limits
    self.upgrades = upgrades
    self.connection = connection
    self.log = log
  }

  func handlerAdded(context: ChannelHandlerContext) {
    // The TLS handshake has its own time limit.
    if connection.isSecure { return }
    arm(limits.headTime, context) { $0.refuse(.requestTimeout, $1) }
  }

  func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }

  func channelInactive(context: ChannelHandlerContext) {
    timer?.cancel()
    context.fireChannelInactive()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case .handshakeCompleted as TLSUserEvent:
      connection.handshakeEnded()
      arm(limits.headTime, context) { $0.refuse(.requestTimeout, $1) }
    // A connection without a request has nothing to wait for.
    case is ChannelShouldQuiesceEvent where open == 0: return context.close(promise: nil)
    default: break
    }
    context.fireUserInboundEventTriggered(event)
  }

  // MARK: Requests

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if isRefused { return }
    switch unwrapInboundIn(data) {
    case .head(let head): read(head, context)
    case .body(let bytes):
      bodyBytes += bytes.readableBytes
      bodyParts += 1
      // A small part costs as much work as a large one.
      let (most, least) = Self.smallParts
      if bodyParts > most, bodyBytes < bodyParts * least { return refuse(.badRequest, context) }
      if bodyBytes > limits.bodyBytes { return refuse(.payloadTooLarge, context) }
      context.fireChannelRead(data)
    case .end:
      head = nil
      if handshake != nil { return beginSocket(context) }
      arm(limits.answerTime, context) {
        $1.close(promise: nil); _ = $0
      }
      context.fireChannelRead(data)
    }
  }

  private func read(_ original: HTTPRequestHead, _ context: ChannelHandlerContext) {
    self.head = original
    if let status = RequestSyntax.refusal(original, limits) { return refuse(status, context) }
    if open >= Self.mostPipelined { return refuse(.tooManyRequests, context) }
    if refusesConnection(original, context) { return }
    var head = original
    switch upgrades.verdict(head, peer: context.remoteAddress) {
    case .ordinary: break
    case .begin: return handshake = head
    case .refuse(let status, let message, let headers):
      return refuse(status, context, message: message, headers: headers)
    case .unknown:
      // NIO drops a request whose upgrade is refused, so remove the upgrade: the ordinary route
      // answers.
      head.headers.remove(name: "upgrade")
      head.headers.replaceOrAdd(name: "connection", value: "close")
    }
    // A connection of HTTP/1.0 ends after its answer unless the client asks to keep it (RFC 9112,
    // section 9.3).
    let wishes = head.headers[canonicalForm: "connection"].map { $0.lowercased() }
    let ends = wishes.contains("close") || head.version.minor == 0 && !wishes.contains("keep-alive")
    // One form of all spellings: `Close` and `TE, close`, too.
    if connection.admission != .granted || ends {
      head.headers.replaceOrAdd(name: "connection", value: "close")
    }
    (open, bodyBytes, bodyParts) = (open + 1, 0, 0)
    if open == 1 { hasAnswerBegun = false }
    arm(limits.bodyTime, context) { $0.refuse(.requestTimeout, $1) }
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }

  /// Begins the WebSocket that was asked for, when no answer is outstanding any more.
  private func beginSocket(_ context: ChannelHandlerContext) {
    guard open == 0, let handshake = handshake.take() else { return }
    do { try upgrades.begin(handshake, context, http: http) } catch { context.close(promise: nil) }
  }

  /// Refuses requests on a connection beyond the limit. `/health` stays open to supervisors, which
  /// would otherwise end a server that is only busy.
  private func refusesConnection(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) -> Bool
  {
    let (status, message): (HTTPResponseStatus, String)
    switch connection.admission {
    case .granted: return false
    case .full: (status, message) = (.serviceUnavailable, "too many connections; try again later")
    case .clientFull:
      (status, message) = (.tooManyRequests, "too many connections from your address; close some")
    }
    if head.uri == "/health", !head.headers.contains(name: "upgrade") { return false }
    refuse(status, context, message: message, headers: ["retry-after": "5"])
    return true
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = error as? HTTPParserError else { return context.fireErrorCaught(error) }
    refuse(error == .headerOverflow ? .requestHeaderFieldsTooLarge : .badRequest, context)
  }

  /// Sends a refusal, unless an answer has begun, and ends the connection.
  private func refuse(
    _ status: HTTPResponseStatus, _ context: ChannelHandlerContext, message: String? = nil,
    headers: HTTPHeaders = [:]
  ) {
    if isRefused { return }
    isRefused = true
    timer?.cancel()
    log.refused(head, status: Int(status.code), client: ClientAddress.text(context.remoteAddress))
    guard !hasAnswerBegun, open <= 1 else { return context.close(promise: nil) }
    let body = JSON.members(["error": .string(message ?? RequestSyntax.reason(status, limits))])
      .bytes
    var head = HTTPResponseHead(
      version: .http1_1, status: status,
      headers: [
        "content-type": "application/json; charset=utf-8", "content-length": "\(body.count)",
        "connection": "close", "x-content-type-options": "nosniff",
      ])
    head.headers.add(contentsOf: headers)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    if self.head?.method != .HEAD {
      context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil)
    }
    end(context)
  }

  /// Completes an answer, then ends the connection.
  private func end(_ context: ChannelHandlerContext) {
    let written = context.eventLoop.makePromise(of: Void.self)
    // If the client still sends, a full close would cause a reset before it has read the refusal.
    // So close the output only; the client's end or a second's wait closes the rest.
    let bound = NIOLoopBound((context, connection), eventLoop: context.eventLoop)
    written.futureResult.whenComplete { _ in
      let context = bound.value.0
      context.close(mode: .output, promise: nil)
      context.eventLoop.scheduleTask(in: .seconds(1)) { bound.value.0.close(promise: nil) }
    }
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: written)
    // If the client does not read, neither the answer nor TLS's end would ever be sent.
    context.eventLoop.scheduleTask(in: TimeAmount(seconds: Self.farewell)) {
      bound.value.1.drop()
    }
  }

  // MARK: Answers

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if isRefused { return promise?.fail(ChannelError.ioOnClosedChannel) ?? () }
    switch unwrapOutboundIn(data) {
    case .head(var head):
      hasAnswerBegun = true
      // The rest of a refused body is not read, and a client that asks too often must reconnect.
      if head.status.code >= 400, self.head != nil || head.status == .tooManyRequests {
        isLast = true
        head.headers.replaceOrAdd(name: "connection", value: "close")
        return context.write(wrapOutboundOut(.head(head)), promise: promise)
      }
      isStreaming = head.headers.first(name: "content-type")?.hasPrefix("text/event-stream") == true
      if isStreaming { timer?.cancel() }
    case .body: break
    case .end where isLast:
      isRefused = true
      timer?.cancel()
      promise?.succeed()
      return end(context)
    case .end:
      open -= 1
      hasAnswerBegun = false
      if open <= 0 {
        arm(limits.idleTime, context) {
          $1.close(promise: nil); _ = $0
        }
      }
      if head == nil, handshake != nil {
        context.write(data, promise: promise)
        return beginSocket(context)
      }
    }
    context.write(data, promise: promise)
  }

  // MARK: Time

  private func arm(
    _ seconds: Double, _ context: ChannelHandlerContext,
    _ action: @escaping @Sendable (RequestGuard, ChannelHandlerContext) -> Void
  ) {
    timer?.cancel()
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    timer = context.eventLoop.scheduleTask(in: TimeAmount(seconds: seconds)) {
      action(bound.value.0, bound.value.1)
    }
  }
}

extension TimeAmount {
  /// - Parameter seconds: the time, with a fraction.
  init(seconds: Double) { self = .nanoseconds(Int64(clamping: seconds * 1e9)) }
}

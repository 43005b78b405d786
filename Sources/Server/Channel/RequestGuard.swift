internal import Notation
internal import NIOCore
internal import NIOHTTP1

/// Stands behind the HTTP decoder: refuses requests that two programs could read differently, that are
/// too large or too slow, before a route sees them.
///
/// What is refused here ends the connection; nobody knows where its next request would begin.
final class RequestGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private let limits: ServerLimits
  private let upgrades: WebSocketUpgrades
  private var timer: Scheduled<Void>?
  /// Requests that have begun and are not answered.
  private var open = 0
  private var hasAnswerBegun = false
  private var isStreaming = false
  private var bodyBytes = 0
  private var isRefused = false

  init(limits: ServerLimits, upgrades: WebSocketUpgrades) {
    self.limits = limits
    self.upgrades = upgrades
  }

  func handlerAdded(context: ChannelHandlerContext) {
    arm(limits.headTime, context) { $0.refuse(.requestTimeout, $1) }
  }

  func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }

  func channelInactive(context: ChannelHandlerContext) {
    timer?.cancel()
    context.fireChannelInactive()
  }

  // MARK: Requests

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if isRefused { return }
    switch unwrapInboundIn(data) {
    case .head(let head): read(head, context)
    case .body(let bytes):
      bodyBytes += bytes.readableBytes
      if bodyBytes > limits.bodyBytes { return refuse(.payloadTooLarge, context) }
      context.fireChannelRead(data)
    case .end:
      arm(limits.answerTime, context) {
        $1.close(promise: nil); _ = $0
      }
      context.fireChannelRead(data)
    }
  }

  private func read(_ original: HTTPRequestHead, _ context: ChannelHandlerContext) {
    if let status = RequestSyntax.refusal(original, limits) { return refuse(status, context) }
    var head = original
    switch upgrades.verdict(head) {
    case .ordinary, .begin: break
    case .refuse(let status, let message, let headers):
      return refuse(status, context, message: message, headers: headers)
    case .unknown:
      // NIO drops the request when an upgrade is refused: the ordinary route answers instead.
      head.headers.remove(name: "upgrade")
      head.headers.replaceOrAdd(name: "connection", value: "close")
    }
    (open, bodyBytes, hasAnswerBegun) = (open + 1, 0, open == 0 ? false : hasAnswerBegun)
    arm(limits.bodyTime, context) { $0.refuse(.requestTimeout, $1) }
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = error as? HTTPParserError else { return context.fireErrorCaught(error) }
    refuse(error == .headerOverflow ? .requestHeaderFieldsTooLarge : .badRequest, context)
  }

  /// Answers, where no other answer is under way, and ends the connection.
  private func refuse(
    _ status: HTTPResponseStatus, _ context: ChannelHandlerContext, message: String? = nil,
    headers: HTTPHeaders = [:]
  ) {
    if isRefused { return }
    isRefused = true
    timer?.cancel()
    guard !hasAnswerBegun, open <= 1 else { return context.close(promise: nil) }
    let body = JSON.members(["error": .string(message ?? RequestSyntax.reason(status))]).bytes
    var head = HTTPResponseHead(
      version: .http1_1, status: status,
      headers: [
        "content-type": "application/json", "content-length": "\(body.count)",
        "connection": "close", "x-content-type-options": "nosniff",
      ])
    head.headers.add(contentsOf: headers)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil)
    let written = context.eventLoop.makePromise(of: Void.self)
    // What the client still sends would answer a full close with a reset, before it has read why: its
    // own end, or a second, closes the rest.
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    written.futureResult.whenComplete { _ in
      bound.value.close(mode: .output, promise: nil)
      bound.value.eventLoop.scheduleTask(in: .seconds(1)) { bound.value.close(promise: nil) }
    }
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: written)
  }

  // MARK: Answers

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if isRefused { return promise?.fail(ChannelError.ioOnClosedChannel) ?? () }
    switch unwrapOutboundIn(data) {
    case .head(let head):
      hasAnswerBegun = true
      isStreaming = head.headers.first(name: "content-type")?.hasPrefix("text/event-stream") == true
      if isStreaming { timer?.cancel() }
    case .body: break
    case .end:
      open -= 1
      hasAnswerBegun = false
      if open <= 0 {
        arm(limits.idleTime, context) {
          $1.close(promise: nil); _ = $0
        }
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
  /// - Parameter seconds: with their fraction.
  init(seconds: Double) { self = .nanoseconds(Int64(clamping: seconds * 1e9)) }
}

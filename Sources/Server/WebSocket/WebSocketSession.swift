internal import NIOCore
internal import NIOWebSocket

/// One WebSocket (RFC 6455): assembles messages, answers pings, and closes as section 7 requires.
///
/// NIO's decoder delivers frames; this class checks whether each is allowed at its place. While an
/// answer waits for a client that does not read, nothing more is read from it.
final class WebSocketSession: ChannelDuplexHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundIn = Never
  typealias OutboundOut = WebSocketFrame

  private let endpoint: any WebSocketEndpoint
  private let limits: ServerLimits
  private let metrics: Metrics
  private let ledger: ByteLedger
  private var context: ChannelHandlerContext?
  private var message = WebSocketMessage()
  /// The room for the message that is being received.
  private var room: ByteRoom?
  private var hasSentClose = false
  private var pings: RepeatedTask?
  private var unanswered = 0
  /// The protocol's pongs, under ``WebSocketOpcode/pong``, and the endpoint's answers.
  private var answers: [WebSocketOpcode: LatestAnswer] = [:]
  private var owesRead = false

  init(
    endpoint: any WebSocketEndpoint, limits: ServerLimits, metrics: Metrics, ledger: ByteLedger
  ) {
    self.ledger = ledger
    self.endpoint = endpoint
    self.limits = limits
    self.metrics = metrics
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    metrics.socketOpened()
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    let pause = TimeAmount(seconds: limits.pingTime)
    pings = context.eventLoop.scheduleRepeatedTask(initialDelay: pause, delay: pause) { _ in
      bound.value.ping()
    }
    endpoint.opened(self)
  }

  func handlerRemoved(context: ChannelHandlerContext) { end() }

  func channelInactive(context: ChannelHandlerContext) {
    end()
    context.fireChannelInactive()
  }

  private func end() {
    guard context != nil else { return }
    context = nil
    pings?.cancel()
    metrics.socketClosed()
    endpoint.closed()
  }

  // MARK: Sending

  /// The event loop for all calls; nil after the socket has ended.
  var loop: (any EventLoop)? { context?.eventLoop }

  /// Whether the client reads fast enough; false while earlier messages are still being sent.
  var isWritable: Bool { context?.channel.isWritable ?? false }

  /// Sends a text message.
  func send(text: ByteBuffer) { send(.text, text) }

  /// Sends a binary message.
  func send(binary: ByteBuffer) { send(.binary, binary) }

  private func send(_ opcode: WebSocketOpcode, _ data: ByteBuffer) {
    guard let context, !hasSentClose else { return }
    metrics.messageSent()
    context.writeAndFlush(
      wrapOutboundOut(WebSocketFrame(fin: true, opcode: opcode, data: data)), promise: nil)
  }

  /// Sends an answer of which only the newest matters: while the client has not read the last one,
  /// at most one more is kept.
  func answer(text: ByteBuffer) { answer(.text, text) }

  private func answer(_ opcode: WebSocketOpcode, _ data: ByteBuffer) {
    guard !hasSentClose, let next = answers[opcode, default: LatestAnswer()].ask(data) else {
      return
    }
    write(answer: opcode, next)
  }

  private func write(answer opcode: WebSocketOpcode, _ data: ByteBuffer) {
    guard let context, !hasSentClose else { return }
    if opcode == .text { metrics.messageSent() }
    let promise = context.eventLoop.makePromise(of: Void.self)
    promise.futureResult.assumeIsolated().whenSuccess { [weak self] in
      guard let self else { return }
      if let next = answers[opcode, default: LatestAnswer()].sent() {
        write(answer: opcode, next)
      }
      readAgain()
    }
    context.writeAndFlush(
      wrapOutboundOut(WebSocketFrame(fin: true, opcode: opcode, data: data)), promise: promise)
  }

  /// Starts to close: sends a close frame, once, and waits for the client's.
  /// - Parameter patience: how long to wait, in seconds; nil for the server's limit.
  func close(_ code: WebSocketErrorCode, _ reason: String = "", patience: Double? = nil) {
    guard let context, !hasSentClose else { return }
    sendClose(code, reason, context)
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    context.eventLoop.scheduleTask(in: TimeAmount(seconds: patience ?? limits.closeTime)) {
      bound.value.close(promise: nil)
    }
  }

  private func sendClose(
    _ code: WebSocketErrorCode?, _ reason: String, _ context: ChannelHandlerContext,
    then promise: EventLoopPromise<Void>? = nil
  ) {
    hasSentClose = true
    var data = context.channel.allocator.buffer(capacity: 2 + reason.utf8.count)
    if let code {
      data.write(webSocketErrorCode: code)
      data.writeString(reason)
    }
    context.writeAndFlush(
      wrapOutboundOut(WebSocketFrame(fin: true, opcode: .connectionClose, data: data)),
      promise: promise)
  }

  /// Closes a socket whose client violates the protocol.
  private func fail(_ code: WebSocketErrorCode, _ reason: String) {
    guard let context else { return }
    if hasSentClose { return context.close(promise: nil) }
    closeAfter(code, reason, context)
  }

  private func closeAfter(
    _ code: WebSocketErrorCode?, _ reason: String, _ context: ChannelHandlerContext
  ) {
    let written = context.eventLoop.makePromise(of: Void.self)
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    written.futureResult.whenComplete { _ in bound.value.close(promise: nil) }
    sendClose(code, reason, context, then: written)
  }

  private func ping() {
    // Behind data that a slow client has not read, a ping would prove nothing.
    guard let context, !hasSentClose, isWritable else { return }
    unanswered += 1
    // Nothing came for two intervals, so the client has vanished.
    if unanswered > 2 { return context.close(promise: nil) }
    let data = ByteBuffer(string: "mixhost")
    context.writeAndFlush(
      wrapOutboundOut(WebSocketFrame(fin: true, opcode: .ping, data: data)), promise: nil)
  }

  // MARK: Receiving

  func read(context: ChannelHandlerContext) {
    if answers.values.contains(where: \.isOwed) {
      owesRead = true
    } else {
      context.read()
    }
  }

  private func readAgain() {
    guard owesRead, !answers.values.contains(where: \.isOwed) else { return }
    owesRead = false
    context?.read()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    unanswered = 0
    if let problem = WebSocketRules.problem(frame) { return fail(.protocolError, problem) }
    switch frame.opcode {
    case .ping:
      answer(.pong, frame.unmaskedData)
    case .pong: break
    case .connectionClose: receivedClose(frame.unmaskedData, context)
    default: if !hasSentClose { received(frame) }
    }
  }

  private func received(_ frame: WebSocketFrame) {
    let count = frame.data.readableBytes
    if room?.grow(by: count) != true {
      guard room == nil, let fresh = ledger.take(count) else {
        return fail(.init(codeNumber: 1013), ByteLedger.message)
      }
      room = fresh
    }
    defer { if frame.fin { room = nil } }
    switch message.add(frame, limit: endpoint.messageBytes ?? limits.messageBytes) {
    case .incomplete: break
    case .text(let data): endpoint.received(text: data, self)
    case .binary(let data): endpoint.received(binary: data, self)
    case .wrong(let code, let reason): fail(code, reason)
    }
  }

  private func receivedClose(_ data: ByteBuffer, _ context: ChannelHandlerContext) {
    if hasSentClose { return context.close(promise: nil) }
    switch WebSocketRules.closing(data) {
    case .none: closeAfter(nil, "", context)
    case .code(let code): closeAfter(code, "", context)
    case .wrong(let code, let reason): fail(code, reason)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error as? NIOWebSocketError {
    case .invalidFrameLength: fail(.messageTooLarge, "the message is too large")
    case .fragmentedControlFrame, .multiByteControlFrameLength:
      fail(.protocolError, "a control frame is one frame of at most 125 bytes")
    case nil: context.close(promise: nil)
    }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable { endpoint.writable(self) }
    context.fireChannelWritabilityChanged()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    // The client has closed its side without a close frame.
    case let event as ChannelEvent where event == .inputClosed: context.close(promise: nil)
    case is ChannelShouldQuiesceEvent: close(.goingAway, "the server stops", patience: 1)
    default: context.fireUserInboundEventTriggered(event)
    }
  }
}

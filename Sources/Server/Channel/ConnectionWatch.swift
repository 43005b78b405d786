internal import NIOCore

/// The first handler of a connection, next to its socket and before TLS. It can end the connection
/// whatever the handlers above it wait for.
///
/// It stops reading while the client does not read. It drops a client that reads nothing for
/// ``ServerLimits/stallTime``, or whose TLS handshake takes too long.
final class ConnectionWatch: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = IOData
  typealias OutboundOut = IOData

  /// Whether the connection's requests are served.
  private(set) var admission = Connections.Admission.granted
  /// Whether a TLS handshake precedes the first request.
  let isSecure: Bool
  private let connections: Connections
  private let limits: ServerLimits
  private let proxies: TrustedProxies
  private var context: ChannelHandlerContext?
  private var handshake: Scheduled<Void>?
  private var stall: Scheduled<Void>?
  /// The number of bytes written so far.
  private var written = 0
  private var owesRead = false

  init(
    connections: Connections, limits: ServerLimits, proxies: TrustedProxies, isSecure: Bool
  ) {
    self.connections = connections
    self.limits = limits
    self.proxies = proxies
    self.isSecure = isSecure
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    let loop = context.eventLoop
    let address = ClientAddress.text(context.channel.remoteAddress)
    admission = connections.add(
      ObjectIdentifier(self), client: proxies.contain(address) ? nil : ClientAddress.key(address),
      drop: { loop.execute { bound.value.drop() } })
    guard isSecure else { return }
    handshake = loop.scheduleTask(in: TimeAmount(seconds: limits.handshakeTime)) {
      bound.value.drop()
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) { end() }

  func channelInactive(context: ChannelHandlerContext) {
    end()
    context.fireChannelInactive()
  }

  private func end() {
    guard context != nil else { return }
    context = nil
    handshake?.cancel()
    stall?.cancel()
    connections.remove(ObjectIdentifier(self))
  }

  /// Ends the time limit after a successful TLS handshake.
  func handshakeEnded() { handshake?.cancel() }

  /// Closes the socket at once, without asking the handlers above and without sending more.
  func drop() { context?.close(promise: nil) }

  // MARK: Reading

  func read(context: ChannelHandlerContext) {
    guard context.channel.isWritable else {
      owesRead = true
      return
    }
    context.read()
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable, owesRead {
      owesRead = false
      context.read()
    }
    context.fireChannelWritabilityChanged()
  }

  // MARK: Writing

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    written += unwrapOutboundIn(data).readableBytes
    context.write(data, promise: promise)
  }

  func flush(context: ChannelHandlerContext) {
    context.flush()
    if stall == nil, waiting(context) > 0 { watchStall(context) }
  }

  /// The number of bytes that the system has not taken yet because the client does not read.
  private func waiting(_ context: ChannelHandlerContext) -> Int {
    (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
  }

  private func watchStall(_ context: ChannelHandlerContext) {
    let taken = written - waiting(context)
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    stall = context.eventLoop.scheduleTask(in: TimeAmount(seconds: limits.stallTime)) {
      let (watch, context) = bound.value
      watch.stall = nil
      let waiting = watch.waiting(context)
      if waiting == 0 { return }
      // A client that reads a byte now and then is slow but alive.
      if watch.written - waiting == taken { watch.drop() } else { watch.watchStall(context) }
    }
  }
}

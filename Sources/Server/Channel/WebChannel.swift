internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes
internal import NIOHTTPTypesHTTP1
internal import NIOSSL
internal import NIOWebSocket

/// A connection: HTTP/1.1, whose first request may begin a WebSocket (RFC 6455, section 4).
///
/// This type builds the pipeline. ``ConnectionWatch`` is next to the socket, before TLS;
/// ``RequestGuard``, which refuses bad requests, is between NIO's decoder and its upgrade handler.
struct WebChannel: ServerChildChannel {
  /// The protocol that a connection uses.
  enum Outcome: Sendable {
    case http(NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>)
    case webSocket
  }

  /// A connection whose first request decides its protocol.
  struct Value: ServerChildChannelValue {
    let channel: any Channel
    let outcome: EventLoopFuture<Outcome>
  }

  let responder: HTTPChannelHandler.Responder
  let limits: ServerLimits
  let upgrades: WebSocketUpgrades
  let connections: Connections
  let log: AccessLog
  /// The certificate; nil for plain HTTP.
  let certificate: CertificateStore?

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    channel.eventLoop.makeCompletedFuture {
      // Notice a client that does not read after each read, not after several.
      try channel.syncOptions?.setOption(.maxMessagesPerRead, value: 1)
      // The default buffer would hold megabytes for a client that does not read.
      try channel.syncOptions?.setOption(
        .socketOption(.so_sndbuf), value: SocketOptionValue(limits.sendBytes))
      let pipeline = channel.pipeline.syncOperations
      let connection = ConnectionWatch(
        connections: connections, limits: limits, proxies: upgrades.proxies,
        isSecure: certificate != nil)
      try pipeline.addHandler(connection)
      if let certificate {
        try pipeline.addHandler(
          NIOSSLServerHandler(
            context: certificate.current, customVerificationCallback: nil, configuration: .init()))
      }
      let encoder = HTTPResponseEncoder()
      let decoder = ByteToMessageHandler(
        HTTPRequestDecoder(
          leftOverBytesStrategy: .forwardBytes, limitConfiguration: decoderLimits))
      let guardian = RequestGuard(
        limits: limits, upgrades: upgrades, connection: connection, log: log)
      let upgrade = NIOTypedHTTPServerUpgradeHandler(
        httpEncoder: encoder, extraHTTPHandlers: [decoder, guardian],
        upgradeConfiguration: .init(
          upgraders: [upgrader], notUpgradingCompletionHandler: { http($0, logger) }))
      try pipeline.addHandler(encoder)
      try pipeline.addHandler(decoder)
      try pipeline.addHandler(guardian)
      try pipeline.addHandler(upgrade)
      return Value(channel: channel, outcome: upgrade.upgradeResultFuture)
    }
  }

  private var decoderLimits: NIOHTTPDecoderLimitConfiguration {
    var configuration = NIOHTTPDecoderLimitConfiguration()
    configuration.maxHeaderFieldSize = limits.headerBytes
    configuration.maxHeaderListSize = limits.headerBytes
    configuration.maxHeaderFieldCount = limits.headerFields
    return configuration
  }

  private var upgrader: SizedUpgrader<Outcome> {
    SizedUpgrader(
      usual: upgrader(maxFrameSize: limits.messageBytes),
      large: upgrader(maxFrameSize: ScreenSocket.mostBytes), path: ScreenRoutes.socketPath)
  }

  private func upgrader(maxFrameSize: Int) -> NIOTypedWebSocketServerUpgrader<Outcome> {
    NIOTypedWebSocketServerUpgrader(
      maxFrameSize: maxFrameSize, enableAutomaticErrorHandling: false,
      // The guard passes only permitted requests.
      shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture([:]) },
      upgradePipelineHandler: { channel, head in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(upgrades.session(head, channel))
          return .webSocket
        }
      })
  }

  private func http(_ channel: any Channel, _ logger: Logger) -> EventLoopFuture<Outcome> {
    channel.eventLoop.makeCompletedFuture {
      let pipeline = channel.pipeline.syncOperations
      try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
      try pipeline.addHandler(HTTPConnectionStateHandler(logger: logger))
      return .http(
        try NIOAsyncChannel(
          wrappingChannelSynchronously: channel,
          configuration: .init(isOutboundHalfClosureEnabled: true)))
    }
  }

  func handle(value: Value, logger: Logger) async {
    guard let outcome = try? await value.outcome.get() else {
      // The connection was closed before its first request.
      return value.channel.close(promise: nil)
    }
    switch outcome {
    case .http(let channel):
      await HTTP1Channel(responder: responder).handle(value: channel, logger: logger)
    case .webSocket: try? await value.channel.closeFuture.get()
    }
  }
}

/// Begins WebSockets; those of one path accept larger messages.
private struct SizedUpgrader<Outcome: Sendable>: NIOTypedHTTPServerProtocolUpgrader {
  let usual: NIOTypedWebSocketServerUpgrader<Outcome>
  let large: NIOTypedWebSocketServerUpgrader<Outcome>
  let path: String

  var supportedProtocol: String { usual.supportedProtocol }
  var requiredUpgradeHeaders: [String] { usual.requiredUpgradeHeaders }

  func buildUpgradeResponse(
    channel: any Channel, upgradeRequest: HTTPRequestHead, initialResponseHeaders: HTTPHeaders
  ) -> EventLoopFuture<HTTPHeaders> {
    usual.buildUpgradeResponse(
      channel: channel, upgradeRequest: upgradeRequest,
      initialResponseHeaders: initialResponseHeaders)
  }

  func upgrade(
    channel: any Channel, upgradeRequest: HTTPRequestHead
  ) -> EventLoopFuture<Outcome> {
    let isLarge = upgradeRequest.uri.prefix { $0 != "?" } == path
    return (isLarge ? large : usual).upgrade(channel: channel, upgradeRequest: upgradeRequest)
  }
}

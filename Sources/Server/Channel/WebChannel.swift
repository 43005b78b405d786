internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes
internal import NIOHTTPTypesHTTP1
internal import NIOSSL

/// A connection: HTTP/1.1, in which a request may begin a WebSocket (RFC 6455, section 4).
///
/// This type builds the pipeline. ``ConnectionWatch`` is next to the socket, before TLS;
/// ``RequestGuard``, which refuses bad requests and begins WebSockets, follows NIO's decoder.
struct WebChannel: ServerChildChannel {
  typealias Value = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

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
      try pipeline.addHandler(encoder)
      try pipeline.addHandler(decoder)
      try pipeline.addHandler(
        RequestGuard(
          limits: limits, upgrades: upgrades, connection: connection, log: log,
          http: (encoder, decoder)))
      try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
      try pipeline.addHandler(HTTPConnectionStateHandler(logger: logger))
      return try NIOAsyncChannel(
        wrappingChannelSynchronously: channel,
        configuration: .init(isOutboundHalfClosureEnabled: true))
    }
  }

  private var decoderLimits: NIOHTTPDecoderLimitConfiguration {
    var configuration = NIOHTTPDecoderLimitConfiguration()
    configuration.maxHeaderFieldSize = limits.headerBytes
    configuration.maxHeaderListSize = limits.headerBytes
    configuration.maxHeaderFieldCount = limits.headerFields
    return configuration
  }

  func handle(value: Value, logger: Logger) async {
    await HTTP1Channel(responder: responder).handle(value: value, logger: logger)
  }
}

internal import NIOCore

/// The behaviour of one WebSocket. All calls come on the socket's event loop.
protocol WebSocketEndpoint: AnyObject {
  /// Bytes of a message that it takes at most; nil: as the server's limits say.
  var messageBytes: Int? { get }
  /// It has begun.
  func opened(_ socket: WebSocketSession)
  /// A whole text message has come.
  func received(text: ByteBuffer, _ socket: WebSocketSession)
  /// A whole binary message has come.
  func received(binary: ByteBuffer, _ socket: WebSocketSession)
  /// Messages held back may be written now.
  func writable(_ socket: WebSocketSession)
  /// It has ended; nothing can be sent any more.
  func closed()
}

extension WebSocketEndpoint {
  /// As the server's limits say.
  var messageBytes: Int? { nil }
  /// Does nothing.
  func opened(_ socket: WebSocketSession) {}
  /// Does nothing.
  func received(text: ByteBuffer, _ socket: WebSocketSession) {}
  /// Does nothing.
  func received(binary: ByteBuffer, _ socket: WebSocketSession) {}
  /// Does nothing.
  func writable(_ socket: WebSocketSession) {}
  /// Does nothing.
  func closed() {}
}

/// Sends nothing and answers nothing.
final class SilentEndpoint: WebSocketEndpoint {}

/// Sends every message back: `/ws/echo`, for conformance suites.
final class EchoEndpoint: WebSocketEndpoint {
  func received(text: ByteBuffer, _ socket: WebSocketSession) { socket.send(text: text) }
  func received(binary: ByteBuffer, _ socket: WebSocketSession) { socket.send(binary: binary) }
}

internal import NIOCore

/// The behaviour of one WebSocket. All calls come on the socket's event loop.
protocol WebSocketEndpoint: AnyObject {
  /// The most bytes of a message; nil for the server's limit.
  var messageBytes: Int? { get }
  /// The socket was opened.
  func opened(_ socket: WebSocketSession)
  /// A complete text message has arrived.
  func received(text: ByteBuffer, _ socket: WebSocketSession)
  /// A complete binary message has arrived.
  func received(binary: ByteBuffer, _ socket: WebSocketSession)
  /// The client reads again, so messages held back may be sent.
  func writable(_ socket: WebSocketSession)
  /// The socket has ended; nothing can be sent any more.
  func closed()
}

extension WebSocketEndpoint {
  /// Uses the server's limit.
  var messageBytes: Int? { nil }
  /// Ignores the event.
  func opened(_ socket: WebSocketSession) {}
  /// Ignores the message.
  func received(text: ByteBuffer, _ socket: WebSocketSession) {}
  /// Ignores the message.
  func received(binary: ByteBuffer, _ socket: WebSocketSession) {}
  /// Ignores the event.
  func writable(_ socket: WebSocketSession) {}
  /// Ignores the event.
  func closed() {}
}

/// An endpoint that sends nothing.
final class SilentEndpoint: WebSocketEndpoint {}

/// An endpoint that sends every message back: `/ws/echo`, for conformance suites.
final class EchoEndpoint: WebSocketEndpoint {
  func received(text: ByteBuffer, _ socket: WebSocketSession) { socket.send(text: text) }
  func received(binary: ByteBuffer, _ socket: WebSocketSession) { socket.send(binary: binary) }
}

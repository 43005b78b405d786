internal import NIOCore
internal import NIOWebSocket

/// The rules of RFC 6455 for single frames.
enum WebSocketRules {
  /// The problem of a client's frame (sections 5.1, 5.2); nil without one.
  static func problem(_ frame: WebSocketFrame) -> String? {
    if frame.maskKey == nil { return "a client masks its frames" }
    if frame.rsv1 || frame.rsv2 || frame.rsv3 { return "reserved bits were set" }
    switch frame.opcode {
    case .continuation, .text, .binary, .connectionClose, .ping, .pong: return nil
    default: return "a reserved opcode"
    }
  }

  /// The contents of a close frame.
  enum Closing {
    /// The frame has no code.
    case none
    case code(WebSocketErrorCode)
    case wrong(WebSocketErrorCode, String)
  }

  /// Reads a close frame's code and reason (section 5.5.1).
  static func closing(_ payload: ByteBuffer) -> Closing {
    var data = payload
    if data.readableBytes == 0 { return .none }
    guard let number = data.readInteger(as: UInt16.self), isAllowed(number) else {
      return .wrong(.protocolError, "no code of a close frame")
    }
    guard data.isUTF8 else { return .wrong(.dataInconsistentWithMessage, "text that is not UTF-8") }
    return .code(WebSocketErrorCode(codeNumber: Int(number)))
  }

  /// Whether a code may be sent in a frame (section 7.4 and IANA's registry).
  private static func isAllowed(_ code: UInt16) -> Bool {
    switch code {
    case 1000...1003, 1007...1014, 3000...4999: true
    default: false
    }
  }
}

extension ByteBuffer {
  /// Whether the readable bytes are valid UTF-8.
  var isUTF8: Bool {
    withUnsafeReadableBytes { String(validating: $0, as: UTF8.self) != nil }
  }
}

/// Assembles a message from fragments (section 5.4).
struct WebSocketMessage {
  /// The result of adding a frame.
  enum Step {
    case incomplete
    case text(ByteBuffer)
    case binary(ByteBuffer)
    case wrong(WebSocketErrorCode, String)
  }

  private var opcode: WebSocketOpcode?
  private var data = ByteBuffer()

  /// Adds a data frame.
  mutating func add(_ frame: WebSocketFrame, limit: Int) -> Step {
    var part = frame.unmaskedData
    if frame.opcode == .continuation {
      guard opcode != nil else { return .wrong(.protocolError, "nothing to continue") }
      guard data.readableBytes + part.readableBytes <= limit else {
        return .wrong(.messageTooLarge, "the message is too large")
      }
      data.writeBuffer(&part)
    } else {
      guard opcode == nil else { return .wrong(.protocolError, "a message within a message") }
      (opcode, data) = (frame.opcode, part)
    }
    guard frame.fin else { return .incomplete }
    let (kind, whole) = (opcode, data)
    (opcode, data) = (nil, ByteBuffer())
    guard kind == .text else { return .binary(whole) }
    return whole.isUTF8
      ? .text(whole) : .wrong(.dataInconsistentWithMessage, "text that is not UTF-8")
  }
}

@testable import Server

/// A WebSocket client that can break every rule. Calls block.
final class RawWebSocket: Sendable {
  struct Frame: Equatable, CustomStringConvertible {
    var opcode: UInt8
    var payload: [UInt8]

    var text: String { String(decoding: payload, as: UTF8.self) }
    /// The code of a close frame; nil without one.
    var code: Int? {
      opcode == 8 && payload.count >= 2 ? Int(payload[0]) << 8 | Int(payload[1]) : nil
    }
    /// The reason of a close frame.
    var reason: String { String(decoding: payload.dropFirst(2), as: UTF8.self) }
    var description: String { "\(opcode): \(code.map { "\($0) \(reason)" } ?? text)" }
  }

  static let key = "dGhlIHNhbXBsZSBub25jZQ=="
  let socket: RawSocket

  /// - Parameter fields: further lines of the handshake, each with its end.
  convenience init(port: Int, path: String, fields: String, receiveBuffer: Int32? = nil) throws {
    let socket = try RawSocket(port: port, receiveBuffer: receiveBuffer)
    socket.send(Self.handshake(port: port, path: path, fields: fields))
    try self.init(socket)
  }

  /// - Parameter socket: a connection on which the handshake was sent.
  init(_ socket: RawSocket) throws {
    self.socket = socket
    let response = try socket.readHead()
    guard response.status == 101 else { throw RawSocket.Failure(description: response.head) }
  }

  static func handshake(port: Int, path: String, fields: String) -> String {
    """
    GET \(path) HTTP/1.1\r
    Host: 127.0.0.1:\(port)\r
    Connection: Upgrade\r
    Upgrade: websocket\r
    Sec-WebSocket-Version: 13\r
    Sec-WebSocket-Key: \(key)\r
    \(fields)\r

    """
  }

  /// A frame's bytes as a client has to mask them.
  static func bytes(
    _ opcode: UInt8, _ payload: [UInt8], fin: Bool = true, reserved: UInt8 = 0, masked: Bool = true
  ) -> [UInt8] {
    var bytes = [(fin ? 0x80 : 0) | reserved << 4 | opcode]
    let mask: UInt8 = masked ? 0x80 : 0
    switch payload.count {
    case ...125: bytes.append(mask | UInt8(payload.count))
    case ...65_535: bytes += [mask | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
    default:
      bytes.append(mask | 127)
      bytes += (0..<8).reversed().map { UInt8(payload.count >> ($0 * 8) & 0xFF) }
    }
    guard masked else { return bytes + payload }
    let key: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]
    return bytes + key + payload.enumerated().map { $1 ^ key[$0 % 4] }
  }

  func send(
    _ opcode: UInt8, _ payload: [UInt8] = [], fin: Bool = true, reserved: UInt8 = 0,
    masked: Bool = true
  ) {
    socket.send(Self.bytes(opcode, payload, fin: fin, reserved: reserved, masked: masked))
  }

  func send(text: String) { send(1, Array(text.utf8)) }

  func read() throws -> Frame {
    let head = try socket.read(exactly: 2)
    var length = Int(head[1] & 0x7F)
    if length == 126 {
      length = try socket.read(exactly: 2).reduce(0) { $0 << 8 | Int($1) }
    } else if length == 127 {
      length = try socket.read(exactly: 8).reduce(0) { $0 << 8 | Int($1) }
    }
    let payload = length > 0 ? try socket.read(exactly: length) : []
    return Frame(opcode: head[0] & 0x0F, payload: payload)
  }

  /// All frames up to the close frame.
  func readToClose() throws -> [Frame] {
    var frames: [Frame] = []
    repeat { frames.append(try read()) } while frames.last?.opcode != 8
    return frames
  }
}

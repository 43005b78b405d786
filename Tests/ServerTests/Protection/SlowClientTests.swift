import NIOCore
import Notation
import Testing

@testable import Server

/// Clients that ask and do not read.
@Suite struct SlowClientTests {
  /// More than the system holds back between two sockets of this machine.
  private static let flood = 32_000_000

  /// Sends a frame again and again until the server ends the connection.
  /// - Returns: how many bytes it took.
  private static func floods(_ socket: RawWebSocket, _ frame: [UInt8]) async throws -> Int {
    try await blocking {
      let block = Array(repeatElement(frame, count: 100_000 / frame.count).joined())
      var sent = 0
      while sent < flood, socket.socket.sendsAll(block) { sent += block.count }
      return sent
    }
  }

  @Test(
    arguments: [
      ("/ws/echo", 9, 100), ("/ws/echo", 2, 10_000),
      ("/ws/progress?jobId=6f0c2a52-4b0c-4c9e-9a1b-0d4d3ad5e111", 1, 0),
    ] as [(String, UInt8, Int)])
  func whatIsNotReadIsNotKept(path: String, opcode: UInt8, size: Int) async throws {
    let server = try await TestServer {
      $0.limits.stallTime = 0.3
      $0.limits.sendBytes = 8_192
    }
    let socket = try await blocking { [port = server.port, bearer = server.bearer] in
      try RawWebSocket(port: port, path: path, fields: bearer, receiveBuffer: 4_096)
    }
    let payload =
      opcode == 1 ? Array("PING".utf8) : Array(repeating: UInt8(ascii: "x"), count: size)
    let sent = try await Self.floods(socket, RawWebSocket.bytes(opcode, payload))
    #expect(sent < Self.flood, "the server stops reading, and then drops the client")
    #expect(try await server.get("/health").status == 200)
    await server.stop()
  }

  @Test func aStreamThatIsNotReadIsDropped() async throws {
    let server = try await TestServer {
      $0.limits.stallTime = 0.3
      $0.limits.sendBytes = 8_192
    }
    let socket = try await blocking { [port = server.port, events = server.eventsRequest] in
      let socket = try RawSocket(port: port, receiveBuffer: 4_096)
      socket.send(events)
      return socket
    }
    let events = server.server.parts.events
    while !events.hasSubscribers { try await Task.sleep(for: .milliseconds(5)) }
    // Longer than what the system holds back.
    events.publish(.changed("feed", .string(String(repeating: "x", count: 30_000_000))))
    while events.hasSubscribers { try await Task.sleep(for: .milliseconds(10)) }
    withExtendedLifetime(socket) {}
    await server.stop()
  }

  @Test func ofManyAnswersTheNewestIsKept() {
    var answer = LatestAnswer()
    func data(_ text: String) -> ByteBuffer { ByteBuffer(string: text) }
    #expect(answer.ask(data("1")) == data("1"))
    #expect(!answer.isOwed)
    #expect(answer.ask(data("2")) == nil)
    #expect(answer.ask(data("3")) == nil)
    #expect(answer.isOwed)
    #expect(answer.sent() == data("3"))
    #expect(!answer.isOwed)
    #expect(answer.sent() == nil)
    #expect(answer.ask(data("4")) == data("4"))
  }
}

import Testing

@testable import Server

/// RFC 6455 against `/ws/echo`, frame by frame.
@Suite struct WebSocketTests {
  private static func socket(_ server: TestServer) async throws -> RawWebSocket {
    try await server.socket("/ws/echo")
  }

  /// The fault, and the code of the close frame that answers it.
  struct Violation: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    let code: Int

    init(_ name: String, _ bytes: [UInt8], _ code: Int) {
      (testDescription, self.bytes, self.code) = (name, bytes, code)
    }
  }

  private static func frame(_ opcode: UInt8, _ payload: [UInt8] = [], fin: Bool = true) -> [UInt8] {
    RawWebSocket.bytes(opcode, payload, fin: fin)
  }

  static let violations: [Violation] =
    (1...7).map {
      Violation("reserved bits \($0)", RawWebSocket.bytes(1, [65], reserved: $0), 1002)
    }
    + [3, 4, 5, 6, 7, 11, 12, 13, 14, 15].map {
      Violation("opcode \($0)", frame($0, [65]), 1002)
    } + [
      Violation("no mask", RawWebSocket.bytes(1, [65], masked: false), 1002),
      Violation("long ping", frame(9, Array(repeating: 65, count: 126)), 1002),
      Violation("fragmented ping", frame(9, [65], fin: false), 1002),
      Violation("fragmented close", frame(8, [3, 232], fin: false), 1002),
      Violation("continuation of nothing", frame(0, [65]), 1002),
      Violation("text within a text", frame(1, [65], fin: false) + frame(1, [66]), 1002),
      Violation("half a character", frame(1, [0xC3]), 1007),
      Violation("surrogate", frame(1, [0xED, 0xA0, 0x80]), 1007),
      Violation("overlong slash", frame(1, [0xC0, 0xAF]), 1007),
      Violation(
        "no UTF-8 over two frames", frame(1, [0xC3], fin: false) + frame(0, [0x28]), 1007),
      Violation(
        "length of one byte more than allowed", [0x82, 0xFF] + lengthBytes(1 << 20 | 1), 1009),
      Violation("64-bit length", [0x82, 0xFF] + lengthBytes(1 << 40), 1009),
      Violation(
        "length with its highest bit", [0x82, 0xFF] + Array(repeating: 0xFF, count: 12), 1009),
      Violation("close code of one byte", frame(8, [3]), 1002),
      Violation("close reason that is not UTF-8", frame(8, [3, 232, 0xFF]), 1007),
    ]
    + [0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535].map {
      Violation("close code \($0)", frame(8, [UInt8($0 >> 8), UInt8($0 & 0xFF)]), 1002)
    }

  private static func lengthBytes(_ length: UInt64) -> [UInt8] {
    (0..<8).reversed().map { UInt8(truncatingIfNeeded: length >> ($0 * 8)) } + [1, 2, 3, 4]
  }

  @Test(arguments: violations) func violationsEndTheSocket(violation: Violation) async throws {
    let server = try await TestServer()
    let socket = try await Self.socket(server)
    let frame = try await blocking {
      socket.socket.send(violation.bytes)
      return try socket.read()
    }
    #expect(frame.code == violation.code)
    // Nothing after it but the end.
    let rest = try await blocking { try socket.socket.readToEnd() }
    #expect(rest.isEmpty)
    await server.stop()
  }

  @Test(arguments: [0, 1, 125, 126, 127, 128, 65_535, 65_536, 1 << 20])
  func messagesOfAllSizesComeBack(size: Int) async throws {
    let server = try await TestServer()
    let socket = try await Self.socket(server)
    let payload = (0..<size).map { UInt8(97 + $0 % 26) }
    let frames = try await blocking {
      socket.send(1, payload)
      let text = try socket.read()
      socket.send(2, payload)
      return (text, try socket.read())
    }
    #expect(frames.0 == RawWebSocket.Frame(opcode: 1, payload: payload))
    #expect(frames.1 == RawWebSocket.Frame(opcode: 2, payload: payload))
    await server.stop()
  }

  @Test func fragmentsBecomeOneMessageWithPingsBetween() async throws {
    let server = try await TestServer()
    let socket = try await Self.socket(server)
    let frames = try await blocking {
      socket.send(1, Array("Grü".utf8).dropLast(), fin: false)
      socket.send(9, [1, 2, 3])
      socket.send(0, Array("ü".utf8).suffix(1), fin: false)
      socket.send(0, [], fin: false)
      socket.send(0, Array("ße".utf8))
      return (try socket.read(), try socket.read())
    }
    #expect(frames.0 == RawWebSocket.Frame(opcode: 10, payload: [1, 2, 3]))
    #expect(frames.1.text == "Grüße")
    await server.stop()
  }

  @Test func bytesMayComeOneByOne() async throws {
    let server = try await TestServer()
    let socket = try await Self.socket(server)
    let answer = try await blocking {
      for byte in RawWebSocket.bytes(1, Array("slowly".utf8)) { socket.socket.send([byte]) }
      return try socket.read()
    }
    #expect(answer.text == "slowly")
    await server.stop()
  }

  /// Clients and proxies keep connections (aiohttp, nginx with keepalive).
  @Test(arguments: [false, true])
  func aSocketBeginsOnAConnectionThatWasUsed(isPipelined: Bool) async throws {
    let server = try await TestServer()
    let (port, fields) = (server.port, server.bearer)
    let answer = try await blocking {
      let socket = try RawSocket(port: port)
      let health = "GET /health HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n"
      let handshake = RawWebSocket.handshake(port: port, path: "/ws/echo", fields: fields)
      socket.send(isPipelined ? health + handshake : health)
      let first = try socket.readHead()
      #expect(first.status == 200)
      _ = try socket.read(exactly: Int(first.header("content-length") ?? "") ?? 0)
      if !isPipelined { socket.send(handshake) }
      let web = try RawWebSocket(socket)
      web.send(text: "again")
      return try web.read()
    }
    #expect(answer.text == "again")
    await server.stop()
  }

  @Test func unaskedPongsAreIgnored() async throws {
    let server = try await TestServer()
    let socket = try await Self.socket(server)
    let answer = try await blocking {
      socket.send(10, [9])
      socket.send(9, [7])
      return try socket.read()
    }
    #expect(answer == RawWebSocket.Frame(opcode: 10, payload: [7]))
    await server.stop()
  }

  @Test func aMessageTooLargeInPiecesIsRefused() async throws {
    let server = try await TestServer { $0.limits.messageBytes = 1_000 }
    let socket = try await Self.socket(server)
    let answer = try await blocking {
      socket.send(2, Array(repeating: 0, count: 600), fin: false)
      socket.send(0, Array(repeating: 0, count: 600))
      return try socket.read()
    }
    #expect(answer.code == 1009)
    await server.stop()
  }

  @Test(arguments: [[], [3, 232], [3, 243], [11, 184], [19, 135]] as [[UInt8]])
  func aCloseIsAnsweredInKind(payload: [UInt8]) async throws {
    let server = try await TestServer()
    let socket = try await Self.socket(server)
    let (answer, rest) = try await blocking {
      socket.send(8, payload)
      // Bytes after a close are not looked at.
      socket.send(1, [65])
      return (try socket.read(), try socket.socket.readToEnd())
    }
    #expect(answer == RawWebSocket.Frame(opcode: 8, payload: payload))
    #expect(rest.isEmpty)
    await server.stop()
  }

  @Test func aClientThatSaysNothingIsAskedAndThenLeft() async throws {
    let server = try await TestServer { $0.limits.pingTime = 0.05 }
    let socket = try await Self.socket(server)
    let bytes = try await blocking { try socket.socket.readToEnd() }
    #expect(bytes.starts(with: [0x89, 7] + Array("mixhost".utf8)))
    await server.stop()
  }

  @Test func theEchoIsThereForSuitesOnly() async throws {
    let server = try await TestServer { $0.testRoutes = false }
    #expect(try await server.get("/ws/echo").status == 404)
    await #expect(throws: RawSocket.Failure.self) { _ = try await Self.socket(server) }
    await server.stop()
  }
}

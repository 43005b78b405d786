import Notation
import Testing

@testable import Server

/// The server ends in time, whatever its clients do.
@Suite(.timeLimit(.minutes(2))) struct StopTests {
  @Test func clientsThatDoNothingDoNotHoldItUp() async throws {
    let server = try await TestServer { $0.limits.drainTime = 3 }
    let sockets = try await blocking { [port = server.port, events = server.eventsRequest] in
      try [
        "", "GET / HT", events,
        "POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{",
      ].map { text in
        let socket = try RawSocket(port: port)
        socket.send(text)
        return socket
      }
    }
    let echo = try await server.socket("/ws/echo")
    await server.stop()
    #expect(server.server.parts.connections.count == 0)
    for socket in sockets { _ = try await blocking { try socket.readToEnd() } }
    #expect(try await blocking { try echo.read() }.code == 1001)
  }

  @Test("A client ends its connection in any spelling", arguments: ["Close", "TE, close"])
  func closeAsAsked(_ connection: String) async throws {
    let server = try await TestServer()
    let bytes = try await blocking { [port = server.port] in
      let socket = try RawSocket(port: port)
      socket.send("GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: \(connection)\r\n\r\n")
      return try socket.readToEnd()
    }
    #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("HTTP/1.1 200"))
    await server.stop()
  }

  @Test func anAnswerThatIsNotReadIsCutOff() async throws {
    let server = try await TestServer { $0.limits.drainTime = 0.3 }
    let socket = try await blocking { [port = server.port, events = server.eventsRequest] in
      let socket = try RawSocket(port: port, receiveBuffer: 4_096)
      socket.send(events)
      return socket
    }
    let events = server.server.parts.events
    while !events.hasSubscribers { try await Task.sleep(for: .milliseconds(5)) }
    events.publish(.changed("feed", .string(String(repeating: "x", count: 30_000_000))))
    await server.stop()
    #expect(server.server.parts.connections.count == 0)
    withExtendedLifetime(socket) {}
  }

  @Test func handshakesThatDoNotEndDoNotHoldItUp() async throws {
    let files = try CertificateFiles()
    let server = try await TestServer {
      $0.certificate = (files.chain, files.key)
      $0.limits.drainTime = 0.3
    }
    let sockets = try await Self.halfHandshakes(server)
    await server.stop()
    for socket in sockets { #expect(try await blocking { try socket.readToEnd() }.isEmpty) }
  }

  @Test func handshakesHaveATime() async throws {
    let files = try CertificateFiles()
    let server = try await TestServer {
      $0.certificate = (files.chain, files.key)
      $0.limits.handshakeTime = 0.2
    }
    for socket in try await Self.halfHandshakes(server) {
      #expect(try await blocking { try socket.readToEnd() }.isEmpty)
    }
    // The server counts a connection until its channel has closed, a moment after the client sees that.
    let connections = server.server.parts.connections
    while connections.count > 0 { try await Task.sleep(for: .milliseconds(5)) }
    await server.stop()
  }

  @Test func streamsThatComeTooLateEndAtOnce() async {
    let bus = EventBus()
    bus.stop()
    for await _ in bus.subscribe().signals { Issue.record("nothing comes any more") }
  }

  /// Connections that have sent nothing, and half of a ClientHello.
  private static func halfHandshakes(_ server: TestServer) async throws -> [RawSocket] {
    try await blocking { [port = server.port] in
      let (silent, half) = (try RawSocket(port: port), try RawSocket(port: port))
      half.send([0x16, 3, 1, 2, 0, 1, 0, 1, 0xFC, 3, 3] + Array(repeating: 97, count: 20))
      return [silent, half]
    }
  }
}

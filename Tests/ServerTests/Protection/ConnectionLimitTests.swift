import NIOCore
import Testing

@testable import Server

/// The share of the server that one client, and all together, may hold.
@Suite struct ConnectionLimitTests {
  /// Opens an event stream and waits for its beginning.
  private static func stream(_ server: TestServer) async throws -> RawSocket {
    try await blocking { [port = server.port, events = server.eventsRequest] in
      let socket = try RawSocket(port: port)
      socket.send(events)
      var text = ""
      while !text.contains("retry: 2000") {
        let bytes = try socket.read()
        if bytes.isEmpty { throw RawSocket.Failure(description: text) }
        text += String(decoding: bytes, as: UTF8.self)
      }
      return socket
    }
  }

  @Test func streamsAndSocketsCountForTheirClient() async throws {
    let server = try await TestServer { $0.limits.connections = 6 }
    // Half of six.
    let streams = [try await Self.stream(server), try await Self.stream(server)]
    let socket = try await server.socket("/ws/echo")
    let refused = try await server.get("/api/library")
    #expect(refused.status == 429)
    #expect(refused.header("retry-after") != nil)
    await #expect(throws: RawSocket.Failure.self) { _ = try await server.socket("/ws/echo") }
    await #expect(throws: RawSocket.Failure.self) { _ = try await Self.stream(server) }
    // A supervisor would end a server that does not answer this.
    #expect(try await server.get("/health").status == 200)
    withExtendedLifetime((streams, socket)) {}
    await server.stop()
  }

  @Test func allClientsTogetherHaveALimit() {
    let connections = Connections(most: 3, mostPerClient: 2)
    let ids = (0..<4).map { _ in Marker() }
    func add(_ index: Int, _ client: String) -> Connections.Admission {
      connections.add(ObjectIdentifier(ids[index]), client: client) {}
    }
    #expect(add(0, "a") == .granted)
    #expect(add(1, "a") == .granted)
    #expect(add(2, "a") == .clientFull)
    #expect(add(3, "b") == .full)
    #expect(connections.count == 4)
    for id in ids { connections.remove(ObjectIdentifier(id)) }
    #expect(add(0, "a") == .granted)
  }

  @Test func roomComesBackWithAnEnd() async throws {
    let server = try await TestServer { $0.limits.connections = 2 }
    do {
      let stream = try await Self.stream(server)
      #expect(try await server.get("/api/library").status == 429)
      withExtendedLifetime(stream) {}
    }
    while server.server.parts.connections.count > 0 { try await Task.sleep(for: .milliseconds(5)) }
    #expect(try await server.get("/api/library").status == 200)
    await server.stop()
  }

  @Test func upgradesCountAsRequests() async throws {
    let server = try await TestServer {
      $0.limits.burst = 2
      $0.limits.requestsPerSecond = 0.001
    }
    for _ in 0..<2 { _ = try await server.socket("/ws/echo") }
    let error = await #expect(throws: RawSocket.Failure.self) {
      _ = try await server.socket("/ws/echo")
    }
    #expect(error?.description.hasPrefix("HTTP/1.1 429") == true)
    #expect(error?.description.lowercased().contains("retry-after") == true)
    await server.stop()
  }

  @Test func addressesOfOneHostCountTogether() throws {
    let key = ClientAddress.key
    #expect(key("192.0.2.1") == "192.0.2.1")
    #expect(key("::ffff:192.0.2.1") == "192.0.2.1")
    #expect(key("2001:db8:1:2::1") == key("2001:db8:1:2:ffff::9"))
    #expect(key("2001:db8:1:2::1") != key("2001:db8:1:3::1"))
  }

  @Test(arguments: [256, 1_024, 20_000, Int(Int32.max)])
  func filesKeepTheirRoom(limit: Int) {
    let connections = DescriptorLimit.connections(of: limit)
    #expect(connections > 100)
    #expect(limit - connections >= min(512, limit / 2))
  }

  private final class Marker {}
}

import Foundation
import Testing

@testable import MockUpstreams

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Mock server")
struct MockServerTests {
  @Test("Health, and JSON for what is unknown")
  func routes() async throws {
    try await RunningMock.with("size=10") { mock in
      #expect(try await mock.get("health").0.statusCode == 200)
      let (response, body) = try await mock.get("no/such/path")
      #expect(response.statusCode == 404)
      let problem = try JSONDecoder().decode([String: String].self, from: body)
      #expect(problem == ["error": "Not Found", "path": "/no/such/path"])
    }
  }

  @Test("The log has a line per request as soon as the client has its answer")
  func log() async throws {
    try await RunningMock.with("size=10", logged: true) { mock in
      let (_, body) = try await mock.get("itunes/search", ["term": "stay"])
      let line = try #require(try mock.log().first)
      #expect(line.method == "GET")
      #expect(line.path == "/itunes/search")
      #expect(line.query == "term=stay")
      #expect(line.status == 200)
      #expect(!line.aborted)
      #expect(line.in_flight == 1)
      #expect(line.bytes == body.count)
      #expect(line.time.hasSuffix("Z"))
      _ = try await mock.get("nowhere")
      #expect(try mock.log().map(\.status) == [200, 404])
    }
  }

  @Test("Every request waits the latency, together and not one after the other")
  func latency() async throws {
    try await RunningMock.with("size=10,latency=80ms", logged: true) { mock in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<5 {
          group.addTask { _ = try await mock.get("itunes/search", ["term": "stay"]) }
        }
        try await group.waitForAll()
      }
      let lines = try mock.log()
      #expect(lines.count == 5)
      #expect(lines.allSatisfy { $0.ms >= 79 })
      #expect(try #require(lines.map(\.in_flight).max()) > 1)
      _ = try await mock.get("itunes/search", ["term": "stay"])
      #expect(try mock.log().last?.in_flight == 1)
    }
  }

  @Test("While the file is there, every answer waits but that of /health")
  func held() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).hold")
    try Data().write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try await RunningMock.with("size=10,hold=\(file.path)", logged: true) { mock in
      async let answer = mock.get("itunes/search", ["term": "stay"])
      repeat { _ = try await mock.get("health") } while try mock.log().last?.in_flight != 2
      #expect(try mock.log().allSatisfy { $0.path == "/health" })
      try FileManager.default.removeItem(at: file)
      #expect(try await answer.0.statusCode == 200)
      #expect(try mock.log().last?.path == "/itunes/search")
    }
  }

  @Test("Each service has a limit of its own, and refuses in its own words")
  func limits() async throws {
    try await RunningMock.with("rate=1/h") { mock in
      for (path, status) in [
        ("itunes/search", 200), ("itunes/search", 403), ("chart/kworb.json", 200),
        ("openlibrary/search.json", 200), ("openlibrary/search.json", 429),
      ] {
        let answer = try await mock.get(path, ["q": "a"]).0
        #expect(answer.statusCode == status, "\(path)")
      }
    }
    try await RunningMock.with("titles=20,fault=429:1,retry-after=3s") { mock in
      let token = ["Authorization": "Bearer mock-token"]
      let (refused, body) = try await mock.get("tmdb/genre/movie/list", headers: token)
      #expect(refused.statusCode == 429)
      #expect(String(decoding: body, as: UTF8.self).contains("\"status_code\":25"))
      #expect(try await mock.get("tmdb/genre/movie/list", headers: token).0.statusCode == 200)
    }
  }

  @Test("A mock knows the log-ins of the server, and their permissions")
  func logIns() async throws {
    func token(_ scopes: Set<String>) -> String {
      OAuthLedger(MockOptions()).begin(
        MockLogin(client: "mixhost-mock", user: OAuthUpstream.user, scopes: scopes), code: nil
      ).access
    }
    try await RunningMock.with("") { mock in
      for (token, status) in [
        (token(["playlist-read-private"]), 200), (token(["user-top-read"]), 403), ("x", 401),
      ] {
        let headers = ["Authorization": "Bearer \(token)"]
        let answer = try await mock.get("spotify_api/me/playlists", headers: headers)
        #expect(answer.0.statusCode == status)
      }
    }
  }

  @Test("Covers are pictures")
  func covers() async throws {
    try await RunningMock.with("books=5000") { mock in
      let (response, image) = try await mock.get("covers/b/id/8000002-L.jpg")
      #expect(response.value(forHTTPHeaderField: "Content-Type") == "image/png")
      #expect(image.starts(with: [0x89, 0x50, 0x4E, 0x47]) && image.count > 1_000)
    }
  }

  @Test("An option that a mock does not take is named")
  func refusedOption() async throws {
    let error = await #expect(throws: MockOptionError.self) {
      try await RunningMock.with("spotify=newer") { _ in }
    }
    #expect(error?.description.contains("mock option 'spotify': takes old or new") == true)
  }

  @Test("Stopping does not wait for a slow answer", .timeLimit(.minutes(10)))
  func stopWhileWaiting() async throws {
    var options = MockOptions()
    options.latency = .seconds(60)
    let server = MockServer(options: options)
    let client = try RawClient(port: try await server.start())
    client.send("GET /chart/kworb.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    let start = ContinuousClock.now
    await server.stop()
    #expect(ContinuousClock.now - start < .seconds(30))
    client.leave()
  }

  @Test("The log tells by null that an answer has no fault")
  func noFault() async throws {
    try await RunningMock.with("size=10", logged: true) { mock in
      _ = try await mock.get("chart/kworb.json")
      let text = try String(contentsOf: try #require(mock.logFile), encoding: .utf8)
      #expect(text.contains(#""fault":null"#))
    }
  }

  @Test("A client that leaves is logged as aborted at once", .timeLimit(.minutes(10)))
  func aborted() async throws {
    try await RunningMock.with("size=10,latency=30s", logged: true) { mock in
      let client = try RawClient(port: mock.port)
      client.send("GET /itunes/search?term=stay HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
      client.leave()
      // The line comes long before the 30 s of latency have passed.
      while try mock.log().isEmpty { await Task.yield() }
      let line = try #require(try mock.log().first)
      #expect(line.aborted)
      #expect(line.bytes == 0)
      #expect(line.ms < 20_000)
    }
  }

  @Test("A taken port is named")
  func portInUse() async throws {
    try await RunningMock.with("size=10") { mock in
      var options = MockOptions()
      options.port = mock.port
      let second = MockServer(options: options)
      await #expect(throws: MockServerError.portInUse(host: "127.0.0.1", port: mock.port)) {
        try await second.start()
      }
    }
  }

  @Test("A log that cannot be written is named")
  func badLog() async throws {
    var options = MockOptions()
    options.logFile = "/no/such/folder/log"
    let server = MockServer(options: options)
    await #expect(
      throws: MockServerError.log(path: "/no/such/folder/log", reason: "No such file or directory")
    ) {
      try await server.start()
    }
  }

  @Test("A server starts once; stopping frees the port and may be repeated")
  func stop() async throws {
    // Another test may get the port that became free.
    var tries = 0
    while try await !isFreed() {
      tries += 1
      try #require(tries < 20)
    }
  }

  /// Whether nobody listens at the port of a server that was stopped.
  private func isFreed() async throws -> Bool {
    let server = MockServer()
    let port = try await server.start()
    await #expect(throws: MockServerError.alreadyStarted) { try await server.start() }
    await server.stop()
    await server.stop()
    do { _ = try RawClient(port: port) } catch is RawClient.Refused { return true }
    return false
  }
}

import Foundation
import MockUpstreams
import Testing

@Suite("Mock faults drawn by options", .timeLimit(.minutes(10)))
struct FaultMockTests {
  private static let search = "itunes/search?term=stay"

  @Test("A status comes with Retry-After and is named in the log")
  func status() async throws {
    try await RunningMock.with("size=10,fault=429:1+503:4+418:1,retry-after=7s", logged: true) {
      mock in
      var answers: [RawAnswer] = []
      for number in 0..<7 { answers.append(try await mock.raw("\(Self.search)&limit=\(number)")) }
      #expect(answers.map(\.status) == [429, 503, 503, 503, 503, 418, 200])
      #expect(answers[0].header("retry-after") == "7")
      // With a 503 some services tell when to come back, and some do not.
      #expect(Set(answers[1...4].map { $0.header("retry-after") }) == ["7", nil])
      #expect(answers[5].header("retry-after") == nil)
      #expect(try mock.log().map(\.fault) == ["429", "503", "503", "503", "503", "418", nil])
      #expect(try mock.log().map(\.status) == answers.map(\.status))
    }
  }

  @Test("Without Retry-After where that is wanted")
  func noRetryAfter() async throws {
    try await RunningMock.with("size=10,fault=429:100%,retry-after=none") { mock in
      let answer = try await mock.raw(Self.search)
      #expect(answer.status == 429)
      #expect(answer.header("retry-after") == nil)
    }
  }

  @Test("A truncated body is half of what its length promises")
  func truncate() async throws {
    try await RunningMock.with("size=10,fault=truncate:1", logged: true) { mock in
      let cut = try await mock.raw(Self.search)
      let whole = try #require(try await mock.raw(Self.search).body)
      #expect(cut.status == 200)
      #expect(cut.contentLength == whole.count)
      #expect(cut.body == Array(whole.prefix(whole.count / 2)))
      #expect(!cut.wasReset)
      #expect(try mock.log().map(\.bytes) == [whole.count / 2, whole.count])
    }
  }

  @Test("A slow body comes whole and in pieces")
  func slow() async throws {
    try await RunningMock.with("size=10,fault=slow:1") { mock in
      let start = ContinuousClock.now
      let slow = try await mock.raw(Self.search)
      #expect(ContinuousClock.now - start >= .milliseconds(900))
      let whole = try await mock.raw(Self.search)
      #expect(slow.body == whole.body)
    }
  }

  @Test("A stalled body stops half-way and stays open")
  func stall() async throws {
    try await RunningMock.with("size=10,fault=stall:1") { mock in
      let client = try RawClient(port: mock.port)
      client.send("GET /\(Self.search) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
      let part = await client.answer { answer in
        guard let body = answer.body, let length = answer.contentLength else { return false }
        return body.count >= length / 2
      }
      client.leave()
      #expect(part.body?.count == part.contentLength.map { $0 / 2 })
    }
  }

  @Test("No answer at all: the connection closed or aborted")
  func noAnswer() async throws {
    try await RunningMock.with("size=10,fault=close:1+reset:1", logged: true) { mock in
      let closed = try await mock.raw(Self.search)
      #expect(closed.bytes.isEmpty)
      #expect(!closed.wasReset)
      let reset = try await mock.raw(Self.search)
      #expect(reset.bytes.isEmpty)
      #expect(reset.wasReset)
      while try mock.log().count < 2 { await Task.yield() }
      let lines = try mock.log()
      #expect(lines.map(\.fault) == ["close", "reset"])
      #expect(lines.map(\.status) == [0, 0])
      #expect(lines.map(\.aborted) == [false, false])
    }
  }

  @Test("Silence until the client leaves, while others are answered")
  func silence() async throws {
    let options = "size=10,fault=timeout:100%,fault-path=/itunes/lookup"
    try await RunningMock.with(options, logged: true) { mock in
      let client = try RawClient(port: mock.port)
      client.send("GET /itunes/lookup?id=1 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
      #expect(try await mock.raw(Self.search).status == 200)
      #expect(try mock.log().map(\.path) == ["/itunes/search"])
      client.leave()
      while try mock.log().count < 2 { await Task.yield() }
      let line = try #require(try mock.log().last)
      #expect(line.fault == "timeout")
      #expect(line.status == 0)
      #expect(line.aborted)
    }
  }

  @Test("Bodies that are not JSON: a portal's page, noise, nothing")
  func bodies() async throws {
    try await RunningMock.with("size=10,fault=html:1+garbage:1+empty:1") { mock in
      let html = try await mock.raw(Self.search)
      #expect(html.status == 200)
      #expect(html.header("content-type") == "text/html; charset=utf-8")
      let garbage = try await mock.raw(Self.search)
      #expect(garbage.header("content-type") == "text/javascript; charset=utf-8")
      #expect(garbage.body?.count == garbage.contentLength)
      #expect(throws: (any Error).self) {
        try JSONSerialization.jsonObject(with: Data(garbage.body ?? []))
      }
      let empty = try await mock.raw(Self.search)
      #expect(empty.status == 200)
      #expect(empty.body == [])
      #expect(empty.contentLength == 0)
    }
  }

  @Test("Only upstreams fail: not the health, not an unknown path, not what fails by its path")
  func scope() async throws {
    try await RunningMock.with("size=10,fault=503:100%") { mock in
      let paths = ["health", "nowhere", "fault/status/418", "chart/fault/empty-array.json"]
      var statuses: [Int?] = []
      for path in paths { statuses.append(try await mock.raw(path).status) }
      #expect(statuses == [200, 404, 418, 200])
      for path in [
        "itunes/search", "itunes/lookup", "chart/kworb.json", "chart/mirror.json",
        "apple_charts/us/music/most-played/10/songs.json",
      ] {
        #expect(try await mock.raw(path).status == 503)
      }
    }
  }

  @Test("The same run fails the same way, also when its requests come together")
  func repeats() async throws {
    var runs: [[Int: Int?]] = []
    for _ in 0..<2 {
      try await RunningMock.with("size=10,fault=429:30%+503:20%,seed=7,latency=5ms") { mock in
        runs.append(
          try await withThrowingTaskGroup(of: (Int, Int?).self) { group in
            for id in 0..<40 {
              group.addTask { (id, try await mock.raw("itunes/lookup?id=\(id)").status) }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
          })
      }
    }
    #expect(runs[0] == runs[1])
    #expect(Set(runs[0].values) == [200, 429, 503])
  }

  @Test("Stopping does not wait for clients that are left without an answer")
  func stop() async throws {
    let server = MockServer(options: try MockOptions(parsing: "size=10,fault=timeout:100%"))
    let client = try RawClient(port: try await server.start())
    client.send("GET /\(Self.search) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    await server.stop()
    client.leave()
  }
}

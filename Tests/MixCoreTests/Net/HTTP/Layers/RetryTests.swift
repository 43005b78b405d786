import Reactor
import Synchronization
import Testing

@testable import Net

@Suite struct RetryTests {
  /// A client whose waits are recorded, not waited for; random numbers are all 0.5.
  private func run(
    _ answer: @escaping @Sendable (Int) -> RawReply, limits: [String: ClientLimits] = [:],
    _ body: (Rig, RawServer, ManualTime) async throws -> Void
  ) async throws {
    let count = Atomic<Int>(0)
    let server = try RawServer { _ in answer(count.add(1, ordering: .relaxed).oldValue) }
    defer { server.stop() }
    let time = ManualTime(wall: 784_111_777, autoAdvance: true)
    var configuration = HTTPConfiguration()
    configuration.random = { 0.5 }
    configuration.limits = limits
    try await Rig.run(configuration, time: time) { rig in try await body(rig, server, time) }
  }

  @Test func fiveRetriesWithBackOff() async throws {
    try await run({ _ in .response(503) }) { rig, server, time in
      let response = try await rig.get(server.base + "/")
      #expect(response.status == 503)
      #expect(server.requests.count == 6)
      #expect(time.sleeps.map(\.seconds) == [0.5, 1, 2, 4, 8])
      let stats = await rig.client.stats
      #expect(stats.retries == 5 && stats.sent == 6)
      #expect(rig.log.names.count { $0 == "retrying" } == 5)
    }
  }

  @Test func recovers() async throws {
    try await run({ $0 < 2 ? .response(500) : .text("ok") }) { rig, server, _ in
      let response = try await rig.get(server.base + "/")
      #expect(response.text == "ok")
      #expect(server.requests.count == 3)
    }
  }

  @Test(arguments: [400, 401, 403, 404, 409, 410, 451])
  func notOnOtherStatuses(_ status: Int) async throws {
    try await run({ _ in .response(status) }) { rig, server, _ in
      _ = try await rig.get(server.base + "/")
      #expect(server.requests.count == 1)
    }
  }

  @Test func postOnlyOn429() async throws {
    try await run({ _ in .response(503) }) { rig, server, _ in
      _ = try await rig.client.send(
        HTTPRequest(method: "POST", url: server.base + "/"), context: Rig.local)
      #expect(server.requests.count == 1)
    }
    try await run({ $0 == 0 ? .response(429) : .text("ok") }) { rig, server, _ in
      let response = try await rig.client.send(
        HTTPRequest(method: "POST", url: server.base + "/"), context: Rig.local)
      #expect(response.status == 200)
      #expect(server.requests.count == 2)
    }
  }

  @Test func ownRateLimitStatuses() async throws {
    let limits = ["store": ClientLimits(rateLimitStatuses: [403])]
    try await run({ $0 == 0 ? .response(403) : .text("ok") }, limits: limits) { rig, server, _ in
      let response = try await rig.get(server.base + "/") { $0.client = "store" }
      #expect(response.text == "ok")
    }
  }

  /// The wait, when the random one would be 0.5 s. The clock stands at
  /// Sun, 06 Nov 1994 08:49:37 GMT.
  @Test(arguments: [
    ("0", 0.5), ("2", 2), (" 7", 7), ("-1", 0.5), ("garbage", 0.5), ("", 0.5), ("1.5", 1.5),
    ("1e12", 0.5), ("Sun, 06 Nov 1994 08:49:40 GMT", 3), ("Sun, 06 Nov 1994 08:00:00 GMT", 0.5),
    ("Sunday, 06-Nov-94 08:49:39 GMT", 2), ("Sun Nov  6 08:49:38 1994", 1),
  ])
  func retryAfter(_ value: String, _ expected: Double) async throws {
    try await run({ $0 == 0 ? .response(429, ["Retry-After": value]) : .text("ok") }) {
      rig, server, time in
      let response = try await rig.get(server.base + "/")
      #expect(response.text == "ok")
      #expect(time.sleeps.filter { $0 > .zero }.map(\.seconds) == [expected])
    }
  }

  @Test("Retry-After: 0 without end: six tries with back-off")
  func zeroEnds() async throws {
    try await run({ _ in .response(429, ["Retry-After": "0"]) }) { rig, server, time in
      let response = try await rig.get(server.base + "/")
      #expect(response.status == 429 && server.requests.count == 6)
      #expect(time.sleeps.map(\.seconds) == [0.5, 1, 2, 4, 8])
    }
  }

  /// The table of docs/http.md, row by row: how often a request is sent.
  @Test(arguments: [
    (200, 1, 1), (404, 1, 1), (429, 6, 6), (500, 6, 1), (501, 1, 1), (502, 6, 1), (503, 6, 1),
    (504, 6, 1), (505, 1, 1), (508, 1, 1), (511, 1, 1), (599, 6, 1),
  ])
  func table(_ status: Int, _ gets: Int, _ posts: Int) async throws {
    for (method, expected) in [("GET", gets), ("POST", posts)] {
      try await run({ _ in .response(status) }) { rig, server, _ in
        let response = try await rig.client.send(
          HTTPRequest(method: method, url: server.base + "/"), context: Rig.local)
        #expect(response.status == status)
        #expect(server.requests.count == expected, "\(method) \(status)")
      }
    }
  }

  @Test("Tries of all kinds, and of all hops, come out of one budget")
  func oneBudget() async throws {
    let cut = RawReply.raw("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab")
    try await run({ $0 < 2 ? cut : .response(503) }) { rig, server, _ in
      _ = try await rig.get(server.base + "/")
      #expect(server.requests.count == 6)
    }
    try await run({ $0 == 3 ? .response(302, ["Location": "/next"]) : .response(503) }) {
      rig, server, _ in
      _ = try await rig.get(server.base + "/")
      #expect(server.requests.count == 7)
    }
  }

  @Test("A pause beyond the caller's patience is an error that names upstream and end")
  func patience() async throws {
    try await run({ _ in .response(429, ["Retry-After": "60"]) }) { rig, server, time in
      let error = await rig.failure(server.base + "/") { $0.patience = 10 }
      #expect(error?.kind == .paused && error?.retryable == true)
      #expect(error?.wait?.until == time.wall + 60)
      #expect(error?.wait?.upstream == "127.0.0.1:\(server.port)")
      // The next one is not sent at all.
      #expect(await rig.failure(server.base + "/2") { $0.patience = 10 }?.kind == .paused)
      #expect(server.requests.count == 1)
    }
  }

  @Test("A pause holds up every request to its upstream, and ends")
  func sharedPause() async throws {
    try await run({ $0 == 0 ? .response(429, ["Retry-After": "5"]) : .text("ok") }) {
      rig, server, time in
      let first = try await rig.get(server.base + "/") { $0.once() }
      #expect(first.status == 429)
      let begin = time.monotonic
      #expect(try await rig.get(server.base + "/2").text == "ok")
      #expect(time.monotonic - begin == .seconds(5))
      #expect(rig.log.names.contains("waiting(paused)"))
    }
  }

  @Test("A pause of a route holds up this method and path alone")
  func routePause() async throws {
    try await run({ $0 == 0 ? .response(429, ["Retry-After": "60"]) : .text("ok") }) {
      rig, server, time in
      let error = await rig.failure(server.base + "/slow?a=1") {
        ($0.patience, $0.pausesRoute) = (10, true)
      }
      #expect(error?.kind == .paused)
      let other = try await rig.get(server.base + "/other")
      #expect(other.text == "ok")
      #expect(time.sleeps.isEmpty)
      let again = await rig.failure(server.base + "/slow?a=2") {
        ($0.patience, $0.pausesRoute) = (10, true)
      }
      #expect(again?.kind == .paused && server.requests.count == 2)
    }
  }

  @Test("A GET that writes is sent once, and nobody else gets its answer")
  func writingGet() async throws {
    try await run({ _ in .response(502) }) { rig, server, _ in
      for _ in 0..<2 {
        let response = try await rig.get(server.base + "/create") { $0.writes = true }
        #expect(response.status == 502)
      }
      #expect(server.requests.count == 2)
    }
  }

  @Test(
    "A service's own fields of its window are a pause",
    arguments: [
      ("X-RateLimit-Reset-In", "4", 4), ("X-RateLimit-Reset-In", "2.5", 2.5),
      ("RateLimit-Reset", "3", 3), ("X-RateLimit-Reset", "784111782", 5),
      ("X-RateLimit-Reset", "784111782000", 5),
    ])
  func resetIn(_ name: String, _ value: String, _ seconds: Double) async throws {
    let refusal = [name: value, "X-RateLimit-Remaining": "0"]
    try await run({ $0 == 0 ? .response(429, refusal) : .text("ok") }) { rig, server, time in
      let response = try await rig.get(server.base + "/")
      #expect(response.text == "ok")
      #expect(time.sleeps.filter { $0 > .zero }.map(\.seconds) == [seconds])
    }
  }

  @Test(arguments: [
    "1000000000000", "121", "99999999999999999999", "Fri, 06 Nov 2099 08:49:37 GMT",
  ])
  func waitsBeyondTheBudgetAreNotBegun(_ value: String) async throws {
    try await run({ _ in .response(429, ["Retry-After": value]) }) { rig, server, time in
      let response = try await rig.get(server.base + "/")
      #expect(response.status == 429)
      #expect(server.requests.count == 1)
      #expect(time.sleeps.isEmpty)
    }
  }

  @Test func cutBodiesAreTriedThreeTimes() async throws {
    let cut = RawReply.raw("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab")
    try await run({ _ in cut }) { rig, server, _ in
      let error = await rig.failure(server.base + "/")
      #expect(error?.kind == .truncated)
      // A leader that failed has no follower here: three tries in all.
      #expect(server.requests.count == 3)
    }
    try await run({ $0 < 2 ? cut : .text("ok") }) { rig, server, time in
      let response = try await rig.get(server.base + "/")
      #expect(response.text == "ok")
      #expect(time.sleeps.allSatisfy { $0 == .zero })
    }
  }

  @Test func noneTriesOnce() async throws {
    try await run({ _ in .response(503) }) { rig, server, _ in
      _ = try await rig.get(server.base + "/") { $0.once() }
      #expect(server.requests.count == 1)
    }
  }

  @Test func fullJitterStaysWithinItsBounds() {
    let backOff = RetryPolicy.standard.backOff
    #expect(backOff.wait(after: 1, random: 0) == 0)
    #expect(backOff.wait(after: 5, random: 1) == 16)
    #expect(backOff.wait(after: 6, random: 1) == 30)
    #expect(backOff.wait(after: 1_001, random: 1) == 30)
  }
}

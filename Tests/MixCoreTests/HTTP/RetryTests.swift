import Reactor
import Synchronization
import Testing

@testable import MixCore

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

  /// What is waited for, when the random wait would be 0.5 s. The clock stands at
  /// Sun, 06 Nov 1994 08:49:37 GMT.
  @Test(arguments: [
    ("0", 0.0), ("2", 2), (" 7", 7), ("-1", 0.5), ("garbage", 0.5), ("", 0.5), ("1.5", 0.5),
    ("1e12", 0.5), ("Sun, 06 Nov 1994 08:49:40 GMT", 3), ("Sun, 06 Nov 1994 08:00:00 GMT", 0),
    ("Sunday, 06-Nov-94 08:49:39 GMT", 2), ("Sun Nov  6 08:49:38 1994", 1),
  ])
  func retryAfter(_ value: String, _ expected: Double) async throws {
    try await run({ $0 == 0 ? .response(429, ["Retry-After": value]) : .text("ok") }) {
      rig, server, time in
      let response = try await rig.get(server.base + "/")
      #expect(response.text == "ok")
      #expect(time.sleeps.map(\.seconds) == [expected])
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
    let policy = RetryPolicy.standard
    #expect(policy.backOff(0, random: 0) == 0)
    #expect(policy.backOff(4, random: 1) == 16)
    #expect(policy.backOff(5, random: 1) == 30)
    #expect(policy.backOff(1_000, random: 1) == 30)
  }
}

@Suite struct CircuitBreakerTests {
  @Test func unreachableHostIsLeftAlone() async throws {
    let server = try RefusingPort()
    let time = ManualTime(autoAdvance: true)
    try await Rig.run(time: time) { rig in
      let url = server.base + "/"
      #expect(await rig.failure(url)?.kind == .unreachable)
      let first = await rig.client.stats
      #expect(first.sent == 3)
      let refused = await rig.failure(url)
      #expect(refused?.kind == .offline)
      #expect(refused?.message.contains("30 s") == true)
      let second = await rig.client.stats
      #expect(second.sent == 3)
      time.advance(by: .seconds(30))
      #expect(await rig.failure(url)?.kind == .unreachable)
      let third = await rig.client.stats
      #expect(third.sent == 6)
    }
  }

  @Test func successClosesTheCircuit() throws {
    let time = ManualTime()
    let breaker = CircuitBreaker(time: time, pause: 30)
    let call = try Self.call("https://a.example/")
    let ok = HTTPResponse(status: 200, url: "")
    let gone = HTTPError(.unreachable, "gone")
    #expect(try !breaker.enter(call))
    breaker.leave(call, .failure(gone), probes: false)
    #expect(throws: HTTPError.self) { try breaker.enter(call) }
    // Other hosts are not concerned.
    #expect(try !breaker.enter(Self.call("https://b.example/")))
    time.advance(by: .seconds(30))
    #expect(try breaker.enter(call))
    // While the probe is on its way, others are refused.
    #expect(throws: HTTPError.self) { try breaker.enter(call) }
    breaker.leave(call, .success(ok), probes: true)
    #expect(try !breaker.enter(call))
  }

  @Test func cancelledProbeLeavesTheNextOneToProbe() throws {
    let time = ManualTime()
    let breaker = CircuitBreaker(time: time, pause: 30)
    let call = try Self.call("https://a.example/")
    breaker.leave(call, .failure(HTTPError(.dns, "gone")), probes: false)
    time.advance(by: .seconds(31))
    #expect(try breaker.enter(call))
    breaker.leave(call, .failure(CancellationError()), probes: true)
    #expect(try breaker.enter(call))
  }

  private static func call(_ url: String) throws -> HTTPCall {
    HTTPCall(
      id: 1, request: HTTPRequest(url: url), url: try HTTPURL(url), context: RequestContext(),
      addresses: .any, deadline: .seconds(clamping: 1e6))
  }
}

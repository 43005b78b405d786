import Reactor
import Testing

@testable import Net

@Suite struct RateLimitTests {
  private func run(
    _ limits: [String: ClientLimits], lifts: Bool = false, autoAdvance: Bool = true,
    _ body: (Rig, RawServer, ManualTime) async throws -> Void
  ) async throws {
    let server = try RawServer { _ in .text("x") }
    defer { server.stop() }
    let time = ManualTime(autoAdvance: autoAdvance)
    var configuration = HTTPConfiguration()
    configuration.limits = limits
    configuration.limits["127.0.0.1:\(server.port)"] = limits["host"]
    configuration.liftsRateLimits = lifts
    try await Rig.run(configuration, time: time) { rig in try await body(rig, server, time) }
  }

  @Test func requestsAreSpaced() async throws {
    try await run(["host": ClientLimits(rate: RateLimit(1, per: 1))]) { rig, server, time in
      for number in 0..<4 { _ = try await rig.get(server.base + "/\(number)") }
      #expect(time.sleeps.map(\.seconds) == [1, 1, 1])
      #expect(rig.log.names.count { $0 == "waiting(rate)" } == 3)
    }
  }

  @Test func namedClientHasItsOwnBucket() async throws {
    let limits = [
      "host": ClientLimits(rate: RateLimit(1, per: 1)),
      "mine": ClientLimits(rate: RateLimit(2, per: 1)), "bare": ClientLimits(concurrency: 2),
    ]
    try await run(limits) { rig, server, time in
      _ = try await rig.get(server.base + "/0")
      _ = try await rig.get(server.base + "/1") { $0.client = "mine" }
      _ = try await rig.get(server.base + "/2") { $0.client = "mine" }
      #expect(time.sleeps.isEmpty)
      // Without a rate of its own a client shares the host's.
      _ = try await rig.get(server.base + "/3") { $0.client = "bare" }
      #expect(time.sleeps.map(\.seconds) == [1])
    }
  }

  @Test func limitsCanBeSetAndLifted() async throws {
    try await run(["host": ClientLimits(rate: RateLimit(1, per: 60))], lifts: true) {
      rig, server, time in
      for number in 0..<5 { _ = try await rig.get(server.base + "/\(number)") }
      #expect(time.sleeps.isEmpty)
    }
    try await run([:]) { rig, server, time in
      await rig.client.setLimits(client: "api", rate: RateLimit(1, per: 2), concurrency: nil)
      for number in 0..<3 {
        _ = try await rig.get(server.base + "/\(number)") { $0.client = "api" }
      }
      #expect(time.sleeps.map(\.seconds) == [2, 2])
    }
  }

  @Test func waitsBeyondTheBudgetAreRefused() async throws {
    try await run(["host": ClientLimits(rate: RateLimit(1, per: 1000))]) { rig, server, _ in
      _ = try await rig.get(server.base + "/0")
      let error = await rig.failure(server.base + "/1")
      #expect(error?.kind == .rateLimited)
      #expect(error?.message.contains("1000 s") == true)
      #expect(server.requests.count == 1)
    }
  }

  @Test func cancelledWaitGivesItsTokenBack() async throws {
    try await run(["host": ClientLimits(rate: RateLimit(1, per: 10))], autoAdvance: false) {
      rig, server, time in
      _ = try await rig.get(server.base + "/0")
      let task = Task { try await rig.get(server.base + "/1") }
      await rig.log.wait(for: "waiting(rate)")
      task.cancel()
      await #expect { try await task.value } throws: { ($0 as? HTTPError)?.kind == .cancelled }
      time.advance(by: .seconds(10))
      _ = try await rig.get(server.base + "/2")
      #expect(server.requests.map(\.target) == ["/0", "/2"])
    }
  }
}

@Suite struct ConcurrencyTests {
  @Test func atMostSixPerHost() async throws {
    let gate = Gate()
    let server = try RawServer { _ in
      gate.pass()
      return .text("x")
    }
    defer { server.stop() }
    try await Rig.run { rig in
      try await withThrowingTaskGroup(of: HTTPResponse.self) { group in
        for number in 0..<50 {
          group.addTask { try await rig.get(server.base + "/\(number)") }
        }
        await rig.log.wait(for: "waiting(slot)", count: 44)
        gate.open()
        for try await answer in group { #expect(answer.status == 200) }
      }
      let stats = await rig.client.stats
      #expect(stats.maxInFlight == 6 && stats.inFlight == 0)
      #expect(server.maxInFlight <= 6)
      #expect(server.requests.count == 50)
    }
  }

  @Test func firstComeFirstServed() async throws {
    let gate = Gate()
    let server = try RawServer { _ in
      gate.pass()
      return .text("x")
    }
    defer { server.stop() }
    var configuration = HTTPConfiguration()
    configuration.maxPerHost = 1
    try await Rig.run(configuration) { rig in
      var tasks: [Task<HTTPResponse, any Error>] = []
      for number in 0..<5 {
        tasks.append(Task { try await rig.get(server.base + "/\(number)") })
        await rig.log.wait(for: "started", count: number + 1)
      }
      gate.open()
      for task in tasks { _ = try await task.value }
      #expect(server.requests.map(\.target) == (0..<5).map { "/\($0)" })
    }
  }

  @Test func globalLimitOverHosts() async throws {
    let gate = Gate()
    let answer: @Sendable (RawRequest) -> RawReply = { _ in
      gate.pass()
      return .text("x")
    }
    let servers = [try RawServer(answer), try RawServer(answer)]
    defer { for server in servers { server.stop() } }
    var configuration = HTTPConfiguration()
    configuration.maxConcurrent = 3
    try await Rig.run(configuration) { rig in
      try await withThrowingTaskGroup(of: HTTPResponse.self) { group in
        for number in 0..<10 {
          group.addTask { try await rig.get(servers[number % 2].base + "/\(number)") }
        }
        await rig.log.wait(for: "waiting(slot)", count: 7)
        gate.open()
        try await group.waitForAll()
      }
      let stats = await rig.client.stats
      #expect(stats.maxInFlight == 3 && stats.sent == 10)
    }
  }

  @Test func cancelledWhileWaitingForASlot() async throws {
    let gate = Gate()
    let server = try RawServer { _ in
      gate.pass()
      return .text("x")
    }
    defer { server.stop() }
    var configuration = HTTPConfiguration()
    configuration.maxPerHost = 1
    try await Rig.run(configuration) { rig in
      let first = Task { try await rig.get(server.base + "/1") }
      await rig.log.wait(for: "started")
      let second = Task { try await rig.get(server.base + "/2") }
      await rig.log.wait(for: "waiting(slot)")
      let third = Task { try await rig.get(server.base + "/3") }
      await rig.log.wait(for: "waiting(slot)", count: 2)
      second.cancel()
      await #expect { try await second.value } throws: { ($0 as? HTTPError)?.kind == .cancelled }
      gate.open()
      _ = try await first.value
      _ = try await third.value
      #expect(server.requests.map(\.target) == ["/1", "/3"])
    }
  }

  @Test func waitingForASlotEndsWithTheBudget() async throws {
    let gate = Gate()
    let server = try RawServer { _ in
      gate.pass()
      return .text("x")
    }
    defer { server.stop() }
    var configuration = HTTPConfiguration()
    configuration.maxPerHost = 1
    try await Rig.run(configuration) { rig in
      let first = Task { try await rig.get(server.base + "/1") }
      await rig.log.wait(for: "started")
      let error = await rig.failure(server.base + "/2") { $0.totalTimeout = 0.05 }
      #expect(error?.kind == .timeout)
      gate.open()
      _ = try await first.value
    }
  }

  @Test func cancelledDuringTheBody() async throws {
    let server = try RawServer { request in
      request.target == "/stall"
        ? .stall(Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab".utf8)) : .text("next")
    }
    defer { server.stop() }
    var configuration = HTTPConfiguration()
    configuration.maxPerHost = 1
    try await Rig.run(configuration) { rig in
      let task = Task { try await rig.get(server.base + "/stall") }
      while server.requests.isEmpty { await Task.yield() }
      task.cancel()
      await #expect { try await task.value } throws: { ($0 as? HTTPError)?.kind == .cancelled }
      // Slot and handle are free again.
      let next = try await rig.get(server.base + "/next")
      #expect(next.text == "next")
      let stats = await rig.client.stats
      #expect(stats.inFlight == 0)
    }
  }
}

import Reactor
import Testing

@testable import Net
@testable import Store

@Suite("The governor")
struct GovernorTests {
  private let folder = TemporaryFolder()

  /// A client with limits in the folder's file; `limit` is that of the server.
  private func client(
    _ server: RawServer, _ limit: RateLimit?, _ time: ManualTime,
    _ body: (Rig) async throws -> Void
  ) async throws {
    var configuration = HTTPConfiguration()
    configuration.limits = ["127.0.0.1:\(server.port)": ClientLimits(rate: limit)]
    configuration.traffic = SQLiteTrafficStore(path: folder.file("traffic.sqlite")) {
      Issue.record("\($0)")
    }
    try await Rig.run(configuration, time: time, body)
  }

  @Test("The processes of a home share a rate, also one after another")
  func shared() async throws {
    let server = try RawServer { _ in .text("x") }
    defer { server.stop() }
    for waits in [[], [62.0], [62]] {
      let time = ManualTime(autoAdvance: true)
      try await client(server, RateLimit(2, per: 60), time) { rig in
        for number in 0..<2 { _ = try await rig.get(server.base + "/\(number)") }
        #expect(time.sleeps.map { $0.seconds.rounded() } == waits)
      }
    }
  }

  @Test("An upstream without a limit touches no file")
  func unlimited() async throws {
    let server = try RawServer { _ in .text("x") }
    defer { server.stop() }
    try await client(server, nil, ManualTime(autoAdvance: true)) { rig in
      for number in 0..<20 { _ = try await rig.get(server.base + "/\(number)") }
      await rig.client.giveBackTokens()
    }
    #expect(folder.names.isEmpty)
  }

  @Test("Tokens that were taken ahead go back at the end of a run")
  func leftOver() async throws {
    let server = try RawServer { _ in .text("x") }
    defer { server.stop() }
    let limit = RateLimit(40, per: 1)
    let time = ManualTime(autoAdvance: true)
    try await client(server, limit, time) { rig in
      _ = try await rig.get(server.base + "/")
      await rig.client.giveBackTokens()
    }
    let store = SQLiteTrafficStore(path: folder.file("traffic.sqlite")) { Issue.record("\($0)") }
    let now = ClockTime(wall: time.wall, monotonic: time.monotonic.seconds)
    let name = "127.0.0.1:\(server.port)"
    #expect(store.take(name, limit, wanted: 1, now: now).available == 35)
  }

  @Test("Requests go in their order; one that is cancelled leaves its token to the next")
  func order() async throws {
    let server = try RawServer { _ in .text("x") }
    defer { server.stop() }
    let time = ManualTime()
    try await client(server, RateLimit(1, per: 10), time) { rig in
      _ = try await rig.get(server.base + "/0")
      var tasks: [Task<HTTPResponse, any Error>] = []
      for number in 1...4 {
        tasks.append(Task { try await rig.get(server.base + "/\(number)") })
        await rig.log.wait(for: "waiting(rate)", count: number)
      }
      tasks[0].cancel()
      _ = try? await tasks[0].value
      for task in tasks.dropFirst() {
        while time.sleeperCount == 0 { await Task.yield() }
        time.advance(by: .seconds(10))
        _ = try await task.value
      }
      #expect(server.requests.map(\.target) == ["/0", "/2", "/3", "/4"])
    }
  }

  @Test("A waiting request ends when the pause becomes longer than its budget")
  func turnedAway() async throws {
    let gate = Gate()
    let server = try RawServer { request in
      if request.target != "/busy" { return .text("x") }
      gate.pass()
      return .response(429, ["Retry-After": "500"])
    }
    defer { server.stop() }
    let time = ManualTime()
    try await client(server, RateLimit(2, per: 20), time) { rig in
      _ = try await rig.get(server.base + "/0")
      let busy = Task { try await rig.get(server.base + "/busy") { $0.once() } }
      while server.requests.count < 2 { await Task.yield() }
      let waiting = Task { await rig.failure(server.base + "/1") }
      await rig.log.wait(for: "waiting(rate)")
      gate.open()
      _ = try await busy.value
      let error = await waiting.value
      #expect(error?.kind == .paused && error?.wait?.until == time.wall + 500)
      #expect(!server.requests.map(\.target).contains("/1"))
    }
  }
}

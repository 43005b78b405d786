import Reactor
import Testing

@testable import Net

/// Ends of requests, and the tickets that they wait with.
@Suite struct ExchangeTests {
  @Test func answersAndErrorsAreCounted() async throws {
    let server = try RawServer { _ in .text("hello") }
    defer { server.stop() }
    try await Rig.run { rig in
      let answer = try await rig.get(server.base + "/")
      #expect(answer.text == "hello")
      for wrong in ["nonsense", "ftp://127.0.0.1/x", "http://example.org/"] {
        #expect(await rig.failure(wrong) != nil)
      }
      let stats = await rig.client.stats
      #expect(stats.requests == 4 && stats.failures == 3 && stats.inFlight == 0)
    }
  }

  @Test(
    "A part that nobody asked for is not taken for the whole",
    arguments: [
      (nil, "bytes 0-4/100", false), (nil, "bytes 5-9/10", false), (nil, "bytes 0-4/*", false),
      (nil, "bytes 0-\(Int.max)/*", false),
      (nil, "bytes 0-4/5", true), (nil, "items 0-4/100", true),
      ("bytes=0-4", "bytes 0-4/100", true),
    ])
  func parts(asked: String?, range: String, isTaken: Bool) async throws {
    let server = try RawServer { _ in
      .response(206, ["Content-Range": range], Array("hello".utf8))
    }
    defer { server.stop() }
    try await Rig.run { rig in
      let headers: HTTPHeaders = asked.map { ["Range": $0] } ?? [:]
      let result = await Result { try await rig.get(server.base + "/", headers: headers) }
      switch result {
      case .success: #expect(isTaken)
      case .failure(let error): #expect(!isTaken && (error as? HTTPError)?.kind == .protocolError)
      }
    }
  }

  @Test func cancellingEndsIt() async throws {
    let gate = Gate()
    let server = try RawServer { _ in
      gate.pass()
      return .text("late")
    }
    defer { server.stop() }
    defer { gate.open() }
    try await Rig.run { rig in
      let url = server.base + "/"
      let before = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return await rig.failure(url)
      }
      #expect(await before.value?.kind == .cancelled)
      let meanwhile = Task { await rig.failure(url) }
      while server.requests.isEmpty { await Task.yield() }
      meanwhile.cancel()
      #expect(await meanwhile.value?.kind == .cancelled)
      let stats = await rig.client.stats
      #expect(stats.inFlight == 0 && stats.failures == 2)
    }
  }

  @Test func aTicketIsTakenOnce() async throws {
    let reactor = Reactor(name: "test")
    defer { reactor.stop() }
    let pinned = Pinned(reactor)
    #expect(try await pinned.turn { $0.give(1) && !$0.give(2) && !$0.refuse(Refusal()) } == 1)
    await #expect(throws: Refusal.self) {
      try await pinned.turn { $0.refuse(Refusal()) && !$0.give(3) && !$0.waits }
    }
    let left = Task { try await pinned.turn { $0.waits } }
    left.cancel()
    await #expect(throws: CancellationError.self) { try await left.value }
  }

  private struct Refusal: Error {}

  /// An actor on a reactor.
  private actor Pinned {
    private let reactor: Reactor
    nonisolated var unownedExecutor: UnownedSerialExecutor { reactor.asUnownedSerialExecutor() }

    init(_ reactor: Reactor) { self.reactor = reactor }

    /// Waits in a queue, which does not let the caller go before it has been looked through.
    func turn(_ queue: @Sendable (WaitTicket<Int>) -> Bool) async throws -> Int {
      try await WaitTicket<Int>.turn(on: reactor) { #expect(queue($0)) }
    }
  }
}

import Reactor
import Testing

@testable import Net

/// Requests of callers without a Swift task.
@Suite struct ExchangeTests {
  private typealias Outcome = Result<HTTPResponse, HTTPError>

  /// Starts a request on the reactor and waits for its completion.
  /// - Parameter then: gets the exchange, before the completion can have been called.
  private func outcome(
    _ rig: Rig, _ url: String, then: @escaping @Sendable (HTTPExchange) -> Void = { _ in }
  ) async -> Outcome {
    let client = rig.client
    return await withCheckedContinuation { continuation in
      rig.reactor.post {
        let done = Done(continuation)
        let exchange = client.start(HTTPRequest(url: url), context: Rig.local) { done.end($0) }
        done.hasReturned = true
        then(exchange)
      }
    }
  }

  @Test func answersAndErrorsComeAfterTheStart() async throws {
    let server = try RawServer { _ in .text("hello") }
    defer { server.stop() }
    try await Rig.run { rig in
      let answer = try await outcome(rig, server.base + "/").get()
      #expect(answer.text == "hello")
      for wrong in ["nonsense", "ftp://127.0.0.1/x", "http://example.org/"] {
        let refused = await outcome(rig, wrong)
        #expect(throws: HTTPError.self) { try refused.get() }
      }
      let stats = await rig.client.stats
      #expect(stats.requests == 4 && stats.failures == 3 && stats.inFlight == 0)
    }
  }

  @Test func cancellingEndsItLater() async throws {
    let gate = Gate()
    let server = try RawServer { _ in
      gate.pass()
      return .text("late")
    }
    defer { server.stop() }
    defer { gate.open() }
    try await Rig.run { rig in
      let ended = await outcome(rig, server.base + "/") { $0.cancel() }
      #expect(throws: HTTPError.self) { try ended.get() }
      if case .failure(let error) = ended { #expect(error.kind == .cancelled) }
      let stats = await rig.client.stats
      #expect(stats.inFlight == 0 && stats.failures == 1)
    }
  }

  @Test func aTicketIsTakenOnce() async {
    let reactor = Reactor(name: "test")
    defer { reactor.stop() }
    let got: [Int] = await withCheckedContinuation { continuation in
      reactor.post {
        let seen = Seen()
        let first = WaitTicket<Int>(reactor) { seen.values.append($0) }
        let second = WaitTicket<Int>(reactor) { seen.values.append($0) }
        #expect(first.give(1) && !first.give(2) && !first.withdraw())
        #expect(second.withdraw() && !second.give(3) && !second.waits)
        #expect(seen.values.isEmpty)
        WaitTicket<Int>(reactor) { _ in continuation.resume(returning: seen.values) }.give(0)
      }
    }
    #expect(got == [1])
  }

  /// @unchecked Sendable: touched on the reactor's thread only.
  private final class Seen: @unchecked Sendable {  // confined: see above
    var values: [Int] = []
  }

  /// Resumes once, and sees that it is not too early. @unchecked Sendable: as `Seen`.
  private final class Done: @unchecked Sendable {  // confined: see above
    private let continuation: CheckedContinuation<Outcome, Never>
    var hasReturned = false

    init(_ continuation: CheckedContinuation<Outcome, Never>) { self.continuation = continuation }

    func end(_ outcome: Outcome) {
      #expect(hasReturned)
      continuation.resume(returning: outcome)
    }
  }
}

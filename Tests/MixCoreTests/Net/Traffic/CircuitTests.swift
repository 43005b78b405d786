import Reactor
import Testing

@testable import Net

@Suite("Circuits")
struct CircuitTests {
  private let gone: Result<HTTPResponse, any Error> = .failure(HTTPError(.unreachable, "gone"))
  private let there: Result<HTTPResponse, any Error> = .success(HTTPResponse(status: 500, url: ""))

  private func table() -> CircuitTable { CircuitTable(failures: 3, pause: 30) }

  @Test("Opens after repeated failures only; other hosts are not concerned")
  func opens() {
    let circuits = table()
    for _ in 0..<2 { circuits.leave("a", gone, probes: false, now: .zero) }
    #expect(circuits.enter("a", now: .zero) == .pass)
    circuits.leave("a", there, probes: false, now: .zero)
    for _ in 0..<2 { circuits.leave("a", gone, probes: false, now: .zero) }
    #expect(circuits.enter("a", now: .zero) == .pass)
    circuits.leave("a", gone, probes: false, now: .zero)
    #expect(circuits.enter("a", now: .zero) == .refused(until: .seconds(1)))
    #expect(circuits.enter("b", now: .zero) == .pass)
  }

  @Test("Probes after 1, 2, 4 … 30 s; an answer closes it")
  func probes() {
    let circuits = table()
    for _ in 0..<3 { circuits.leave("a", gone, probes: false, now: .zero) }
    var now = Duration.zero
    for pause in [1.0, 2, 4, 8, 16, 30, 30] {
      #expect(circuits.enter("a", now: now) == .refused(until: now + .seconds(clamping: pause)))
      // Those that were on their way when it opened add nothing.
      circuits.leave("a", gone, probes: false, now: now)
      now += .seconds(clamping: pause)
      #expect(circuits.enter("a", now: now) == .probe)
      // While the probe is on its way, others are refused.
      if case .refused = circuits.enter("a", now: now) {} else { Issue.record("a second probe") }
      circuits.leave("a", gone, probes: true, now: now)
    }
    now += .seconds(30)
    #expect(circuits.enter("a", now: now) == .probe)
    circuits.leave("a", there, probes: true, now: now)
    #expect(circuits.enter("a", now: now) == .pass && circuits.isEmpty)
  }

  @Test("A cancelled probe leaves the next one to probe")
  func cancelledProbe() {
    let circuits = table()
    for _ in 0..<3 { circuits.leave("a", gone, probes: false, now: .zero) }
    #expect(circuits.enter("a", now: .seconds(1)) == .probe)
    circuits.leave("a", .failure(CancellationError()), probes: true, now: .seconds(1))
    #expect(circuits.enter("a", now: .seconds(1)) == .probe)
  }

  @Test("Says what has changed: opened for how long, closed; a failure before says nothing")
  func changes() {
    let circuits = table()
    #expect(circuits.leave("a", gone, probes: false, now: .zero) == .none)
    #expect(circuits.leave("a", there, probes: false, now: .zero) == .none)
    for _ in 0..<2 { #expect(circuits.leave("a", gone, probes: false, now: .zero) == .none) }
    #expect(
      circuits.leave("a", gone, probes: false, now: .zero) == .opened(seconds: 1, openings: 1))
    #expect(
      circuits.leave("a", gone, probes: true, now: .seconds(1)) == .opened(seconds: 2, openings: 2))
    #expect(circuits.leave("a", there, probes: true, now: .seconds(3)) == .closed)
  }

  @Test("Circuits of other processes: taken over, and closed when they are gone")
  func adopted() {
    let circuits = table()
    circuits.adopt("a", until: .seconds(4), openings: 3, read: 1)
    #expect(circuits.enter("a", now: .zero) == .refused(until: .seconds(4)))
    circuits.closeOthers(than: ["a"], knownBefore: 2)
    #expect(circuits.enter("a", now: .seconds(4)) == .probe)
    // It continues where the other one was.
    #expect(
      circuits.leave("a", gone, probes: true, now: .seconds(4))
        == .opened(seconds: 8, openings: 4))
    // A read that began before it opened knows nothing of it.
    circuits.noteRead("a", 2)
    circuits.closeOthers(than: [], knownBefore: 2)
    #expect(!circuits.isEmpty)
    circuits.closeOthers(than: [], knownBefore: 3)
    #expect(circuits.isEmpty)
  }

  @Test("A host that is away is asked five times, then left alone, and says until when")
  func client() async throws {
    let server = try RefusingPort()
    let time = ManualTime(autoAdvance: true)
    try await Rig.run(time: time) { rig in
      for _ in 0..<5 { #expect(await rig.failure(server.base + "/")?.kind == .unreachable) }
      let sent = await rig.client.stats.sent
      let refused = await rig.failure(server.base + "/")
      #expect(refused?.kind == .offline && refused?.wait?.reason == .circuit)
      #expect(refused?.wait?.until == time.wall + 1)
      #expect(await rig.client.stats.sent == sent)
      time.advance(by: .seconds(1))
      #expect(await rig.failure(server.base + "/")?.kind == .unreachable)
      #expect(await rig.client.stats.sent > sent)
    }
  }

  @Test("A blip loses the polls during it, and no others")
  func blip() async throws {
    let time = ManualTime(autoAdvance: true)
    let service = BlinkingService()
    var configuration = HTTPConfiguration()
    configuration.responder = service
    try await Rig.run(configuration, time: time) { rig in
      var lost: [Int] = []
      for poll in 0..<72 {
        // Away for 1.5 s: three polls, each half a second apart.
        service.isAway.withLock { $0 = (10..<13).contains(poll) }
        let error = await rig.failure("https://service.example/?i=\(poll)") { $0.ttl = 0 }
        if error != nil { lost.append(poll) }
        time.advance(by: .milliseconds(500))
      }
      #expect(lost == [10, 11, 12])
    }
  }
}

/// Answers unless it is away.
private final class BlinkingService: HTTPResponder {
  let isAway = Guarded(false)

  func response(to request: HTTPRequest) async throws -> HTTPResponse? {
    if isAway.withLock({ $0 }) { throw HTTPError(.unreachable, "no connection", url: request.url) }
    return HTTPResponse(status: 200, url: request.url)
  }
}

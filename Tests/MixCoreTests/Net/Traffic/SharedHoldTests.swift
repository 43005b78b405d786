import Reactor
import Testing

@testable import Net
@testable import Store

/// Answers, asks for a pause, or is away.
private final class MoodyService: HTTPResponder {
  enum Mood { case well, busy, away }

  let mood = Guarded(Mood.well)
  let asked = Guarded(0)

  func response(to request: HTTPRequest) async throws -> HTTPResponse? {
    asked.withLock { $0 += 1 }
    switch mood.withLock({ $0 }) {
    case .well: return HTTPResponse(status: 200, url: request.url)
    case .busy:
      return HTTPResponse(
        status: 429, headers: ["Retry-After": "60"], url: request.url)
    case .away: throw HTTPError(.unreachable, "no connection", url: request.url)
    }
  }
}

/// Pauses and circuits of hosts without a rate limit, among the processes of a home: clients with one
/// file here.
@Suite("Holds that processes share")
struct SharedHoldTests {
  private let folder = TemporaryFolder()
  private let service = MoodyService()

  /// A process of the home.
  private func process(_ time: ManualTime, _ body: (Rig) async throws -> Void) async throws {
    var configuration = HTTPConfiguration()
    configuration.responder = service
    configuration.traffic = SQLiteTrafficStore(path: folder.file("traffic.sqlite")) {
      Issue.record("\($0)")
    }
    try await Rig.run(configuration, time: time) { rig in
      try await body(rig)
      await rig.client.giveBackTokens()
    }
  }

  private func get(_ rig: Rig, _ path: String) async -> HTTPError? {
    await rig.failure("https://service.example/\(path)") {
      $0.ttl = 0
      $0.once()
      $0.patience = 1
    }
  }

  @Test("A pause holds in a process that runs, in one that starts, and ends for all")
  func pause() async throws {
    let time = ManualTime(autoAdvance: true)
    try await process(time) { running in
      #expect(await get(running, "1") == nil)
      time.advance(by: .seconds(2))
      service.mood.withLock { $0 = .busy }
      try await process(time) { #expect(await get($0, "2")?.kind == .paused) }
      #expect(service.asked.withLock { $0 } == 2)
      let held = await get(running, "3")
      #expect(held?.kind == .paused && held?.wait?.until == time.wall + 60)
      time.advance(by: .seconds(20))
      try await process(time) { #expect(await get($0, "4")?.wait?.until == time.wall + 40) }
      #expect(service.asked.withLock { $0 } == 2)
      service.mood.withLock { $0 = .well }
      time.advance(by: .seconds(41))
      #expect(await get(running, "5") == nil)
      try await process(time) { #expect(await get($0, "6") == nil) }
    }
  }

  @Test("An open circuit holds in other processes; one answer closes it for all")
  func circuit() async throws {
    let time = ManualTime(autoAdvance: true)
    service.mood.withLock { $0 = .away }
    try await process(time) { first in
      for number in 0..<5 { #expect(await get(first, "\(number)")?.kind == .unreachable) }
      await first.client.giveBackTokens()
      try await process(time) { second in
        let refused = await get(second, "a")
        #expect(refused?.kind == .offline && refused?.wait?.until == time.wall + 1)
        #expect(service.asked.withLock { $0 } == 5)
        // Away still: the second one's probe opens it for longer, for both.
        time.advance(by: .seconds(1))
        #expect(await get(second, "b")?.kind == .unreachable)
        await second.client.giveBackTokens()
        time.advance(by: .milliseconds(1_100))
        #expect(await get(first, "c")?.kind == .offline)
        time.advance(by: .seconds(1))
        service.mood.withLock { $0 = .well }
        #expect(await get(first, "d") == nil)
        await first.client.giveBackTokens()
        time.advance(by: .seconds(1))
        // Were it not closed, the first of these would probe and hold the others up.
        async let one = get(second, "e")
        async let other = get(second, "f")
        let errors = await [one, other]
        #expect(errors.allSatisfy { $0 == nil })
      }
    }
  }

  @Test("A host that answers costs no file and no read")
  func healthy() async throws {
    let time = ManualTime(autoAdvance: true)
    try await process(time) { rig in
      for number in 0..<50 {
        #expect(await get(rig, "\(number)") == nil)
        time.advance(by: .milliseconds(300))
      }
    }
    #expect(folder.names.isEmpty)
  }

  @Test("A stand-in for a service keeps its pauses to itself")
  func standIn() async throws {
    let server = try RawServer { _ in .response(429, ["Retry-After": "60"]) }
    defer { server.stop() }
    let time = ManualTime(autoAdvance: true)
    var configuration = HTTPConfiguration()
    configuration.upstreams = [.init(canonical: "https://service.example", actual: server.base)]
    configuration.traffic = SQLiteTrafficStore(path: folder.file("traffic.sqlite")) {
      Issue.record("\($0)")
    }
    try await Rig.run(configuration, time: time) { rig in
      #expect(await get(rig, "1")?.kind == .paused)
      #expect(await get(rig, "2")?.kind == .paused)
      #expect(server.requests.count == 1)
      await rig.client.giveBackTokens()
    }
    try await process(time) { #expect(await get($0, "3") == nil) }
  }
}

/// The promises of every store about holds.
@Suite("Holds that traffic stores keep")
struct TrafficHoldContract {
  private let folder = TemporaryFolder()

  private func clock(_ seconds: Double, wall: Double? = nil) -> ClockTime {
    ClockTime(wall: wall ?? 1_000_000 + seconds, monotonic: 500 + seconds)
  }

  private func hold(
    _ seconds: Double, _ host: String = "a", _ kind: TrafficHold.Kind = .pause, at start: Double,
    openings: Int = 0
  ) -> TrafficHold {
    TrafficHold(host: host, kind: kind, seconds: seconds, openings: openings, time: clock(start))
  }

  @Test("The one that ends later stays; each kind is apart", arguments: TrafficPlace.allCases)
  func later(_ place: TrafficPlace) throws {
    let stores = try place.stores(folder)
    stores[0].hold(hold(60, at: 0))
    stores[1].hold(hold(10, at: 5))
    stores[1].hold(hold(8, "a", .circuit, at: 5, openings: 4))
    let held = stores[0].holds(now: clock(5)).sorted { $0.kind.rawValue < $1.kind.rawValue }
    #expect(held.map(\.kind) == [.circuit, .pause])
    #expect(held.map { $0.left(clock(5)) } == [8, 55] && held[0].openings == 4)
    stores[0].release("a", .circuit)
    stores[0].release("nobody", .pause)
    #expect(stores[1].holds(now: clock(5)).map(\.kind) == [.pause])
  }

  @Test("A clock that is set prolongs none", arguments: TrafficPlace.allCases)
  func clocks(_ place: TrafficPlace) throws {
    let store = try place.stores(folder)[0]
    store.hold(hold(60, at: 0))
    func left(_ now: ClockTime) -> Double? { store.holds(now: now).first?.left(now) }
    #expect(left(clock(10, wall: 5)) == 50)
    #expect(left(clock(10, wall: 2_000_000)) == nil)
    // After a restart of the machine the wall clock counts; where that is behind, too, nothing holds.
    #expect(left(ClockTime(wall: 1_000_020, monotonic: 3)) == 40)
    #expect(left(ClockTime(wall: 5, monotonic: 3)) == 0)
  }

  @Test("Extreme numbers, and as many as are allowed", arguments: TrafficPlace.allCases)
  func bounds(_ place: TrafficPlace) throws {
    let store = try place.stores(folder)[0]
    for seconds in [Double.infinity, .nan, -5, 1e300] {
      let left = hold(seconds, at: 0).left(clock(0))
      #expect((0...86_400).contains(left))
    }
    for number in 0..<(TrafficHold.most + 20) {
      store.hold(hold(60, "\(number)", at: Double(number)))
    }
    #expect(store.holds(now: clock(200)).count == TrafficHold.most)
    #expect(store.holds(now: clock(10_000)).isEmpty)
  }

  @Test(
    "The mark changes with a change, and stays without one",
    arguments: [TrafficPlace.memory, .file])
  func marks(_ place: TrafficPlace) throws {
    let stores = try place.stores(folder)
    let before = stores[0].mark
    #expect(before == stores[1].mark)
    stores[1].hold(hold(60, at: 0))
    #expect(stores[0].mark != before)
  }
}

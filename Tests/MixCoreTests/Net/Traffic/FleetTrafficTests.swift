import PostgresInstance
import Reactor
import Testing

@testable import Fleet
@testable import Net
@testable import Store

/// Limits that many hosts share on a server.
@Suite("Traffic of a fleet")
struct FleetTrafficTests {
  private let limit = RateLimit(20, per: 60)

  private func store(
    _ address: String, _ clock: PostgresTrafficStore.Clock = .server,
    onWarning: @escaping @Sendable (String) -> Void = { Issue.record("\($0)") }
  ) throws -> PostgresTrafficStore {
    let address = try PostgresAddress(address)
    return PostgresTrafficStore(
      clock: clock, isSpread: true, onWarning: onWarning,
      open: { try PostgresDatabase(address, patience: 0.2) })
  }

  @Test("Ten hosts, late now and then: no minute above the limit, together within 5 % of it")
  func windows() throws {
    let address = try PostgresInstance.shared.get().address()
    let stores = try (0..<10).map { _ in try store(address, .caller) }
    var numbers = FixedNumbers(state: 3)
    var (sent, now) = ([Double](), 0.0)
    let length = 900.0
    while now < length {
      let grant = stores[numbers.below(10)].take(
        "a", limit, wanted: 1 + numbers.below(3),
        now: ClockTime(wall: 1_000_000 + now, monotonic: now))
      for index in 0..<grant.count {
        sent.append(now + grant.delay(index) + Double(numbers.below(200)) / 100)
      }
      now = max(now + 0.05, sent.max() ?? 0) - 1.5
      now = max(now, (sent.max() ?? 0) - 3)
    }
    sent.sort()
    for start in sent {
      #expect(sent.filter { $0 >= start && $0 < start + 60 }.count <= 20)
    }
    let span = (sent.last ?? 0) - (sent.first ?? 0)
    #expect(Double(sent.count) >= span / 3 * 0.95)
  }

  @Test("The server's clock counts, whatever a host's says")
  func clocks() throws {
    let address = try PostgresInstance.shared.get().address()
    let (right, wrong) = (try store(address), try store(address))
    let now = ClockTime(wall: 1_000_000, monotonic: 500)
    let later = ClockTime(wall: 1_003_600, monotonic: 7)
    #expect(right.take("a", limit, wanted: 1, now: now).delay(0) == 0)
    let delay = wrong.take("a", limit, wanted: 1, now: later).delay(0)
    #expect(delay > 1 && delay < 3.2)
    wrong.refused("a", limit, pause: 60, now: later)
    let pause = right.take("a", limit, wanted: 1, now: now).pause
    #expect(pause > 40 && pause <= 60)
    // The others see it with their next look, by the name of the limit and on their own clocks.
    let hold = right.holds(now: now).first { $0.host == "a" && $0.kind == .pause }
    #expect((hold?.left(now) ?? 0) > 40)
    right.hold(TrafficHold(host: "b", kind: .circuit, seconds: 30, openings: 2, time: now))
    let circuit = wrong.holds(now: later).first { $0.host == "b" }
    #expect((circuit?.left(later) ?? 0) > 10 && circuit?.openings == 2)
    let bucket = try #require(right.bucket("a", now: now))
    #expect(bucket.pause > 40 && bucket.time.wall <= now.wall && bucket.time.wall > now.wall - 30)
  }

  @Test("Without the server there is no token, one warning, and no password in it")
  func unreachable() throws {
    let warnings = Guarded<[String]>([])
    let store = try store("postgres://me:secretword@127.0.0.1:1/x") { text in
      warnings.withLock { $0.append(text) }
    }
    let now = ClockTime(wall: 1_000_000, monotonic: 500)
    for _ in 0..<3 {
      let grant = store.take("a", limit, wanted: 5, now: now)
      #expect(grant.count == 1 && grant.pause > 2)
    }
    #expect(store.holds(now: now).isEmpty && store.bucket("a", now: now) == nil)
    let texts = warnings.withLock { $0 }
    #expect(texts.count == 1 && texts[0].contains("wait for the fleet's store"))
    #expect(!texts[0].contains("secretword"))
  }

  /// A block of ten tokens, ten a second.
  private let block = TrafficGrant(
    count: 10, available: 0, perSecond: 10, pause: 0, time: ClockTime(wall: 0, monotonic: 0))

  @Test("Tokens of an answer that took its time are not used early, and no later than two seconds")
  func lateAnswer() {
    let lane = TrafficLane("a")
    lane.accept(block, asked: .zero, now: .milliseconds(1_500))
    #expect(lane.nextToken == .milliseconds(1_600))
    #expect(lane.dropExpired(.milliseconds(2_100)) == 0)
    #expect(lane.dropExpired(.milliseconds(2_101)) == 10)
    #expect(lane.nextToken == nil)
  }

  @Test("A server that is always slower than tokens last still lets requests through")
  func slowServer() {
    let lane = TrafficLane("a")
    var now = Duration.zero
    func ask() -> Int {
      defer { now += .seconds(3) }
      lane.accept(block, asked: now, now: now + .seconds(3))
      return lane.dropExpired(now + .seconds(3))
    }
    #expect([ask(), ask(), ask()] == [10, 10, 0])
    lane.useToken()
    #expect(ask() == 10, "after a token that was used, one slow answer counts as one")
  }
}

import Reactor
import Testing

@testable import Net
@testable import Store

@Suite("Requests by minute")
struct TrafficMinuteTests {
  private let folder = TemporaryFolder()

  @Test("Two processes add to one count; minutes that are old go", arguments: TrafficPlace.allCases)
  func counting(_ place: TrafficPlace) throws {
    let stores = try place.stores(folder)
    stores[0].count([TrafficMinute(host: "a", start: 600, sent: 2, failed: 1)])
    stores[1].count([
      TrafficMinute(host: "a", start: 600, sent: 3, failed: 0),
      TrafficMinute(host: "b", start: 540, sent: 1, failed: 1),
    ])
    #expect(
      stores[0].minutes(since: 0) == [
        TrafficMinute(host: "b", start: 540, sent: 1, failed: 1),
        TrafficMinute(host: "a", start: 600, sent: 5, failed: 1),
      ])
    #expect(stores[0].minutes(since: 600).map(\.host) == ["a"])
    stores[0].count([TrafficMinute(host: "a", start: 7800, sent: 1, failed: 0)])
    #expect(stores[1].minutes(since: 0).map(\.start) == [600, 7800])
  }

  @Test("A file of an earlier version has no minutes, and gets them")
  func earlierFile() {
    let store = SQLiteTrafficStore(path: folder.file("traffic.sqlite")) { Issue.record("\($0)") }
    #expect(store.minutes(since: 0) == [])
    _ = store.take("a", RateLimit(1, per: 1), wanted: 1, now: ClockTime(wall: 1, monotonic: 1))
    #expect(store.minutes(since: 0) == [])
    store.count([TrafficMinute(host: "a", start: 60, sent: 1, failed: 0)])
    #expect(store.minutes(since: 0).count == 1)
  }

  @Test("Counts are handed over when their minute is over, whatever the clock says")
  func handingOver() {
    let counts = TrafficCounts()
    #expect(counts.add("a", failed: false, now: 65) == [])
    #expect(counts.add("a", failed: true, now: 119.9) == [])
    #expect(
      counts.add("b", failed: false, now: 120) == [
        TrafficMinute(host: "a", start: 60, sent: 2, failed: 1)
      ])
    #expect(counts.take() == [TrafficMinute(host: "b", start: 120, sent: 1, failed: 0)])
    #expect(counts.take() == [])
    for wall in [-1e300, .infinity, 4e300] { _ = counts.add("a", failed: false, now: wall) }
    #expect(counts.take().allSatisfy { $0.start >= 0 })
  }
}

import Reactor
import Testing

@testable import Net

@Suite("Key-value cache")
struct KeyValueCacheTests {
  private let fixture = CacheFixture()
  private let day = 86_400.0

  @Test("a value lives for its time: 24 h to the second", arguments: [true, false])
  func boundary(_ inMemory: Bool) async {
    let disk = fixture.disk()
    let memory = inMemory ? MemoryLimits.values : MemoryLimits(entries: 0, bytes: 0)
    let cache = fixture.values(disk, memory: memory)
    cache.set("k", in: "n", to: [1, 2], ttl: day)
    await cache.flush()
    fixture.time.advance(by: .seconds(86_399))
    #expect(cache.get("k", in: "n") == .init(bytes: [1, 2], isExpired: false, age: 86_399))
    fixture.time.advance(by: .seconds(1))
    #expect(cache.get("k", in: "n") == nil)
    fixture.time.advance(by: .seconds(1))
    #expect(cache.get("k", in: "n") == nil)
    #expect(
      cache.get("k", in: "n", allowExpired: true)
        == .init(bytes: [1, 2], isExpired: true, age: 86_401))
  }

  @Test("a value that was set at a time to come is not fresh until then")
  func future() {
    let cache = fixture.values(nil)
    fixture.time.advance(by: .seconds(1_000_000))
    cache.set("k", in: "n", to: [1], ttl: day)
    cache.set("kept", in: "n", to: [2], ttl: nil)
    fixture.time.advance(by: .seconds(-30))
    #expect(cache.get("k", in: "n")?.bytes == [1])
    fixture.time.advance(by: .seconds(-100))
    #expect(cache.get("k", in: "n") == nil)
    #expect(cache.get("k", in: "n", allowExpired: true)?.isExpired == true)
    #expect(cache.get("kept", in: "n")?.bytes == [2])
  }

  @Test("namespaces do not meet")
  func namespaces() {
    let cache = fixture.values(fixture.disk(), memory: MemoryLimits(entries: 0, bytes: 0))
    cache.set("bc", in: "a", to: [1], ttl: nil)
    cache.set("c", in: "ab", to: [2], ttl: nil)
    #expect(cache.get("bc", in: "a")?.bytes == [1])
    #expect(cache.get("c", in: "ab")?.bytes == [2])
    #expect(cache.get("abc", in: "") == nil)
  }

  @Test("without a time to live a value stays; zero and NaN remove it")
  func lifetimes() {
    let cache = fixture.values(nil)
    cache.set("k", in: "n", to: [], ttl: nil)
    fixture.time.advance(by: .seconds(1_000_000_000))
    #expect(cache.get("k", in: "n")?.bytes == [])
    for ttl in [0, -1, Double.nan] {
      cache.set("k", in: "n", to: [1], ttl: 5)
      cache.set("k", in: "n", to: [1], ttl: ttl)
      #expect(cache.get("k", in: "n", allowExpired: true) == nil)
    }
  }

  @Test("a later run finds what an earlier one kept, and not what it removed")
  func persistence() async {
    let first = fixture.values(fixture.disk())
    first.set("kept", in: "n", to: Array("value".utf8), ttl: day)
    first.set("empty", in: "n", to: [], ttl: day)
    first.set("gone", in: "n", to: [1], ttl: day)
    await first.flush()
    #expect(first.remove("gone", in: "n"))
    #expect(!first.remove("never", in: "n"))
    await first.flush()
    let second = fixture.values(fixture.disk())
    #expect(second.get("kept", in: "n")?.bytes == Array("value".utf8))
    #expect(second.get("empty", in: "n")?.bytes == [])
    #expect(second.get("gone", in: "n") == nil)
    #expect(fixture.warnings.all == [])
  }

  @Test("unwritten values are seen")
  func pending() {
    let cache = fixture.values(fixture.disk(), memory: MemoryLimits(entries: 0, bytes: 0))
    cache.set("k", in: "n", to: [1], ttl: day)
    #expect(cache.get("k", in: "n")?.bytes == [1])
    cache.set("k", in: "n", to: [2], ttl: day)
    #expect(cache.get("k", in: "n")?.bytes == [2])
    cache.remove("k", in: "n")
    #expect(cache.get("k", in: "n") == nil)
  }

  @Test("clear takes a namespace or all", arguments: [true, false])
  func clear(_ written: Bool) async {
    let cache = fixture.values(fixture.disk())
    for name in ["a", "b"] { cache.set("k", in: name, to: [1], ttl: day) }
    if written { await cache.flush() }
    await cache.clear(namespace: "a")
    #expect(cache.get("k", in: "a") == nil)
    #expect(cache.get("k", in: "b")?.bytes == [1])
    await cache.clear()
    #expect(cache.get("k", in: "b") == nil)
    #expect(await cache.statistics().diskEntries == 0)
  }

  @Test("prune removes what expired and nothing else")
  func prune() async {
    let cache = fixture.values(fixture.disk())
    cache.set("short", in: "n", to: [1], ttl: 10)
    cache.set("long", in: "n", to: [1], ttl: day)
    cache.set("always", in: "n", to: [1], ttl: nil)
    fixture.time.advance(by: .seconds(100))
    #expect(await cache.prune(expiredFor: 3_600) == 0)
    #expect(await cache.prune() == 1)
    #expect(cache.get("short", in: "n", allowExpired: true) == nil)
    #expect(cache.get("long", in: "n") != nil)
    #expect(cache.get("always", in: "n") != nil)
  }

  @Test("statistics tell the tiers apart")
  func statistics() async {
    let cache = fixture.values(fixture.disk(), memory: MemoryLimits(entries: 1, bytes: 10_000))
    cache.set("a", in: "n", to: [1], ttl: day)
    cache.set("b", in: "n", to: [1], ttl: day)
    _ = cache.get("b", in: "n")
    _ = cache.get("a", in: "n")
    _ = cache.get("c", in: "n")
    let statistics = await cache.statistics()
    #expect(statistics.memoryHits == 1)
    #expect(statistics.diskHits == 1)
    #expect(statistics.misses == 1)
    #expect(statistics.memoryEntries == 1)
    #expect(statistics.diskEntries == 2)
    #expect(statistics.diskBytes > 0)
  }
}

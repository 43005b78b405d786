import Foundation
import GRDB
import Reactor
import Testing

@testable import Net

/// The write-ahead log of the cache counts in its limit, whoever reads meanwhile.
@Suite("The cache's log")
struct CacheLogTests {
  private static let limit = 8_000_000
  private static let value = [UInt8](repeating: 7, count: 20_000)
  /// The most that file and log may hold: half more than allowed, and the burst of 1 MB, in pages, that is being
  /// written when that is noticed.
  private static let most = limit / 2 * 3 + 1_200_000

  private func bytes(_ fixture: CacheFixture, _ suffix: String) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: fixture.path + suffix)
    return attributes?[.size] as? Int ?? 0
  }

  /// Writes ten times what is allowed, in bursts of 1 MB; the most that file and log held on the way.
  private func fill(_ fixture: CacheFixture, _ cache: KeyValueCache) async -> Int {
    var most = 0
    for burst in 0..<80 {
      for index in 0..<50 { cache.set("\(burst) \(index)", in: "n", to: Self.value, ttl: nil) }
      await cache.flush()
      most = max(most, bytes(fixture, "") + bytes(fixture, "-wal"))
    }
    return most
  }

  private func cache(_ fixture: CacheFixture) -> KeyValueCache {
    fixture.values(fixture.disk(), memory: MemoryLimits(entries: 0, bytes: 0))
  }

  @Test("A burst of 30 MB goes through a log of half of that")
  func largeBurst() async {
    let fixture = CacheFixture()
    let writing = cache(fixture)
    for index in 0..<1_500 { writing.set("\(index)", in: "n", to: Self.value, ttl: nil) }
    await writing.flush()
    #expect(bytes(fixture, "") + bytes(fixture, "-wal") > 30_000_000)
    #expect(bytes(fixture, "-wal") < 18_000_000, "\(bytes(fixture, "-wal"))")
    for index in 0..<1_500 {
      #expect(writing.get("\(index)", in: "n")?.bytes.count == Self.value.count)
    }
  }

  @Test("Under lookups that never pause, of this program and of another", arguments: [false, true])
  func lookups(_ isOther: Bool) async {
    var fixture = CacheFixture()
    fixture.maxBytes = Self.limit
    let disk = fixture.disk()
    let writing = fixture.values(disk, memory: MemoryLimits(entries: 0, bytes: 0))
    writing.set("k", in: "n", to: [1], ttl: nil)
    await writing.flush()
    let reading = isOther ? fixture.disk() : disk
    let key = CacheKey("any")
    let isOver = Guarded(false)
    Thread.detachNewThread {
      while !isOver.withLock({ $0 }) { _ = reading.read(.entry, key, now: 0) }
    }
    let most = await fill(fixture, writing)
    await expectWrites(fixture, writing)
    isOver.withLock { $0 = true }
    #expect(most <= Self.most, "\(most)")
  }

  @Test("Beside a program that keeps a transaction open: writes are dropped until it ends")
  func transaction() async throws {
    var fixture = CacheFixture()
    fixture.maxBytes = Self.limit
    let writing = cache(fixture)
    writing.set("k", in: "n", to: [1], ttl: nil)
    await writing.flush()
    var configuration = GRDB.Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: fixture.path, configuration: configuration)
    try await other.writeWithoutTransaction {
      try $0.execute(sql: "BEGIN")
      _ = try Int.fetchOne($0, sql: "SELECT count(*) FROM entry")
    }
    let most = await fill(fixture, writing)
    #expect(most <= Self.most, "\(most)")
    #expect(fixture.warnings.all.count == 1, "\(fixture.warnings.all)")
    try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
    await expectWrites(fixture, writing)
  }

  /// Between two tries to empty the log a moment passes, in which nothing may be written.
  private func expectWrites(_ fixture: CacheFixture, _ writing: KeyValueCache) async {
    let end = ContinuousClock.now + .seconds(30)
    repeat {
      writing.set("again", in: "n", to: Self.value, ttl: nil)
      await writing.flush()
    } while cache(fixture).get("again", in: "n") == nil && ContinuousClock.now < end
    #expect(cache(fixture).get("again", in: "n")?.bytes == Self.value)
  }
}

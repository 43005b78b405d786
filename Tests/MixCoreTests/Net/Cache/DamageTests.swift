import Foundation
import GRDB
import Reactor
import Testing

@testable import Net

@Suite("Damaged and unusable cache files")
struct DamageTests {
  /// Uses the file twice and tells whether the second use found what the first one kept on disk.
  private func works(_ fixture: CacheFixture) async -> Bool {
    let first = fixture.values(fixture.disk())
    _ = first.get("absent", in: "n")
    first.set("k", in: "n", to: [1], ttl: nil)
    await first.flush()
    #expect(first.get("k", in: "n")?.bytes == [1])
    return fixture.values(fixture.disk()).get("k", in: "n")?.bytes == [1]
  }

  private func setAside(_ fixture: CacheFixture) -> [String] {
    fixture.folder.names.filter { $0.contains(".damaged-") }
  }

  @Test("a file that is not SQLite is kept under another name and rebuilt")
  func notSQLite() async throws {
    let fixture = CacheFixture()
    try fixture.folder.write(String(repeating: "not a database ", count: 400), to: "http.sqlite")
    #expect(await works(fixture))
    #expect(setAside(fixture).count == 1)
    #expect(fixture.folder.text(setAside(fixture)[0])?.hasPrefix("not a database") == true)
    #expect(fixture.warnings.all.count == 1)
  }

  @Test("another program's database is kept and left as it was")
  func foreign() async throws {
    let fixture = CacheFixture()
    let other = try DatabaseQueue(path: fixture.path)
    try await other.write {
      try $0.execute(sql: "CREATE TABLE precious(x); INSERT INTO precious VALUES (1)")
    }
    try other.close()
    #expect(await works(fixture))
    let kept = try DatabaseQueue(path: fixture.folder.file(try #require(setAside(fixture).first)))
    #expect(try await kept.read { try Int.fetchOne($0, sql: "SELECT x FROM precious") } == 1)
    #expect(fixture.warnings.all.count == 1)
  }

  @Test("another version's file is rebuilt")
  func otherVersion() async throws {
    let fixture = CacheFixture()
    #expect(await works(fixture))
    // The cache may still be closing its file.
    var patient = Configuration()
    patient.busyMode = .timeout(60)
    let other = try DatabaseQueue(path: fixture.path, configuration: patient)
    try await other.writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = 99") }
    try other.close()
    #expect(await works(fixture))
    #expect(setAside(fixture).count == 1)
  }

  @Test("damaged pages: rebuilt, the burst is not lost", arguments: [true, false])
  func damagedPages(_ overwritten: Bool) async throws {
    let fixture = CacheFixture()
    let disk = fixture.disk()
    let seed = fixture.values(disk)
    let value = [UInt8](repeating: 1, count: 2_000)
    for index in 0..<200 { seed.set("\(index)", in: "n", to: value, ttl: nil) }
    await disk.close()
    let file = try #require(FileHandle(forUpdatingAtPath: fixture.path))
    if overwritten {
      try file.seek(toOffset: 4_096)
      try file.write(contentsOf: Data(repeating: 0xA5, count: 300_000))
    } else {
      try file.truncate(atOffset: 10_000)
    }
    try file.close()
    #expect(await works(fixture))
    #expect(setAside(fixture).count == 1)
    #expect(fixture.warnings.all.count == 1)
  }

  @Test("a closed file opens again at the next use")
  func reopened() async {
    let fixture = CacheFixture()
    let disk = fixture.disk()
    let cache = fixture.values(disk, memory: MemoryLimits(entries: 0, bytes: 0))
    cache.set("k", in: "n", to: [1], ttl: nil)
    await disk.close()
    #expect(!fixture.folder.names.contains("http.sqlite-wal"))
    #expect(cache.get("k", in: "n")?.bytes == [1])
    #expect(fixture.warnings.all == [])
  }

  @Test("a missing table counts as damage")
  func missingTable() async throws {
    let fixture = CacheFixture()
    #expect(await works(fixture))
    let other = try DatabaseQueue(path: fixture.path)
    try await other.write { try $0.execute(sql: "DROP TABLE entry") }
    try other.close()
    #expect(await works(fixture))
    #expect(setAside(fixture).count == 1)
  }

  @Test(
    "a folder that cannot be made or written: memory only, one warning",
    arguments: ["/proc/nowhere/http.sqlite", "/dev/null/http.sqlite", "/proc/http.sqlite"])
  func unusable(_ path: String) async {
    let warnings = Warnings()
    let disk = DiskTier(path: path) { warnings.add($0) }
    let fixture = CacheFixture()
    let values = fixture.values(disk)
    let responses = fixture.responses(disk)
    for index in 0..<10 {
      values.set("\(index)", in: "n", to: [1], ttl: nil)
      responses.keep("https://a.example/\(index)", "b", at: fixture.time)
      await disk.flush()
    }
    #expect(values.get("9", in: "n")?.bytes == [1])
    #expect(responses.freshBody("https://a.example/9") == "b")
    #expect(await values.statistics().diskEntries == 0)
    #expect(warnings.all.count == 1)
    #expect(warnings.all.first?.contains(path) == true)
  }

  @Test("a full disk: one warning, reads still work, writes resume when there is room")
  func full() async {
    var fixture = CacheFixture()
    fixture.maxPages = 40
    let cache = fixture.values(fixture.disk(), memory: MemoryLimits(entries: 0, bytes: 0))
    cache.set("small", in: "n", to: [1], ttl: nil)
    await cache.flush()
    for _ in 0..<3 {
      cache.set("large", in: "n", to: [UInt8](repeating: 1, count: 500_000), ttl: nil)
      await cache.flush()
    }
    #expect(cache.get("large", in: "n") == nil)
    #expect(cache.get("small", in: "n")?.bytes == [1])
    cache.set("again", in: "n", to: [2], ttl: nil)
    await cache.flush()
    #expect(fixture.values(fixture.disk()).get("again", in: "n")?.bytes == [2])
    #expect(fixture.warnings.all.count == 1)
  }
}

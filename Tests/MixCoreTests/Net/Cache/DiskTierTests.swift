import Foundation
import GRDB
import Reactor
import Testing

@testable import Net

@Suite("Disk tier")
struct DiskTierTests {
  private let url = "https://api.example/x"

  @Test("nothing is opened before the first use, nor by a lookup")
  func lazy() {
    let fixture = CacheFixture()
    let cache = fixture.responses(fixture.disk())
    #expect(cache.freshBody(url) == nil)
    #expect(fixture.folder.names == [])
  }

  @Test("a later run finds answers, variants and ages")
  func persistence() async {
    let fixture = CacheFixture()
    let first = fixture.responses(fixture.disk())
    first.keep(url, "plain", at: fixture.time)
    let headers: HTTPHeaders = ["Cache-Control": "max-age=60", "Vary": "Foo"]
    first.keep(url + "v", "one", at: fixture.time, headers: headers, request: ["Foo": "1"])
    first.keep(url + "v", "two", at: fixture.time, headers: headers, request: ["Foo": "2"])
    await first.flush()
    fixture.time.advance(by: .seconds(59))
    let second = fixture.responses(fixture.disk())
    #expect(second.freshBody(url) == "plain")
    #expect(second.freshBody(url + "v", request: ["Foo": "1"]) == "one")
    #expect(second.freshBody(url + "v", request: ["Foo": "2"]) == "two")
    fixture.time.advance(by: .seconds(1))
    #expect(second.freshBody(url) == nil)
    #expect(fixture.warnings.all == [])
  }

  @Test("ten connections that meet a file that is not there yet make it together")
  func makers() async {
    let folder = TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    for round in 0..<4 {
      let path = folder.file("new-\(round).sqlite")
      let failures = Guarded<[String]>([])
      await onThreads(10) { _ in
        do {
          let file = try CacheFile(path: path, maxPages: nil)
          for table in CacheTable.allCases { _ = try file.list(table) }
          file.close()
        } catch {
          failures.withLock { $0.append("\(error)") }
        }
      }
      #expect(failures.withLock { $0 } == [])
    }
  }

  @Test("the file and its folder are for their owner only")
  func permissions() async throws {
    var fixture = CacheFixture()
    fixture.maxPages = nil
    let path = fixture.folder.file("deep/er/http.sqlite")
    let disk = DiskTier(path: path) { _ in }
    let cache = fixture.responses(disk)
    cache.keep(url, "body", at: fixture.time)
    await cache.flush()
    let manager = FileManager.default
    for (name, mode) in [("deep", 0o700), ("deep/er", 0o700), ("deep/er/http.sqlite", 0o600)] {
      let attributes = try manager.attributesOfItem(atPath: fixture.folder.file(name))
      #expect((attributes[.posixPermissions] as? Int) == mode)
    }
  }

  @Test("the file stays below its limit, the least recently used go first")
  func sizeLimit() async throws {
    var fixture = CacheFixture()
    fixture.maxBytes = 1_000_000
    let cache = fixture.values(fixture.disk(), memory: MemoryLimits(entries: 0, bytes: 0))
    let value = [UInt8](repeating: 7, count: 1_500)
    for index in 0..<1_500 {
      fixture.time.advance(by: .seconds(1))
      cache.set("\(index)", in: "n", to: value, ttl: nil)
      if index % 100 == 99 { await cache.flush() }
    }
    _ = await cache.prune()
    let size = try FileManager.default.attributesOfItem(atPath: fixture.path)[.size] as? Int
    #expect(try #require(size) <= 1_000_000)
    #expect(cache.get("0", in: "n") == nil)
    #expect(cache.get("1499", in: "n")?.bytes == value)
    #expect(await cache.statistics().diskEntries > 200)
  }

  @Test("a use keeps a row from being pruned")
  func used() async {
    var fixture = CacheFixture()
    fixture.maxBytes = 1_000_000
    let cache = fixture.values(fixture.disk(), memory: MemoryLimits(entries: 0, bytes: 0))
    let value = [UInt8](repeating: 7, count: 1_500)
    for index in 0..<300 { cache.set("\(index)", in: "n", to: value, ttl: nil) }
    await cache.flush()
    fixture.time.advance(by: .seconds(3_600))
    #expect(cache.get("5", in: "n") != nil)
    for index in 300..<700 { cache.set("\(index)", in: "n", to: value, ttl: nil) }
    _ = await cache.prune()
    #expect(cache.get("5", in: "n") != nil)
    #expect(cache.get("6", in: "n") == nil)
  }

  @Test("prune goes by freshness and by the caller's time to live")
  func prune() async {
    let fixture = CacheFixture()
    let cache = fixture.responses(fixture.disk())
    cache.keep(url, "body", at: fixture.time)
    var request = HTTPRequest(url: url + "2")
    request.options.ttl = 3_600
    cache.store(
      request, upstreamURL: request.url, response: HTTPResponse(status: 200, url: request.url),
      requestTime: fixture.time.wall, responseTime: fixture.time.wall)
    fixture.time.advance(by: .seconds(100))
    #expect(await cache.prune(expiredFor: 60) == 0)
    #expect(await cache.prune() == 1)
    guard case .fresh = cache.lookup(request, upstreamURL: request.url) else {
      Issue.record("pruned too early")
      return
    }
    await cache.clear()
    #expect(await cache.statistics().diskEntries == 0)
  }

  @Test("two programs share one file")
  func shared() async {
    let fixture = CacheFixture()
    let first = fixture.values(fixture.disk())
    let second = fixture.values(fixture.disk())
    first.set("a", in: "n", to: [1], ttl: nil)
    await first.flush()
    #expect(second.get("a", in: "n")?.bytes == [1])
    second.set("a", in: "n", to: [2], ttl: nil)
    await second.flush()
    #expect(fixture.values(fixture.disk()).get("a", in: "n")?.bytes == [2])
    #expect(fixture.warnings.all == [])
  }
}

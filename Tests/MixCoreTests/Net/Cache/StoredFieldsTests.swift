import Reactor
import Testing

@testable import Net

/// Fields of kept answers, which are lines wherever these say the same.
@Suite("Fields of kept answers")
struct StoredFieldsTests {
  private let fixture = CacheFixture()
  private let url = "https://api.example/fields"

  private static let given: [(name: String, value: String)] = [
    ("Cache-Control", "max-age=600"), ("X-Repeated", "1"), ("x-repeated", "2"), ("X-Empty", ""),
    ("X-Colon", "a: b"), ("X-Foreign", "Zoë 世界"), ("Age", "30"), ("X-Last", "z"),
  ]

  @Test("they come back in their order, from memory and from disk, Age alone anew")
  func allForms() async throws {
    let disk = fixture.disk()
    let first = fixture.responses(disk)
    first.keep(url, "body", at: fixture.time, headers: HTTPHeaders(Self.given))
    fixture.time.advance(by: .seconds(5))
    let expected =
      Self.given.filter { $0.name != "Age" }.map { "\($0.name)=\($0.value)" } + ["Age=35"]
    for _ in 0..<2 { #expect(try fields(first) == expected) }
    await first.flush()
    #expect(try fields(fixture.responses(fixture.disk())) == expected)
  }

  @Test("a field that no line can say stays as it is")
  func noLine() throws {
    let cache = fixture.responses(nil)
    let odd: [(name: String, value: String)] = [
      ("Cache-Control", "max-age=600"), ("X-Two", "a\nX-Three: b"), ("X:Four", "c"),
    ]
    cache.keep(url, "body", at: fixture.time, headers: HTTPHeaders(odd))
    #expect(try fields(cache) == odd.map { "\($0.name)=\($0.value)" } + ["Age=0"])
  }

  @Test("addresses that share a place among the recent keys are told apart, and long ones found")
  func manyAddresses() throws {
    let cache = fixture.responses(nil, memory: MemoryLimits(entries: 1_000, bytes: 50_000_000))
    let urls =
      (0..<500).map { "https://api.example/\($0)" }
      + ["https://api.example/" + String(repeating: "a", count: 2_000)]
    for url in urls { cache.keep(url, url, at: fixture.time) }
    for url in urls + urls.reversed() {
      guard case .fresh(let answer) = cache.lookup(HTTPRequest(url: url), upstreamURL: url) else {
        Issue.record("no answer for \(url)")
        continue
      }
      #expect(answer.body == Array(url.utf8))
    }
  }

  private func fields(_ cache: ResponseCache) throws -> [String] {
    guard case .fresh(let answer) = cache.lookup(HTTPRequest(url: url), upstreamURL: url) else {
      throw HTTPError(.offline, "no fresh answer")
    }
    return answer.headers.fields.map { "\($0.name)=\($0.value)" }
  }
}

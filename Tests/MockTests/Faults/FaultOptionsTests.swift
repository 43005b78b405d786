import Testing

@testable import MockUpstreams

@Suite("Mock fault options")
struct FaultOptionsTests {
  @Test("Shares, counts and every kind")
  func parses() throws {
    let faults = try MockOptions(
      parsing: "fault=429:20%+503:0.5%+truncate:3,retry-after=2s,fault-path=/itunes+/chart"
    ).faults
    #expect(
      faults.rules == [
        .init(.status(429), .perMillion(200_000)), .init(.status(503), .perMillion(5000)),
        .init(.truncate, .first(3)),
      ])
    #expect(faults.retryAfter == .seconds(2))
    #expect(faults.paths == ["/itunes", "/chart"])
    #expect(try MockOptions(parsing: "retry-after=none").faults.retryAfter == .absent)
    #expect(try MockOptions(parsing: "retry-after=0").faults.retryAfter == .seconds(0))
    #expect(MockOptions().faults.isEmpty)
    let names = "truncate timeout slow stall reset close html garbage empty 400 418 599"
    for name in names.split(separator: " ") {
      let rules = try MockOptions(parsing: "fault=\(name):1%").faults.rules
      #expect(rules.map(\.kind.name) == [String(name)])
    }
    #expect(try MockOptions(parsing: "fault=429:60%+503:40%").faults.rules.count == 2)
  }

  @Test(
    "An option that cannot be used is refused by name",
    arguments: [
      ("fault=", "fault"), ("fault=429", "fault"), ("fault=399:1%", "fault"),
      ("fault=600:1%", "fault"), ("fault=flood:1%", "fault"), ("fault=429:x", "fault"),
      ("fault=429:-1%", "fault"), ("fault=429:0", "fault"), ("fault=429:1%+", "fault"),
      ("fault=429:nan%", "fault"), ("retry-after=1.5", "retry-after"),
      ("retry-after=-1", "retry-after"), ("fault-path=itunes", "fault-path"),
      ("fault-path=", "fault-path"),
    ])
  func refuses(text: String, key: String) {
    let error = #expect(throws: MockOptionError.self) { try MockOptions(parsing: text) }
    #expect(error?.key == key)
  }

  @Test("More than 100 % is refused with the sum")
  func sum() {
    let error = #expect(throws: MockOptionError.self) {
      try MockOptions(parsing: "fault=429:80%+503:20%+slow:0.5%")
    }
    #expect(error?.message == "the shares sum to 100.5%, more than 100%")
  }

  @Test("Draws come out in their shares and hang on seed, target and repetition only")
  func draws() throws {
    let faults = try MockOptions(parsing: "fault=429:20%+503:10%").faults
    func kinds(seed: UInt64, targets: [Int]) -> [Int: [String?]] {
      let draw = FaultDraw(faults, seed: seed)
      var kinds: [Int: [String?]] = [:]
      for target in targets + targets {
        let fault = draw.fault(path: "/itunes/lookup", query: "id=\(target)")
        kinds[target, default: []].append(fault?.kind.name)
      }
      return kinds
    }
    let forwards = kinds(seed: 1, targets: Array(0..<2000))
    #expect(forwards == kinds(seed: 1, targets: (0..<2000).reversed()))
    #expect(forwards != kinds(seed: 2, targets: Array(0..<2000)))
    let all = forwards.values.flatMap(\.self)
    #expect((720...880).contains(all.count { $0 == "429" }))
    #expect((340...460).contains(all.count { $0 == "503" }))
    // A retry is not bound to fail like the first time.
    #expect(forwards.values.contains { $0[0] == "429" && $0[1] == nil })
  }

  @Test("Counts are for the first requests, in the order of the rules")
  func counts() throws {
    let faults = try MockOptions(parsing: "fault=429:2+truncate:1,fault-path=/itunes").faults
    let draw = FaultDraw(faults, seed: 1)
    #expect(draw.fault(path: "/chart/kworb.json", query: nil) == nil)
    #expect(draw.fault(path: "/itunesque", query: nil) == nil)
    let kinds = (0..<5).map { draw.fault(path: "/itunes/search", query: "term=\($0)")?.kind.name }
    #expect(kinds == ["429", "429", "truncate", nil, nil])
  }
}

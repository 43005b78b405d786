import MockUpstreams
import Net
import Notation
import Testing

@Suite("Mock options")
struct MockOptionsTests {
  @Test("The compact form sets every key")
  func parses() throws {
    let options = try MockOptions(
      parsing:
        "latency=50ms,hold=stop,size=2000,log=requests.ndjson,rate=20/min,seed=7,chart-size=50,port=81,host=::1"
    )
    #expect(options.latency == .milliseconds(50))
    #expect(options.holdFile == "stop")
    #expect(options.size == 2000)
    #expect(options.logFile == "requests.ndjson")
    #expect(options.rate == RateLimit(20, per: 60))
    #expect(options.seed == 7)
    #expect(options.chartSize == 50)
    #expect(options.port == 81)
    #expect(options.host == "::1")
    #expect(try MockOptions(parsing: "") == MockOptions())
  }

  @Test("Times and rates have units")
  func units() throws {
    #expect(try MockOptions(parsing: "latency=1.5s").latency == .milliseconds(1500))
    #expect(try MockOptions(parsing: "latency=0").latency == .zero)
    #expect(try MockOptions(parsing: "latency=20").latency == .milliseconds(20))
    #expect(try MockOptions(parsing: "latency=1m").latency == .seconds(60))
  }

  @Test(
    "How far the clock is off",
    arguments: [
      ("+1h", 3_600), ("-90s", -90), ("30min", 1_800), ("2d", 172_800), ("-5m", -300), ("0s", 0),
      ("365d", 31_536_000),
    ])
  func clock(text: String, seconds: Int) throws {
    #expect(try MockOptions(parsing: "clock=\(text)").clock == seconds)
  }

  @Test("A faster clock shows the machine's time at its start, and more and more after it")
  func pace() throws {
    let pace = try #require(MockOptions(parsing: "pace=60@1000").pace)
    #expect(pace.wall(1_000) == 1_000)
    #expect(pace.wall(1_001.5) == 1_090)
  }

  @Test(
    "An option that cannot be used is refused by name",
    arguments: [
      ("size=0", "size"), ("size=abc", "size"), ("size", "size"), ("port=65536", "port"),
      ("latency=-1ms", "latency"), ("latency=61s", "latency"), ("latency=nan", "latency"),
      ("rate=20", "rate"), ("rate=0/min", "rate"), ("rate=1/week", "rate"), ("log=", "log"),
      ("seed=-1", "seed"), ("colour=red", "colour"), ("size=50,chart-size=60", "chart-size"),
      ("clock=", "clock"), ("clock=366d", "clock"), ("clock=soon", "clock"), ("clock=1", "clock"),
      ("clock=9999999999999999999h", "clock"), ("pace=60", "pace"), ("pace=0.5@1", "pace"),
      ("pace=1001@1", "pace"),
      ("pace=60@soon", "pace"), ("pace=nan@1", "pace"), ("pace=60@1@2", "pace"),
    ])
  func refuses(text: String, key: String) {
    let error = #expect(throws: MockOptionError.self) { try MockOptions(parsing: text) }
    #expect(error?.key == key)
    #expect(error?.description.contains("'\(key)'") == true)
  }

  @Test("A small catalogue shrinks the default chart")
  func smallCatalogue() throws {
    #expect(try MockOptions(parsing: "size=20").chartSize == 20)
  }
}

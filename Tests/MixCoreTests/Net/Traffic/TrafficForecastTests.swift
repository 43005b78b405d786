import MixCore
import Testing

@Suite("How long the rest takes")
struct TrafficForecastTests {
  private func traffic(_ sent: Int, _ perSecond: Double = 1.0 / 3) -> [LimitedTraffic] {
    [LimitedTraffic(upstream: "itunes", sent: sent, perSecond: perSecond)]
  }

  @Test("Items left, times what one costs, at the allowed rate")
  func rate() throws {
    let first = try #require(TrafficForecast(from: [], to: traffic(18), done: 0, left: 240))
    #expect(first.text == "about 12 min at 20/min")
    // Two requests an item; what was sent before the work began does not count.
    let later = try #require(
      TrafficForecast(from: traffic(100), to: traffic(140), done: 20, left: 240))
    #expect(later.text == "about 24 min at 20/min")
    #expect(later.upstream == "itunes")
  }

  @Test("Nothing without a limit, without a request, with nothing left")
  func none() {
    #expect(TrafficForecast(from: [], to: [], done: 1, left: 9) == nil)
    #expect(TrafficForecast(from: traffic(7), to: traffic(7), done: 1, left: 9) == nil)
    #expect(TrafficForecast(from: [], to: traffic(7), done: 1, left: 0) == nil)
    #expect(TrafficForecast(from: [], to: traffic(7, 0), done: 1, left: 9) == nil)
  }

  @Test("The slowest of several upstreams counts")
  func slowest() throws {
    let now = traffic(10) + [LimitedTraffic(upstream: "fast", sent: 30, perSecond: 40)]
    #expect(TrafficForecast(from: [], to: now, done: 10, left: 90)?.upstream == "itunes")
  }

  @Test("The limit is the bottleneck unless answers come more slowly than it allows")
  func bottleneck() throws {
    let forecast = try #require(TrafficForecast(from: [], to: traffic(10), done: 10, left: 20))
    #expect(forecast.isBottleneck(observed: nil) && forecast.isBottleneck(observed: 70))
    #expect(!forecast.isBottleneck(observed: 600))
    let short = try #require(TrafficForecast(from: [], to: traffic(10), done: 10, left: 1))
    #expect(!short.isBottleneck(observed: nil))
  }

  @Test(
    "Lengths and rates are short, whatever the numbers",
    arguments: [
      (1, 1.0, "about 1 s at 1/s"), (80, 1, "about 80 s at 1/s"), (90, 1, "about 2 min at 1/s"),
      (7_200, 1, "about 2 h at 1/s"), (864_000, 1, "about 10 days at 1/s"),
      (100, 40, "about 3 s at 40/s"), (1, 0.001, "about 17 min at 0.1/min"),
      (.max, 1e-300, "about 1000000000 days at 0.1/min"), (.max, 1e300, nil),
    ] as [(Int, Double, String?)])
  func text(left: Int, perSecond: Double, text: String?) {
    let found = TrafficForecast(from: [], to: traffic(1, perSecond), done: 1, left: left)
    if let text { #expect(found?.text == text) } else { #expect(found?.text.isEmpty != true) }
  }
}

import MixCore
import Reactor
import Synchronization
import Testing

@testable import Bindings
import Terminal

@Suite("Progress on the terminal")
struct ProgressTests {
  /// The bytes written.
  private final class Screen: Sendable {
    private let state = Mutex<[String]>([])
    var writes: [String] { state.withLock { $0 } }
    func write(_ text: String) { state.withLock { $0.append(text) } }
  }

  private static func state(
    _ done: Int, _ total: Int, _ elapsed: Double, note: String = ""
  ) -> ProgressState {
    ProgressState(label: "Songs", done: done, total: total, elapsed: elapsed, note: note)
  }

  @Test("At a rate limit it says how long the rest takes at the rate that is allowed")
  func forecast() {
    var state = Self.state(20, 260, 1)
    state.forecast = TrafficForecast(
      from: [], to: [LimitedTraffic(upstream: "itunes", sent: 20, perSecond: 1.0 / 3)], done: 20,
      left: 240)
    // A burst went out at once: the last second says nothing of the next minutes.
    #expect(ProgressLine.render(state, width: 80).hasSuffix("20/s  about 12 min at 20/min"))
    state.elapsed = 600
    #expect(ProgressLine.render(state, width: 80).hasSuffix("2/min  2h00m left"))
    state = Self.state(0, 240, 0)
    state.forecast = TrafficForecast(
      from: [], to: [LimitedTraffic(upstream: "itunes", sent: 1, perSecond: 1.0 / 3)], done: 0,
      left: 240)
    #expect(ProgressLine.render(state, width: 80).hasSuffix("0/240  about 12 min at 20/min"))
  }

  @Test("Behind the line stands what is asked, or, more important, what is waited for")
  func asked() {
    let (screen, time) = (Screen(), ManualTime())
    let display = Self.display(screen, time)
    display.asking("asking tmdb: 2 requests")
    #expect(screen.writes.isEmpty, "without a line there is no place")
    let meter = ProgressMeter(display, time: time, label: "Songs", total: 0)
    #expect(screen.writes.last == "Songs 0  asking tmdb: 2 requests\r")
    display.status("tmdb asked for a pause")
    #expect(screen.writes.last?.hasPrefix("Songs 0  tmdb asked for a pause") == true)
    display.asking("asking tmdb: 1 request")
    display.status(nil)
    #expect(screen.writes.last?.hasPrefix("Songs 0  asking tmdb: 1 request") == true)
    display.asking(nil)
    #expect(screen.writes.last?.hasPrefix("Songs 0   ") == true)
    meter.finish()
  }

  @Test("The pending requests in words")
  func askedText() {
    #expect(AskingLine.text([]) == nil)
    #expect(AskingLine.text([("a.mixhost.invalid", 1)]) == "asking a: 1 request")
    #expect(
      AskingLine.text([("itunes.apple.com", 3), ("b\u{1B}", 1)])
        == "asking itunes.apple.com: 3 requests, b␛: 1 request")
  }

  @Test("The line is drawn at most ten times a second, and at the end")
  func rate() {
    let (screen, time) = (Screen(), ManualTime())
    let display = Self.display(screen, time)
    let meter = ProgressMeter(display, time: time, label: "Songs", total: 100)
    for _ in 0..<100 {
      time.advance(by: .milliseconds(10))
      meter.step(1, note: nil)
    }
    #expect(screen.writes.count == 11)
    meter.finish()
    meter.step(1, note: nil)
    #expect(screen.writes.count == 13)
    #expect(screen.writes[11].hasPrefix("Songs ████████████████████████ 100/100"))
    #expect(screen.writes[12] == "\n")
    #expect(screen.writes.dropLast().allSatisfy { $0.hasSuffix("\r") })
  }

  @Test("Other lines take the progress line's place and give it back")
  func interruption() {
    let (screen, time) = (Screen(), ManualTime())
    let display = Self.display(screen, time)
    display.interrupted { screen.write("first\n") }
    #expect(screen.writes == ["first\n"])
    let meter = ProgressMeter(display, time: time, label: "Songs", total: 2)
    let line = screen.writes[1]
    display.interrupted { screen.write("note\n") }
    let blank = String(repeating: " ", count: DisplayWidth.of(line.dropLast()))
    #expect(screen.writes == ["first\n", line, blank + "\r", "note\n", line])
    meter.finish()
  }

  @Test("A meter that nobody finished takes its line away, and another one may have it")
  func abandoned() {
    let (screen, time) = (Screen(), ManualTime())
    let display = Self.display(screen, time)
    var first: ProgressMeter? = ProgressMeter(display, time: time, label: "First", total: 0)
    let second = ProgressMeter(display, time: time, label: "Second", total: 0)
    #expect(first != nil && screen.writes == ["First 0\r"])
    first = nil
    second.step(1, note: nil)
    #expect(screen.writes[1] == "       \r")
    #expect(screen.writes[2].hasPrefix("Second 1"))
  }

  @Test("Nothing is written where progress is not shown")
  func hidden() {
    let (screen, time) = (Screen(), ManualTime())
    let display = ProgressDisplay(
      time: time, isShown: { false }, width: { 80 }, write: screen.write)
    let meter = ProgressMeter(display, time: time, label: "", total: 1)
    meter.step(1, note: "x")
    meter.finish()
    #expect(screen.writes.isEmpty)
  }

  private static func display(_ screen: Screen, _ time: ManualTime) -> ProgressDisplay {
    ProgressDisplay(time: time, isShown: { true }, width: { 80 }, write: screen.write)
  }
}

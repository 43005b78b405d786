import Reactor
import Synchronization
import Testing

@testable import Bindings

@Suite("Progress on the terminal")
struct ProgressTests {
  /// What was written.
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

  @Test("A line shows bar, count, rate, time left and what is at hand")
  func line() {
    #expect(
      ProgressLine.render(Self.state(50, 100, 10, note: "Halo"), width: 80)
        == "Songs ████████████░░░░░░░░░░░░ 50/100  5.0/s  10s left  Halo")
    #expect(
      ProgressLine.render(Self.state(100, 100, 65), width: 80)
        == "Songs ████████████████████████ 100/100  1.5/s  in 1m05s")
    #expect(ProgressLine.render(Self.state(0, 10, 0), width: 20) == "Songs ░░░░░░░░░ 0/10")
  }

  @Test("Without a total there is no bar; the line is never too wide")
  func unknownTotal() {
    #expect(ProgressLine.render(Self.state(30, 0, 90), width: 80) == "Songs 30  20/min")
    for width in 1...60 {
      let line = ProgressLine.render(
        Self.state(7, 10, 3, note: "宇多田ヒカル\u{1B}[2J"), width: width)
      #expect(DisplayWidth.of(line) <= width)
      #expect(!line.contains("\u{1B}"))
    }
    #expect(
      ProgressLine.render(Self.state(200, 100, 10), width: 80).contains(
        String(repeating: "█", count: 24)))
  }

  @Test(
    "Times are short",
    arguments: [
      (0.2, "1s"), (59.0, "59s"), (61, "1m01s"), (3_599, "59m59s"), (3_720, "1h02m"),
      (1e9, ">100h"),
    ])
  func clock(seconds: Double, text: String) {
    #expect(ProgressLine.clock(seconds) == text)
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

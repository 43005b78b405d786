import Testing

@testable import Terminal

@Suite("The progress line")
struct ProgressLineTests {
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

  @Test("On a narrow terminal the time left stays, and how fast it goes is left out")
  func narrow() {
    var state = Self.state(50, 100, 10)
    state.showsPercent = true
    #expect(ProgressLine.render(state, width: 35) == "Songs 50/100 (50%)  5.0/s  10s left")
    #expect(ProgressLine.render(state, width: 34) == "Songs 50/100 (50%)  10s left")
  }

  @Test("A long label makes room for the figures")
  func longLabel() {
    var state = Self.state(3, 5, 0)
    state.label = "Pages of the shop, one after another"
    #expect(ProgressLine.render(state, width: 39).hasSuffix(" 3/5"))
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
}

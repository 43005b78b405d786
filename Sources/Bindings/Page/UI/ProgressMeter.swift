internal import MixCore
internal import Reactor
internal import ScriptHost
internal import Terminal

/// `ui.progress`: how far a script has come, as it tells.
final class ProgressMeter: LuaObject {
  static let luaTypeName = "ui.progress"

  private let display: ProgressDisplay
  private let time: any TimeSource
  private let start: Duration
  private var state: ProgressState
  private var isFinished = false
  private let forecast: (_ done: Int, _ left: Int) -> TrafficForecast?

  /// - Parameter forecast: how long the rest takes at the rate that upstreams allow.
  init(
    _ display: ProgressDisplay, time: any TimeSource, label: String, total: Int,
    showsPercent: Bool = false,
    forecast: @escaping (_ done: Int, _ left: Int) -> TrafficForecast? = { _, _ in nil }
  ) {
    self.display = display
    self.time = time
    self.forecast = forecast
    start = time.monotonic
    state = ProgressState(
      label: label, done: 0, total: total, elapsed: 0, showsPercent: showsPercent)
    display.draw(self, state)
  }

  // A script that failed leaves no half-finished line above its error.
  deinit { display.abandon(self) }

  /// Counts on by `count`; never below 0.
  func step(_ count: Int, note: String?) {
    guard !isFinished else { return }
    let (sum, overflow) = state.done.addingReportingOverflow(count)
    state.done = overflow ? .max : max(0, sum)
    if let note { state.note = note }
    guard display.isDue else { return }
    state.elapsed = (time.monotonic - start).seconds
    if state.total > 0 { state.forecast = forecast(state.done, max(0, state.total - state.done)) }
    display.draw(self, state)
  }

  /// Draws the last state and lets it stand.
  func finish() {
    guard !isFinished else { return }
    isFinished = true
    state.note = ""
    state.elapsed = (time.monotonic - start).seconds
    display.draw(self, state, force: true)
    display.end(self)
  }

  static let luaType: ObjectType<ProgressMeter> = {
    var type = ObjectType<ProgressMeter>("A progress line on standard error.")
    type.description { "ui.progress: \($0.state.done) of \($0.state.total)" }
    type.method(
      "step", "Counts on.", Parameter("n", "how much was done (default 1)", Int?.self),
      Parameter("note", "the current item, shown behind the figures", ShownArgument?.self),
      example: "progress:step(1, entry.title)"
    ) { _, meter, count, note in
      meter.step(count ?? 1, note: note?.text)
      return Nothing()
    }
    type.method(
      "visible", "Whether the line is drawn: standard error is a terminal, and not --quiet.",
      returns: "boolean  false when there is no line", example: "local drawn = progress:visible()"
    ) { _, meter in meter.display.isVisible }
    type.method(
      "finish", "Ends the line; later steps do nothing.", example: "progress:finish()"
    ) { _, meter in
      meter.finish()
      return Nothing()
    }
    return type
  }()
}

extension TrafficForecast: ProgressForecast {}

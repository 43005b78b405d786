internal import MixCore
internal import Notation
internal import Reactor
internal import ScriptHost
internal import Terminal

/// Explains waits that last: after one second it says who makes wait, why, and until when.
///
/// On a terminal it counts down behind the progress line, or in a line that the next output takes the
/// place of. Elsewhere it is one line for each time that
/// an upstream makes wait, however many requests wait one after another; with `--events`, one event.
final class WaitTeller {
  /// How long a wait lasts before it is explained.
  private static let patience = Duration.seconds(1)
  /// Waits for one upstream that follow each other within this time are one.
  private static let gap = Duration.seconds(2)

  private struct Episode {
    var wait: TrafficWait
    var last: Duration
    var isTold = false
    var hasTimer = false
  }

  private let waits: RequestWaits
  private let time: any TimeSource
  private let reactor: Reactor
  private let output: OutputSettings
  private let display: ProgressDisplay
  private var episodes: [String: Episode] = [:]

  init(
    _ waits: RequestWaits, time: any TimeSource, reactor: Reactor, output: OutputSettings,
    display: ProgressDisplay
  ) {
    self.waits = waits
    self.time = time
    self.reactor = reactor
    self.output = output
    self.display = display
    waits.onWait = { [unowned self] wait, end in take(wait, until: end) }
  }

  private func take(_ wait: TrafficWait, until end: Duration) {
    let now = time.monotonic
    var episode = Episode(wait: wait, last: end)
    if let known = episodes[wait.upstream], known.last + Self.gap >= now {
      episode.last = max(end, known.last)
      episode.isTold = known.isTold
      episode.hasTimer = known.hasTimer
    }
    let needsTimer = !episode.hasTimer
    episode.hasTimer = true
    episodes[wait.upstream] = episode
    if needsTimer { look(at: wait.upstream, in: Self.patience) }
  }

  private func look(at upstream: String, in delay: Duration) {
    _ = time.scheduleTimer(at: time.monotonic + delay, on: reactor) { [weak self] in
      self?.look(at: upstream)
    }
  }

  private func look(at upstream: String) {
    guard let episode = episodes[upstream] else { return }
    episodes[upstream]?.hasTimer = false
    let (count, last) = waits.waiting(for: upstream)
    guard count > 0 else {
      if episode.isTold { hide() }
      if episode.last + Self.gap < time.monotonic {
        episodes[upstream] = nil
      } else {
        // The next wait may begin at once.
        episodes[upstream]?.hasTimer = true
        look(at: upstream, in: .milliseconds(300))
      }
      return
    }
    var wait = episode.wait
    wait.until = time.wall + (last - time.monotonic).seconds
    if !show(text(wait, count)), !episode.isTold { tell(wait, count) }
    episodes[upstream]?.isTold = true
    episodes[upstream]?.hasTimer = true
    look(at: upstream, in: .seconds(1))
  }

  /// Shows it where it can be taken back.
  /// - Returns: whether there is such a place.
  private func show(_ text: String) -> Bool {
    if display.isDrawn, !ErrorDetour.isActive, !output.events {
      display.status(text)
    } else if output.mayShowStatus {
      StatusLine.show(DisplayWidth.cut(VisibleText.line(text), to: max(1, output.width - 1)))
    } else {
      return false
    }
    waits.isExplained = true
    return true
  }

  private func hide() {
    guard waits.isExplained else { return }
    waits.isExplained = false
    display.status(nil)
    StatusLine.clear()
  }

  private func text(_ wait: TrafficWait, _ count: Int) -> String {
    wait.text(now: time.wall) + (count > 1 ? "; \(count) requests wait" : "")
  }

  private func tell(_ wait: TrafficWait, _ count: Int) {
    if output.events { return emit(wait, count) }
    if output.quiet { return }
    display.interrupted {
      OutputSettings.writeError("mixhost: \(VisibleText.line(text(wait, count)))\n")
    }
  }

  private func emit(_ wait: TrafficWait, _ count: Int) {
    let now = time.wall
    let line = EventLine(name: "waiting") { event in
      event.add("upstream", text: wait.upstream)
      event.add("reason", text: wait.reason.rawValue)
      event.add("message", text: text(wait, count))
      event.add("requests", number: Double(count))
      if let until = wait.until {
        event.add("until", number: until)
        event.add("seconds", number: max(0, until - now))
      }
    }
    // A reader that has gone ends the script at its own next line.
    try? StandardOutput.write(line.text)
    StandardOutput.flush()
  }
}

/// A line of `--events` that the host itself writes.
private struct EventLine {
  private var writer = JSONWriter()

  var text: String { writer.text }

  init(name: String, _ body: (inout EventLine) -> Void) {
    writer.beginObject()
    add("event", text: name)
    body(&self)
    writer.endObject()
    writer.around("\n")
  }

  mutating func add(_ name: String, text value: String) {
    writer.name(name)
    writer.string(value)
  }

  /// - Parameter number: finite.
  mutating func add(_ name: String, number: Double) {
    writer.name(name)
    writer.number(number)
  }
}

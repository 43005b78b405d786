internal import MixCore
internal import Reactor
internal import ScriptHost
internal import Terminal

/// Says on a terminal what is being asked, from 100 ms on: `asking shop: 3 requests`.
///
/// It costs a request nothing but a look at whether the timer is set; what is asked is counted when the
/// timer fires.
final class AskingLine {
  /// How long requests may take without a word.
  private static let patience = Duration.milliseconds(100)
  private static let interval = Duration.milliseconds(250)

  private unowned let client: HTTPClient
  private let waits: RequestWaits
  private let time: any TimeSource
  private let reactor: Reactor
  private let output: OutputSettings
  private let display: ProgressDisplay
  private var isArmed = false
  private var isShown = false
  // Requests of other clients than the scripts' one.
  private var others: [String: Int] = [:]

  init(
    _ client: HTTPClient, _ waits: RequestWaits, time: any TimeSource, reactor: Reactor,
    output: OutputSettings, display: ProgressDisplay
  ) {
    self.client = client
    self.waits = waits
    self.time = time
    self.reactor = reactor
    self.output = output
    self.display = display
  }

  /// Notes that a request begins.
  func arm() {
    if isArmed { return }
    isArmed = true
    look(in: Self.patience)
  }

  /// Names somebody who is asked by another client than that of the scripts, while `body` runs.
  func during<Value>(_ name: String, _ body: () async throws -> Value) async rethrows -> Value {
    others[name, default: 0] += 1
    arm()
    defer {
      let left = others[name, default: 1] - 1
      others[name] = left > 0 ? left : nil
    }
    return try await body()
  }

  private func look(in delay: Duration) {
    _ = time.scheduleTimer(at: time.monotonic + delay, on: reactor) { [weak self] in self?.look() }
  }

  private func look() {
    let asked =
      client.inFlight
      + others.sorted { $0.key < $1.key }.map { (upstream: $0.key, requests: $0.value) }
    show(Self.text(asked))
    isArmed = !asked.isEmpty || waits.isWaiting
    if isArmed { look(in: Self.interval) }
  }

  private func show(_ text: String?) {
    // A wait that is explained says more.
    let text = waits.isExplained ? nil : text
    display.asking(text)
    if let text, !display.isDrawn, output.mayShowStatus {
      StatusLine.show(DisplayWidth.cut(text, to: max(1, output.width - 1)))
      isShown = true
    } else if text == nil, isShown {
      if !waits.isExplained { StatusLine.clear() }
      isShown = false
    }
  }

  /// The requests under way, in words; nil without any.
  static func text(_ asked: [(upstream: String, requests: Int)]) -> String? {
    if asked.isEmpty { return nil }
    let parts = asked.map { upstream, requests in
      // A server of the user's own is called as its service.
      "\(VisibleText.line(upstream.replacing(".mixhost.invalid", with: ""))): \(requests) request\(requests == 1 ? "" : "s")"
    }
    return "asking " + parts.joined(separator: ", ")
  }
}

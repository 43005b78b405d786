package import Reactor

/// The progress line at the bottom of a terminal, which is redrawn in place.
///
/// The cursor stays at the line's start, so that other output begins on a fresh line.
package final class ProgressDisplay {
  /// The shortest time between two drawings.
  private static let interval = Duration.milliseconds(100)

  /// Whether there is a terminal to draw on and the user wants the line.
  private let isShown: () -> Bool
  private let width: () -> Int
  private let write: (String) -> Void
  private let time: any TimeSource

  private var owner: ObjectIdentifier?
  private var shown = ""
  private var line = ""
  private var status = ""
  private var asking = ""
  private var drawnAt: Duration?

  /// - Parameters:
  ///   - isShown: called before each drawing, because a script may become quiet while it runs.
  ///   - width: the terminal's width in columns.
  ///   - write: writes to the terminal.
  package init(
    time: any TimeSource, isShown: @escaping () -> Bool, width: @escaping () -> Int,
    write: @escaping (String) -> Void
  ) {
    self.time = time
    self.isShown = isShown
    self.width = width
    self.write = write
  }

  /// Whether lines are drawn at all.
  package var isVisible: Bool { isShown() }

  /// Whether enough time has passed for another drawing.
  package var isDue: Bool {
    guard isShown() else { return false }
    return drawnAt.map { time.monotonic - $0 >= Self.interval } ?? true
  }

  /// Draws a meter's line, unless another meter owns the line or it was just drawn.
  /// - Parameter force: whether to draw even right after the last drawing.
  package func draw(_ meter: AnyObject, _ state: ProgressState, force: Bool = false) {
    guard isShown(), owner == nil || owner == ObjectIdentifier(meter) else { return }
    let now = time.monotonic
    if !force, let drawnAt, now - drawnAt < Self.interval { return }
    owner = ObjectIdentifier(meter)
    drawnAt = now
    line = ProgressLine.render(state, width: columns)
    redraw()
  }

  /// Whether a meter's line is shown now.
  package var isDrawn: Bool { isShown() && owner != nil }

  /// Shows after the line what the program waits for; nil removes that. Does nothing without a
  /// line, because a script's output would run into it.
  package func status(_ text: String?) {
    let text = text.map(VisibleText.line) ?? ""
    guard isDrawn, text != status else { return }
    status = text
    redraw()
  }

  /// Shows after the line what is being requested, unless a wait is shown; nil removes that.
  package func asking(_ text: String?) {
    let text = text ?? ""
    guard text != asking else { return }
    asking = text
    if isDrawn, status.isEmpty { redraw() }
  }

  // One column stays free, because a full line would move the cursor down.
  private var columns: Int { max(1, width() - 1) }

  private func redraw() {
    let parts = [line, status.isEmpty ? asking : status].filter { !$0.isEmpty }
    draw(parts.joined(separator: "  "))
  }

  private func draw(_ content: String) {
    let text = DisplayWidth.cut(content, to: columns)
    let rest = max(0, DisplayWidth.of(shown) - DisplayWidth.of(text))
    shown = text
    write(text + String(repeating: " ", count: rest) + "\r")
  }

  /// Leaves a meter's finished line on the terminal, without the request, and starts a new line.
  package func end(_ meter: AnyObject) {
    guard owner == ObjectIdentifier(meter) else { return }
    if !shown.isEmpty {
      if shown != DisplayWidth.cut(line, to: columns) { draw(line) }
      write("\n")
    }
    forget()
  }

  /// Removes the line of a meter that was not ended.
  package func abandon(_ meter: AnyObject) {
    guard owner == ObjectIdentifier(meter) else { return }
    erase()
    forget()
  }

  /// Removes any line.
  package func drop() {
    erase()
    forget()
  }

  /// Runs `body`, which writes lines, with the progress line out of the way.
  package func interrupted(_ body: () throws -> Void) rethrows {
    let line = shown
    erase()
    try body()
    guard !line.isEmpty else { return }
    shown = line
    write(line + "\r")
  }

  private func erase() {
    if !shown.isEmpty {
      write(String(repeating: " ", count: DisplayWidth.of(shown)) + "\r")
    }
    shown = ""
  }

  private func forget() {
    owner = nil
    shown = ""
    line = ""
    status = ""
    drawnAt = nil
  }
}

package import Reactor

/// The one line at the bottom of a terminal that is drawn again and again.
///
/// The cursor waits at the line's start, so that whatever another part of the program writes there
/// begins on a line of its own.
package final class ProgressDisplay {
  /// The least time between two drawings.
  private static let interval = Duration.milliseconds(100)

  /// Whether there is a terminal to draw on, and the user wants to see it.
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
  ///   - isShown: asked at each drawing, as a script may be made quiet while it runs.
  ///   - width: the terminal's width in columns.
  ///   - write: takes what goes to the terminal.
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

  /// Whether the last drawing is long enough ago for another.
  package var isDue: Bool {
    guard isShown() else { return false }
    return drawnAt.map { time.monotonic - $0 >= Self.interval } ?? true
  }

  /// Draws a meter's line, unless another meter has the line or it was drawn a moment ago.
  /// - Parameter force: whether the last drawing may have been just now.
  package func draw(_ meter: AnyObject, _ state: ProgressState, force: Bool = false) {
    guard isShown(), owner == nil || owner == ObjectIdentifier(meter) else { return }
    let now = time.monotonic
    if !force, let drawnAt, now - drawnAt < Self.interval { return }
    owner = ObjectIdentifier(meter)
    drawnAt = now
    line = ProgressLine.render(state, width: columns)
    redraw()
  }

  /// Whether a meter's line stands there now.
  package var isDrawn: Bool { isShown() && owner != nil }

  /// Says behind the line what is waited for; nil: nothing any more. Without a line it does nothing:
  /// what a script prints would run into it.
  package func status(_ text: String?) {
    let text = text.map(VisibleText.line) ?? ""
    guard isDrawn, text != status else { return }
    status = text
    redraw()
  }

  /// Says behind the line what is being asked, unless something is waited for; nil: nothing.
  package func asking(_ text: String?) {
    let text = text ?? ""
    guard text != asking else { return }
    asking = text
    if isDrawn, status.isEmpty { redraw() }
  }

  // One column stays free: a full line would move the cursor to the next.
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

  /// Lets the line of a meter stand, without what is being asked, and begins a new one.
  package func end(_ meter: AnyObject) {
    guard owner == ObjectIdentifier(meter) else { return }
    if !shown.isEmpty {
      if shown != DisplayWidth.cut(line, to: columns) { draw(line) }
      write("\n")
    }
    forget()
  }

  /// Takes the line of a meter away that nobody has ended.
  package func abandon(_ meter: AnyObject) {
    guard owner == ObjectIdentifier(meter) else { return }
    erase()
    forget()
  }

  /// Takes whatever stands there away.
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

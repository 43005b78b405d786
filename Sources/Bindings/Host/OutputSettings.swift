internal import Glibc
internal import MixCore
public import Notation
internal import Reactor
internal import ScriptHost
public import Terminal

/// How scripts talk to the user: what goes where, and in which form.
public final class OutputSettings: Sendable {
  private struct State {
    var json = false
    var events = false
    var quiet = false
    var color: Bool
    var errorColor: Bool
    var warned: Set<String> = []
  }

  // Guarded, because warnings come from any thread.
  private let state: Guarded<State>
  /// Whether standard output is a terminal.
  public let isTerminal: Bool
  /// Whether standard error is a terminal: where progress is shown.
  public let isErrorTerminal: Bool
  /// Whether what stands on the terminal can be drawn over: it has a cursor that moves.
  public let canRedraw: Bool

  /// - Parameter environment: `NO_COLOR` and `TERM=dumb` switch colour off.
  public init(
    environment: EnvironmentVariables, isTerminal: Bool? = nil, isErrorTerminal: Bool? = nil
  ) {
    self.isTerminal = isTerminal ?? (isatty(STDOUT_FILENO) == 1)
    self.isErrorTerminal = isErrorTerminal ?? (isatty(STDERR_FILENO) == 1)
    canRedraw = self.isTerminal && environment["TERM"] != "dumb"
    let plain =
      !(environment["NO_COLOR"] ?? "").isEmpty || environment["TERM"] == "dumb"
    state = Guarded(
      State(color: self.isTerminal && !plain, errorColor: self.isErrorTerminal && !plain))
  }

  /// Whether the script prints one JSON document.
  public var json: Bool {
    get { state.withLock { $0.json } }
    set { state.withLock { $0.json = newValue } }
  }

  /// Whether the script prints NDJSON events.
  public var events: Bool {
    get { state.withLock { $0.events } }
    set { state.withLock { $0.events = newValue } }
  }

  /// Whether progress and remarks are left out.
  public var quiet: Bool {
    get { state.withLock { $0.quiet } }
    set { state.withLock { $0.quiet = newValue } }
  }

  /// Whether colours may be used.
  public var color: Bool {
    get { state.withLock { $0.color } }
    set {
      state.withLock {
        $0.color = newValue
        $0.errorColor = $0.errorColor && newValue
      }
    }
  }

  /// Whether standard error shows colours; switched off with those of standard output.
  public var errorColor: Bool { state.withLock { $0.errorColor } }

  /// The width of the terminal in columns; 80 when unknown.
  public var width: Int { size.columns }

  /// Text for standard output, broken at its spaces where a terminal would break words.
  public func prose(_ text: String) -> String {
    isTerminal ? WrappedText.lines(text, width: width) : text
  }

  /// A label and its meaning for standard output, which continues below itself on a terminal that is
  /// too narrow for both.
  public func entry(_ label: String, _ meaning: String, at column: Int) -> String {
    WrappedText.entry(label, meaning, at: column, width: isTerminal ? width : nil)
  }

  /// The terminal's size now; 80 by 24 when unknown.
  public var size: TerminalSize {
    var size = winsize()
    for descriptor in [STDOUT_FILENO, STDERR_FILENO]
    where ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 {
      return TerminalSize(
        columns: Int(size.ws_col), rows: size.ws_row > 0 ? Int(size.ws_row) : 24)
    }
    return TerminalSize(columns: 80, rows: 24)
  }

  /// Tells the user something once, on standard error, as `mixhost: warning: …`.
  public func warn(_ message: String) {
    guard state.withLock({ $0.warned.insert(message).inserted }) else { return }
    Self.writeError("mixhost: warning: \(message)\n")
  }

  /// Writes to standard error, unbuffered, without the secrets that log-ins have brought and without
  /// anything that a terminal obeys but line breaks and tabs; what cannot be written is lost. While
  /// something is being drawn on the terminal, the text goes above it.
  public static func writeError(_ text: String) { writeStyledError(ShownText.lines(text)) }

  /// As ``writeError(_:)``, for a text with colours in it, whose other parts were made safe to show by
  /// `ShownText` or ``VisibleText``.
  public static func writeStyledError(_ text: String) {
    let text = SecretMask.hidingLearned(text)
    if !ErrorDetour.takes(text) { writeErrorNow(text) }
  }

  /// Gives the terminal back and writes what has waited for a drawing to make room: to be called when
  /// a script has ended, also one that was interrupted.
  public static func endDrawing() {
    StatusLine.clear()
    TerminalMode.end()
    writeErrorNow(ErrorDetour.end())
  }

  /// Gives the terminal back, for a process that leaves at once. Any thread.
  public static func leaveScreen() { TerminalMode.end() }

  /// Says that the program gives the terminal to the shell while it is stopped: see ``goAway()``.
  public static func stopsAreHandled() { TerminalMode.stopsAreHandled() }

  /// Gives the terminal to the shell, before a stop. Any thread.
  public static func goAway() { TerminalMode.goAway() }

  /// Takes the terminal again after a stop, also one that gave no warning (SIGSTOP). Any thread.
  public static func comeBack() { TerminalMode.comeBack() }

  /// Gets remarks in place of standard error; a session at a prompt shows them above its line.
  private static let detour = Guarded<(@Sendable (String) -> Void)?>(nil)

  /// Sends everything meant for standard error elsewhere from now on.
  public static func divertErrors(to sink: @escaping @Sendable (String) -> Void) {
    detour.withLock { $0 = sink }
  }

  /// Whether a line may be shown below what was written: on a terminal, which nothing else draws on.
  var mayShowStatus: Bool {
    isErrorTerminal && !quiet && !events && !ErrorDetour.isActive && StandardOutput.isAtLineStart
      && Self.detour.withLock { $0 == nil }
  }

  /// Writes to standard error, whatever is drawn there.
  static func writeErrorNow(_ text: String) {
    if text.isEmpty { return }
    if let sink = detour.withLock({ $0 }) { return sink(text) }
    StatusLine.clear()
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { return }
      bytes = bytes.dropFirst(count)
    }
  }
}

internal import Glibc
public import Notation
internal import Reactor

/// How scripts talk to the user: what goes where, and in which form.
public final class OutputSettings: Sendable {
  private struct State {
    var json = false
    var events = false
    var quiet = false
    var color: Bool
    var warned: Set<String> = []
  }

  // Guarded, because warnings come from any thread.
  private let state: Guarded<State>
  /// Whether standard output is a terminal.
  public let isTerminal: Bool
  /// Whether standard error is a terminal: where progress is shown.
  public let isErrorTerminal: Bool

  /// - Parameter environment: `NO_COLOR` and `TERM=dumb` switch colour off.
  public init(
    environment: EnvironmentVariables, isTerminal: Bool? = nil, isErrorTerminal: Bool? = nil
  ) {
    self.isTerminal = isTerminal ?? (isatty(STDOUT_FILENO) == 1)
    self.isErrorTerminal = isErrorTerminal ?? (isatty(STDERR_FILENO) == 1)
    let plain =
      !(environment["NO_COLOR"] ?? "").isEmpty || environment["TERM"] == "dumb"
    state = Guarded(State(color: self.isTerminal && !plain))
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
    set { state.withLock { $0.color = newValue } }
  }

  /// The width of the terminal in columns; 80 when unknown.
  public var width: Int {
    var size = winsize()
    for descriptor in [STDOUT_FILENO, STDERR_FILENO]
    where ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 {
      return Int(size.ws_col)
    }
    return 80
  }

  /// Tells the user something once, on standard error, as `mixhost: warning: …`.
  public func warn(_ message: String) {
    guard state.withLock({ $0.warned.insert(message).inserted }) else { return }
    Self.writeError("mixhost: warning: \(message)\n")
  }

  /// Writes to standard error, unbuffered; what cannot be written is lost.
  public static func writeError(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { return }
      bytes = bytes.dropFirst(count)
    }
  }
}

import Bindings
import Glibc
import HostSetup
import MixCore
import Notation
import Reactor

/// `mixhost` on a terminal: reads, evaluates, prints.
struct Prompt {
  private let options: GlobalOptions

  init(_ options: GlobalOptions) { self.options = options }

  /// Runs a session and returns the exit code.
  /// - Throws: errors of the set-up; ``CommandFailure`` for a terminal that cannot be used.
  func run() throws -> Int32 {
    let signals = SessionSignals()
    // The terminal blocks this thread, so Lua and the network run on another one.
    let reactor = Reactor(name: "mixhost")
    let mock = try options.replay == nil ? MockProcess(of: options) : nil
    defer { mock?.stop() }
    let setup = try Setup(options, .session, mock: mock, reactor: reactor)
    let terminal = ProcessEnvironment.essential(granted: [])["TERM"] ?? ""
    let plain = terminal.isEmpty || terminal == "dumb" || terminal == "unknown"
    let session = Session(setup, SessionView(output: setup.host.output, plain: plain))
    let editor = try LineEditor(plain: plain) { session.complete($0) }
    signals.watch(session.foreground)
    try session.foreground.run(on: setup.engine) { await setup.prepare() }
    let code = converse(session, editor)
    session.endTasks()
    try? session.foreground.run(on: session.engine) { await finish(setup) }
    return code
  }

  private func converse(_ session: Session, _ editor: LineEditor) -> Int32 {
    var history = History(session.setup.host.home.historyFile)
    for entry in history.entries { editor.remember(entry) }
    greet(session.view)
    if let problem = history.problem { session.view.remark(problem) }
    while session.exitCode == nil {
      switch editor.read(prompt(session)) {
      case .interrupted: session.drop()
      case .end where session.isUnfinished:
        // The first Ctrl-D drops the unfinished input; a second one ends the session.
        LineEditor.show("\n")
        session.drop()
      case .end:
        LineEditor.show("\n")
        return 0
      case .line(let line):
        guard let entry = session.take(line) else { continue }
        keep(entry, &history, session, editor)
      }
    }
    return session.exitCode ?? 0
  }

  private func keep(
    _ entry: String, _ history: inout History, _ session: Session, _ editor: LineEditor
  ) {
    guard entry.utf8.count <= History.mostBytes else { return }
    editor.remember(entry)
    let before = history.problem
    history.add(entry)
    if let problem = history.problem, before == nil { session.view.remark(problem) }
  }

  private func greet(_ view: SessionView) {
    view.remark(
      view.wrapped(
        "mixhost \(Program.version), Lua 5.4. :help lists the commands, Ctrl-D leaves.", indent: 0))
  }

  /// The prompt's text; control sequences are enclosed in \1, because they take no columns.
  private func prompt(_ session: Session) -> String {
    let text = session.isUnfinished ? "...> " : "mix> "
    guard session.view.color else { return text }
    let (start, end) =
      session.isUnfinished ? ("\u{1B}[2m", "\u{1B}[22m") : ("\u{1B}[1;36m", "\u{1B}[22;39m")
    return "\u{1}\(start)\u{1}\(text.dropLast())\u{1}\(end)\u{1} "
  }

  private func finish(_ setup: Setup) async {
    await setup.host.finish()
    do { try await setup.cassette?.finish() } catch {
      OutputSettings.writeError("mixhost: the recording is not complete: \(error)\n")
    }
  }
}

import Bindings
import Glibc
import HostSetup
import Reactor
import ScriptHost

/// `mixhost --watch SCRIPT`: runs a script, and again whenever its files change.
///
/// Each run has a new engine; client and caches stay. A change takes effect only when all files
/// load; until then the previous run continues.
struct ScriptWatch {
  private let options: GlobalOptions

  init(_ options: GlobalOptions) { self.options = options }

  /// Runs until Ctrl-C and returns the exit code.
  /// - Throws: ``UsageError`` for a script that cannot be read at the start; errors of the set-up.
  func run(_ source: ScriptSource) throws -> Int32 {
    _ = try source.read()
    let signals = SignalWatch()
    let reactor = Reactor(name: "mixhost")
    let mock = try MockProcess(of: options)
    defer { mock?.stop() }
    let setup = try Setup(options, source, mock: mock, reactor: reactor)
    let files = try WatchedFiles()
    signals.onInterrupt { files.stop() }
    setup.host.onFiles = { files.add($0) }
    files.add([source.shownName])
    let foreground = Foreground(reactor)
    try foreground.run(on: setup.engine) { await setup.prepare() }
    // A run that computes blocks its reactor, so texts are checked on another one.
    let checker = LuaEngine(reactor: Reactor(name: "check"))
    var current: WatchedRun?
    var changed: [String]? = []
    while let paths = changed {
      if let text = load(paths, source, files, checker) {
        current?.stop()
        if !paths.isEmpty { tell("\(paths.joined(separator: ", ")) changed: running again") }
        let fresh = try foreground.run(on: setup.engine) { await setup.freshEngine() }
        current = WatchedRun(fresh, text, source, files)
      }
      changed = files.waitForChange()
    }
    current?.stop()
    try foreground.run(on: setup.engine) { await setup.host.finish() }
    return signals.exitCode ?? 0
  }

  /// The script's text when everything it loads can be loaded; otherwise nil after a report.
  private func load(
    _ changed: [String], _ source: ScriptSource, _ files: WatchedFiles, _ checker: LuaEngine
  ) -> [UInt8]? {
    do {
      let text = try source.read()
      let others = files.paths.filter { $0 != source.shownName && $0.hasSuffix(".lua") }
      try Foreground(checker.reactor).run(on: checker) {
        try await checker.check(text, name: source.chunkName)
        for path in others where access(path, F_OK) == 0 {
          let text = try ScriptSource.file(path, arguments: []).read()
          try await checker.check(text, name: "@" + path)
        }
      }
      return text
    } catch {
      let last = changed.isEmpty ? "waiting for a change" : "the run from before stays in force"
      tell("\(error); \(last)")
      return nil
    }
  }

  private func tell(_ text: String) { OutputSettings.writeError("mixhost: \(text)\n") }
}

/// A run of a watched script.
final class WatchedRun: Sendable {
  /// Milliseconds for a run to end. A run that does not is abandoned, and its engine does nothing
  /// more.
  private static let patience = (cancelled: 50, interrupted: 800)

  private let engine: LuaEngine
  private let ended: Semaphore
  private let task: Task<Void, Never>

  init(_ engine: LuaEngine, _ text: [UInt8], _ source: ScriptSource, _ files: WatchedFiles) {
    let ended = Semaphore()
    self.engine = engine
    self.ended = ended
    task = Task(executorPreference: engine.reactor) {
      await Self.execute(engine, text, source, files)
      ended.signal()
    }
  }

  private static func execute(
    _ engine: LuaEngine, _ text: [UInt8], _ source: ScriptSource, _ files: WatchedFiles
  ) async {
    var end = "done"
    do {
      try await engine.run(text, name: source.chunkName, arguments: source.arguments)
    } catch let exit as ScriptExit {
      if exit.code != 0 { end = "exit code \(exit.code)" }
    } catch is CancellationError {
      return
    } catch {
      _ = ErrorReport.print(error)
      end = "failed"
    }
    StandardOutput.flush()
    OutputSettings.endDrawing()
    let count = files.paths.count
    OutputSettings.writeError(
      "mixhost: \(end); watching \(count) file\(count == 1 ? "" : "s"), Ctrl-C leaves\n")
  }

  /// Ends the run; its remaining waits have no effect.
  func stop() {
    task.cancel()
    if !ended.wait(milliseconds: Self.patience.cancelled) {
      engine.interrupt()
      _ = ended.wait(milliseconds: Self.patience.interrupted)
    }
    engine.interrupt()
    StandardOutput.flush()
    OutputSettings.endDrawing()
  }
}

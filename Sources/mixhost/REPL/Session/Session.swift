import Bindings
import HostSetup
import MixCore
import Notation
import Reactor
import ScriptHost

/// A session at the prompt: one engine, the typed input and the background tasks. Confined to the
/// thread that reads the terminal.
final class Session {
  let setup: Setup
  let view: SessionView
  let tasks = BackgroundTasks()
  let foreground: Foreground
  /// The engine with its evaluator; `:reload` replaces it.
  var evaluator: Evaluator
  /// The files of `:load`, in their order.
  var loadedFiles: [String] = []
  /// The subscription while `:trace on` is in effect.
  var trace: HTTPSubscription?
  /// Seconds that the last evaluation took; nil before the first.
  private(set) var lastSeconds: Double?
  /// The exit code when the session has to end; nil before.
  var exitCode: Int32?
  /// Lines of an incomplete input.
  private var pending = ""

  init(_ setup: Setup, _ view: SessionView) {
    self.setup = setup
    self.view = view
    evaluator = Evaluator(engine: setup.engine)
    foreground = Foreground(setup.engine.reactor) { [tasks, view] in
      let numbers = tasks.running.map { "[\($0.number)]" }.joined(separator: ", ")
      guard !numbers.isEmpty else { return }
      view.remark("waits for \(numbers), which computes; Ctrl-C drops this input")
    }
  }

  var engine: LuaEngine { evaluator.engine }
  /// Whether the next line continues the earlier ones.
  var isUnfinished: Bool { !pending.isEmpty }

  /// Takes a typed line.
  /// - Returns: the whole input when it is complete, for the history; nil before.
  func take(_ line: String) -> String? {
    let text = isUnfinished ? pending + "\n" + line : line
    let trimmed = text.drop { $0 == " " || $0 == "\t" }
    // Two colons begin a label.
    if trimmed.first == ":", !trimmed.hasPrefix("::"), !isUnfinished {
      perform(String(trimmed))
      return text
    }
    if !isUnfinished, let command = BareWord.command(for: trimmed, isDefined: isDefined) {
      perform(command)
      return text
    }
    if trimmed.allSatisfy(\.isWhitespace) {
      pending = ""
      return nil
    }
    if let code = Self.background(text) {
      guard evaluate(code, inBackground: true) else { return nil }
    } else {
      guard evaluate(text, inBackground: false) else { return nil }
    }
    return text
  }

  /// Drops the lines of an incomplete input.
  func drop() { pending = "" }

  /// Ends the background tasks at the end of the session.
  func endTasks() { tasks.endAll(on: engine) }

  /// Whether a global with this name exists. False when the reactor is busy, because a word such as
  /// `exit` must work then.
  private func isDefined(_ name: String) -> Bool {
    asked(otherwise: false) { engine in
      try await engine.withStack { stack in
        stack.pushGlobals()
        stack.pushRawField(-1, name)
        defer { stack.pop(2) }
        return stack.kind(-1) != .nil
      }
    }
  }

  /// The code before a final `&`, which no Lua text ends with; nil without one.
  static func background(_ text: String) -> String? {
    guard let last = text.lastIndex(where: { !$0.isWhitespace }), text[last] == "&" else {
      return nil
    }
    return String(text[..<last])
  }

  // MARK: Evaluation

  /// Evaluates a text.
  /// - Returns: false when more lines are needed.
  private func evaluate(_ text: String, inBackground: Bool) -> Bool {
    pending = ""
    do {
      let evaluator = evaluator
      switch try foreground.run(on: engine, { try await evaluator.read(text) }) {
      case .unfinished:
        pending = text
        return false
      case .chunk(let chunk):
        if inBackground { start(chunk, text) } else { try run(chunk) }
      }
      if let hint = LocalHint.text(for: text) { view.remark(hint) }
    } catch { report(error) }
    return true
  }

  /// Runs a chunk and shows its values.
  func run(_ chunk: String) throws {
    let evaluator = evaluator
    view.show(try measured { try await evaluator.run(chunk) })
  }

  /// Runs work for the prompt and records how long it took.
  func measured<R: Sendable>(_ body: @escaping @Sendable () async throws -> R) throws -> R {
    let begin = engine.time.monotonic
    defer {
      lastSeconds = (engine.time.monotonic - begin).seconds
      OutputSettings.endDrawing()
    }
    return try foreground.run(on: engine, body)
  }

  private func start(_ chunk: String, _ text: String) {
    let number = tasks.start(text, on: engine) { [evaluator, view] number in
      do {
        let values = try await evaluator.run(chunk)
        view.remark("[\(number)] done")
        view.show(values)
      } catch {
        view.remark("[\(number)] ended")
        view.show(error)
      }
    }
    view.remark("[\(number)] runs; :tasks lists it")
  }

  /// Shows an error, or ends the session when the script asked for it.
  func report(_ error: any Error) {
    if let exit = error as? ScriptExit {
      exitCode = exit.code
      return
    }
    view.show(error)
  }

  private func perform(_ line: String) {
    do { try SessionCommand.perform(line, self) } catch { report(error) }
  }

  // MARK: Completion

  /// The completions of Tab after `before`.
  func complete(_ before: String) -> (insert: String, shown: String) {
    guard let target = CompletionTarget(before, isContinued: isUnfinished) else {
      return (before.allSatisfy { $0 == " " } ? "  " : "", "")
    }
    let result: Completer.Result
    switch target {
    case .command:
      let names = SessionCommand.all.map { ":" + $0.name + ($0.argument.isEmpty ? "" : " ") }
      result = Completer.complete(before, among: names)
    case .file(let prefix, let end): result = FileCompletion.complete(prefix, end: end)
    case .name(let place): result = Completer.complete(place.prefix, among: names(place))
    case .key(let place, let quote):
      let keys = names(place).filter { LuaText.fits($0, in: quote) }
      result = Completer.complete(place.prefix, among: keys, end: "\(quote)]")
    }
    return (result.insert, result.candidates.isEmpty ? "" : view.columns(result.candidates))
  }

  private func names(_ place: Completer.Place) -> [String] {
    asked(otherwise: []) { try await $0.names(for: place) }
  }

  /// Asks the reactor, and gives up soon, because a task may be computing on it.
  private func asked<R: Sendable>(
    otherwise nothing: R, _ question: @escaping @Sendable (LuaEngine) async throws -> R
  ) -> R {
    let answer = Guarded(nothing)
    let answered = Semaphore()
    let engine = engine
    Task(executorPreference: engine.reactor) {
      if let found = try? await question(engine) { answer.withLock { $0 = found } }
      answered.signal()
    }
    _ = answered.wait(milliseconds: 200)
    return answer.withLock { $0 }
  }
}

extension LuaEngine {
  fileprivate func names(for place: Completer.Place) throws -> [String] {
    let modules = moduleNames
    var module: ModuleDescription?
    if place.path.count == 2, case .field(let name) = place.path[1] { module = self.module(name) }
    let found = module
    return try withStack { Completer.names(place, $0, { _ in found }, modules) }
  }
}

import Notation
import Glibc
import HostSetup
import MixCore
import Reactor
import ScriptHost

/// Runs one spec file to its end, test by test: what stops one of them does not stop the others.
struct SpecFileRun: Sendable {
  let path: String
  let selection: SpecSelection
  let stopsAtFailure: Bool
  private let reactor: Reactor
  private let spec: SpecEngine

  /// - Throws: as ``SpecEngine``.
  init(
    _ path: String, _ selection: SpecSelection, stopsAtFailure: Bool, _ options: GlobalOptions,
    share: String, mock: MockProcess?
  ) throws {
    self.path = path
    self.selection = selection
    self.stopsAtFailure = stopsAtFailure
    reactor = Reactor(name: "spec")
    spec = try SpecEngine(
      options, path: path, share: share, seed: selection.seed, mock: mock, reactor: reactor)
  }

  /// On a thread of its own; cancelling the caller ends it soon.
  func run() async -> SpecFileResult {
    let start = PresentTime.monotonic
    let task = Task(executorPreference: reactor) { await steps() }
    var result = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
      spec.engine.interrupt()
    }
    reactor.stop()
    result.seconds = PresentTime.monotonic - start
    return result
  }

  // MARK: On the reactor

  private func steps() async -> SpecFileResult {
    var file = SpecFileResult(path)
    do {
      try await spec.prepare()
      guard try await open(&file) else { return file }
      while !Task.isCancelled, try await step(&file), !(stopsAtFailure && !file.isGood) {}
    } catch is CancellationError {
      // The run ends: what there is by now counts.
    } catch {
      file.fail(Self.report(error))
    }
    return file
  }

  /// Loads the file.
  /// - Returns: whether there is something to run.
  private func open(_ file: inout SpecFileResult) async throws -> Bool {
    guard
      let text = String(
        validating: try ScriptSource.found(path), as: UTF8.self)
    else {
      file.fail("\(path) is not UTF-8 text")
      return false
    }
    let values = try await spec.engine.run(
      "return require('lib.spec').open(...)", name: "=[mixhost]",
      arguments: [path, text] + selection.arguments)
    guard values.count >= 3, case .string(let message) = values[1],
      case .string(let kind) = values[2]
    else { return true }
    if kind == "usage" {
      file.usageProblem = message
    } else {
      let parts = message.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      let position = parts.count == 3 ? "\(parts[0]):\(parts[1])" : nil
      file.fail(message, at: position)
    }
    return false
  }

  /// Runs the next test.
  /// - Returns: whether there may be more.
  private func step(_ file: inout SpecFileResult) async throws -> Bool {
    let start = PresentTime.monotonic
    var values: [LuaValue]
    do {
      values = try await limited { engine in
        try await engine.run("return require('lib.spec').step()", name: "=[mixhost]")
      }
    } catch {
      guard let reason = reason(error) else { throw error }
      values = try await spec.engine.run(
        "return require('lib.spec').stopped(...)", name: "=[mixhost]", arguments: [reason])
    }
    var seconds = PresentTime.monotonic - start
    guard case .object(let told)? = values.first else { return false }
    if case .array(let results)? = told["results"] {
      for case .object(let result) in results {
        file.add(result, seconds: seconds)
        seconds = 0
      }
    }
    return told["more"] == .bool(true)
  }

  /// Why a test was stopped; nil when that was not its own doing.
  private func reason(_ error: any Error) -> String? {
    switch error {
    case is Waited:
      "it took longer than \(Int(exactly: spec.limit).map(String.init) ?? "\(spec.limit)") s: what it waits for does not come "
        + "(or raise the limit with --timeout)"
    case let error as LimitExceeded: "\(error)"
    case let error as ScriptExit: "it called os.exit(\(error.code))"
    case is CancellationError: Task.isCancelled ? nil : "it cancelled its own task"
    default: nil
    }
  }

  private struct Waited: Error {}

  /// Runs work for at most the limit, on the machine's clock.
  private func limited(
    _ work: @escaping @Sendable (LuaEngine) async throws -> [LuaValue]
  ) async throws -> [LuaValue] {
    let engine = spec.engine
    let task = Task(executorPreference: reactor) { try await work(engine) }
    let isOver = Guarded(false)
    let deadline = Reactor.monotonicNanoseconds() + UInt64(clamping: min(spec.limit, 1e9) * 1e9)
    let timer = reactor.scheduleTimer(at: deadline) {
      isOver.withLock { $0 = true }
      task.cancel()
    }
    defer { reactor.cancelTimer(timer) }
    do {
      return try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
    } catch is CancellationError where isOver.withLock({ $0 }) {
      throw Waited()
    }
  }

  private static func report(_ error: any Error) -> String {
    (error as? ScriptError)?.report() ?? "\(error)"
  }
}

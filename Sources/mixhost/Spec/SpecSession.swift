import ArgumentParser
import Bindings
import Glibc
import HostSetup
import Reactor

/// Runs spec files, as many at a time as there are cores; results come in the order of the files.
struct SpecSession {
  private let options: GlobalOptions
  private let share: String
  private let selection: SpecSelection
  private let stopsAtFailure: Bool

  init(
    _ options: GlobalOptions, share: String, _ selection: SpecSelection, stopsAtFailure: Bool
  ) {
    self.options = options
    self.share = share
    self.selection = selection
    self.stopsAtFailure = stopsAtFailure
  }

  /// - Throws: what the set-up of an engine throws; `ExitCode` when it was interrupted.
  func run(_ files: [String]) throws -> [SpecFileResult] {
    let signals = SignalWatch()
    let mock = try options.mock.map { try MockProcess(options: $0) }
    defer { mock?.stop() }
    let (options, share, selection, stops) = (options, share, selection, stopsAtFailure)
    let reactor = Reactor(lentThreadName: "mixhost")
    let outcome = Guarded<[SpecFileResult]>([])
    let task = Task(executorPreference: reactor) {
      let results = await Self.all(files, stopsAtFailure: stops) { path in
        do {
          return try await SpecFileRun(
            path, selection, stopsAtFailure: stops, options, share: share, mock: mock
          ).run()
        } catch {
          return SpecFileResult(path: path, results: [SpecResult(fileError: "\(error)")])
        }
      }
      outcome.withLock { $0 = results }
      reactor.stop()
    }
    signals.onInterrupt { task.cancel() }
    reactor.runOnCallingThread()
    if let code = signals.exitCode {
      OutputSettings.writeError("mixhost: interrupted\n")
      throw ExitCode(code)
    }
    return outcome.withLock { $0 }
  }

  private static func all(
    _ files: [String], stopsAtFailure: Bool,
    _ run: @escaping @Sendable (String) async -> SpecFileResult
  ) async -> [SpecFileResult] {
    let width = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    return await withTaskGroup(of: (Int, SpecFileResult).self) { group in
      var results: [SpecFileResult?] = files.map { _ in nil }
      var next = 0
      // Files in their order up to the first that is not done or has failed.
      var complete = 0
      func start() {
        guard next < files.count else { return }
        let index = next
        next += 1
        group.addTask { (index, await run(files[index])) }
      }
      for _ in 0..<width { start() }
      while let (index, result) = await group.next() {
        results[index] = result
        while complete < files.count, let file = results[complete], file.isGood { complete += 1 }
        if stopsAtFailure, complete < files.count, results[complete] != nil { break }
        start()
      }
      group.cancelAll()
      return results.compactMap(\.self)
    }
  }
}

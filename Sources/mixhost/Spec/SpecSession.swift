import ArgumentParser
import Bindings
import Glibc
import HostSetup
import MixCore
import Reactor
import ScriptHost

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

  /// - Parameter report: gets the results, of which the first failure is the last when it stops a run.
  /// - Throws: what `report` throws; `ExitCode` when the run was interrupted.
  func run<Report: Sendable>(
    _ files: [String], _ report: @escaping @Sendable ([SpecFileResult], HostCall) throws -> Report
  ) throws -> Report {
    let signals = SignalWatch()
    let mock = try MockProcess(of: options)
    defer { mock?.stop() }
    let (options, share, selection, stops) = (options, share, selection, stopsAtFailure)
    let reactor = Reactor(lentThreadName: "mixhost")
    let outcome = Guarded<Result<Report, any Error>?>(nil)
    let task = Task(executorPreference: reactor) {
      let results = await Self.all(files, stopsAtFailure: stops) { path in
        do {
          return try await SpecFileRun(
            path, selection, stopsAtFailure: stops, options, share: share, mock: mock
          ).run()
        } catch {
          var file = SpecFileResult(path)
          file.fail("\(error)")
          return file
        }
      }
      let engine = LuaEngine(reactor: reactor)
      await engine.openScripts { name in
        try PrivateFile.read("\(share)/scripts/\(name).lua") ?? []
      }
      do {
        let made = try await engine.withCall("mixhost test") { try report(results, $0) }
        outcome.withLock { $0 = .success(made) }
      } catch {
        outcome.withLock { $0 = .failure(error) }
      }
      reactor.stop()
    }
    signals.onInterrupt { task.cancel() }
    reactor.runOnCallingThread()
    if let code = signals.exitCode {
      OutputSettings.writeError("mixhost: interrupted\n")
      throw ExitCode(code)
    }
    guard let ending = outcome.withLock({ $0 }) else { throw CancellationError() }
    return try ending.get()
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
        guard next < files.count, !Task.isCancelled else { return }
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
      let all = results.compactMap(\.self)
      guard stopsAtFailure, let first = all.firstIndex(where: { !$0.isGood }) else { return all }
      return Array(all[...first])
    }
  }
}

import Reactor
import ScriptHost

/// Inputs that ended in `&`: they run while the prompt takes the next one.
final class BackgroundTasks: Sendable {
  /// One that runs.
  struct Entry: Sendable {
    let number: Int
    let text: String
    /// On the monotonic clock.
    let started: Duration
    fileprivate let task: Task<Void, Never>
    fileprivate let ended: Semaphore
  }

  /// The result of asking one to stop.
  enum Stop {
    /// No task of that number runs.
    case unknown
    case stopped
    /// Another task computes; it stops when that one lets it.
    case held
  }

  /// In milliseconds: a task that waits has ended by then.
  private static let patience = 100
  /// In milliseconds: one that computes, once it was interrupted.
  private static let longestEnd = 2_000

  private struct State {
    var last = 0
    var running: [Entry] = []
  }

  private let state = Guarded(State())

  /// Those that run, the oldest first.
  var running: [Entry] { state.withLock { $0.running } }

  /// Starts one.
  /// - Parameter body: gets its number.
  /// - Returns: its number.
  @discardableResult
  func start(
    _ text: String, on engine: LuaEngine, _ body: @escaping @Sendable (Int) async -> Void
  ) -> Int {
    state.withLock { state in
      state.last += 1
      let number = state.last
      let ended = Semaphore()
      let task = Task(executorPreference: engine.reactor) { [self] in
        await body(number)
        remove(number)
        ended.signal()
      }
      state.running.append(
        Entry(number: number, text: text, started: engine.time.monotonic, task: task, ended: ended))
      return number
    }
  }

  private func remove(_ number: Int) {
    state.withLock { $0.running.removeAll { $0.number == number } }
  }

  /// Asks one to stop. One that computes is interrupted, where it alone can be the one that does.
  func stop(_ number: Int, on engine: LuaEngine) -> Stop {
    let running = running
    guard let found = running.first(where: { $0.number == number }) else { return .unknown }
    found.task.cancel()
    if found.ended.wait(milliseconds: Self.patience) { return .stopped }
    guard running.count == 1 else { return .held }
    engine.interrupt()
    let ended = found.ended.wait(milliseconds: Self.longestEnd)
    engine.clearInterrupt()
    return ended ? .stopped : .held
  }

  /// Asks all to stop.
  func stopAll() { for entry in running { entry.task.cancel() } }

  /// Ends all, those that compute as well: nothing else of the engine may run on.
  func endAll(on engine: LuaEngine) {
    stopAll()
    for entry in running where !entry.ended.wait(milliseconds: Self.patience) {
      engine.interrupt()
      _ = entry.ended.wait(milliseconds: Self.longestEnd)
    }
    engine.clearInterrupt()
  }
}

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
  }

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
      let task = Task(executorPreference: engine.reactor) { [self] in
        await body(number)
        remove(number)
      }
      state.running.append(
        Entry(number: number, text: text, started: engine.time.monotonic, task: task))
      return number
    }
  }

  private func remove(_ number: Int) {
    state.withLock { $0.running.removeAll { $0.number == number } }
  }

  /// Asks one to stop; false when there is none of that number.
  func stop(_ number: Int) -> Bool {
    let found = running.first { $0.number == number }
    found?.task.cancel()
    return found != nil
  }

  /// Asks all to stop.
  func stopAll() { for entry in running { entry.task.cancel() } }
}

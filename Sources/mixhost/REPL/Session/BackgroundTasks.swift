import Reactor
import ScriptHost

/// Inputs that ended in `&`, which run while the prompt takes the next one.
final class BackgroundTasks: Sendable {
  /// A running task.
  struct Entry: Sendable {
    let number: Int
    let text: String
    /// The start on the monotonic clock.
    let started: Duration
    fileprivate let task: Task<Void, Never>
    fileprivate let ended: Semaphore
  }

  /// The result of a request to stop a task.
  enum Stop {
    /// No task with this number is running.
    case unknown
    case stopped
    /// Another task computes; this one stops after it.
    case held
  }

  /// Milliseconds within which a cancelled task that waits has ended.
  private static let patience = 100
  /// Milliseconds within which an interrupted task that computes has ended.
  private static let longestEnd = 2_000

  private struct State {
    var last = 0
    var running: [Entry] = []
  }

  private let state = Guarded(State())

  /// The running tasks, the oldest first.
  var running: [Entry] { state.withLock { $0.running } }

  /// Starts a task and returns its number.
  /// - Parameter body: receives the number.
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

  /// Asks a task to stop. A task that computes is interrupted, if no other task can be the one that
  /// computes.
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

  /// Asks all tasks to stop.
  func stopAll() { for entry in running { entry.task.cancel() } }

  /// Ends all tasks, including those that compute: nothing else of the engine may continue.
  func endAll(on engine: LuaEngine) {
    stopAll()
    for entry in running where !entry.ended.wait(milliseconds: Self.patience) {
      engine.interrupt()
      _ = entry.ended.wait(milliseconds: Self.longestEnd)
    }
    engine.clearInterrupt()
  }
}

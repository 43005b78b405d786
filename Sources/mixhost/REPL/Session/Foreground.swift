import Reactor
import ScriptHost

/// What the prompt waits for: work on the reactor that Ctrl-C stops.
final class Foreground: Sendable {
  /// A task that is cancelled ends at its next wait, within this time; one that computes is interrupted.
  private static let patience = 50

  private struct Running {
    let engine: LuaEngine
    let cancel: @Sendable () -> Void
    let ended: Semaphore
    var interrupts = 0
  }

  private let running = Guarded<Running?>(nil)
  private let reactor: Reactor

  init(_ reactor: Reactor) { self.reactor = reactor }

  /// Runs `body` on the reactor and blocks the calling thread until it has ended.
  /// - Throws: what `body` throws; `CancellationError` after Ctrl-C.
  func run<R: Sendable>(
    on engine: LuaEngine, _ body: @escaping @Sendable () async throws -> R
  ) throws -> R {
    let done = Semaphore()
    let ended = Semaphore()
    let outcome = Guarded<Result<R, any Error>>(.failure(CancellationError()))
    // Under the lock: Ctrl-C may come as soon as the work has begun, before this thread goes on.
    running.withLock { running in
      let task = Task(executorPreference: reactor) {
        let result: Result<R, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        outcome.withLock { $0 = result }
        ended.signal()
        done.signal()
      }
      running = Running(engine: engine, cancel: { task.cancel() }, ended: ended)
    }
    done.wait()
    running.withLock { $0 = nil }
    engine.clearInterrupt()
    StandardOutput.flush()
    return try outcome.withLock { try $0.get() }
  }

  /// Stops what runs; called on the thread that takes signals.
  /// - Returns: how often it has been asked to stop; 0 when nothing runs.
  func interrupt() -> Int {
    let current = running.withLock { running in
      running?.interrupts += 1
      return running
    }
    guard let current else { return 0 }
    current.cancel()
    if !current.ended.wait(milliseconds: Self.patience) {
      running.withLock { running in
        // Only the one that was meant.
        if running?.ended === current.ended { current.engine.interrupt() }
      }
    }
    return current.interrupts
  }
}

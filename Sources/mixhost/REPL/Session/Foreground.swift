import Reactor
import ScriptHost

/// Runs the prompt's work on the reactor and waits for it; Ctrl-C stops it.
final class Foreground: Sendable {
  /// Milliseconds within which a cancelled task ends at its next wait; afterwards it is
  /// interrupted.
  private static let patience = 50

  /// Milliseconds that work waits for the reactor before a line reports it.
  private static let unnoticed = 200

  /// The progress of the work.
  private enum Phase {
    /// Other code computes on the reactor.
    case held
    case begun
    /// Ctrl-C came while the work was held: it never begins.
    case dropped

    /// Begins the work; false when it was dropped.
    mutating func begin() -> Bool {
      guard self == .held else { return false }
      self = .begun
      return true
    }

    /// Drops the work; false when it has begun.
    mutating func drop() -> Bool {
      guard self == .held else { return false }
      self = .dropped
      return true
    }
  }

  private struct Running {
    let engine: LuaEngine
    let cancel: @Sendable () -> Void
    /// Drops held work; false when it has begun.
    let drop: @Sendable () -> Bool
    let ended: Semaphore
    var interrupts = 0
  }

  private let running = Guarded<Running?>(nil)
  private let reactor: Reactor
  private let whenHeld: @Sendable () -> Void

  /// Makes a foreground.
  /// - Parameter whenHeld: called when work has to wait because other code computes.
  init(_ reactor: Reactor, whenHeld: @escaping @Sendable () -> Void = {}) {
    self.reactor = reactor
    self.whenHeld = whenHeld
  }

  /// Runs `body` on the reactor and blocks the calling thread until it has ended.
  /// - Throws: errors of `body`; `CancellationError` after Ctrl-C.
  func run<R: Sendable>(
    on engine: LuaEngine, _ body: @escaping @Sendable () async throws -> R
  ) throws -> R {
    let done = Semaphore()
    let ended = Semaphore()
    let outcome = Guarded<Result<R, any Error>>(.failure(CancellationError()))
    let phase = Guarded(Phase.held)
    // Under the lock, because Ctrl-C may come after the work has begun and before this thread
    // continues.
    running.withLock { running in
      let task = Task(executorPreference: reactor) {
        guard phase.withLock({ $0.begin() }) else { return }
        let result: Result<R, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        outcome.withLock { $0 = result }
        ended.signal()
        done.signal()
      }
      running = Running(
        engine: engine, cancel: { task.cancel() },
        drop: {
          guard phase.withLock({ $0.drop() }) else { return false }
          done.signal()
          return true
        }, ended: ended)
    }
    if !done.wait(milliseconds: Self.unnoticed) {
      if phase.withLock({ $0 == .held }) { whenHeld() }
      done.wait()
    }
    running.withLock { $0 = nil }
    engine.clearInterrupt()
    StandardOutput.flush()
    return try outcome.withLock { try $0.get() }
  }

  /// Stops the running work; called on the thread that handles signals.
  /// - Returns: the number of requests to stop so far; 0 when nothing runs.
  func interrupt() -> Int {
    let current = running.withLock { running in
      running?.interrupts += 1
      return running
    }
    guard let current else { return 0 }
    current.cancel()
    if current.drop() { return current.interrupts }
    if !current.ended.wait(milliseconds: Self.patience) {
      running.withLock { running in
        // Only the work that was meant, not a later one.
        if running?.ended === current.ended { current.engine.interrupt() }
      }
    }
    return current.interrupts
  }
}

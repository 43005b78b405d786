import Reactor
import ScriptHost

/// The prompt's wait: work on the reactor that Ctrl-C stops.
final class Foreground: Sendable {
  /// A task that is cancelled ends at its next wait, within this time; one that computes is interrupted.
  private static let patience = 50

  /// In milliseconds: how long work waits for the reactor before a line says so.
  private static let unnoticed = 200

  /// How far the work is.
  private enum Phase {
    /// Other code computes on the reactor.
    case held
    case begun
    /// Ctrl-C came while it was held: it never begins.
    case dropped

    /// - Returns: whether it may begin.
    mutating func begin() -> Bool {
      guard self == .held else { return false }
      self = .begun
      return true
    }

    /// - Returns: whether it had not begun.
    mutating func drop() -> Bool {
      guard self == .held else { return false }
      self = .dropped
      return true
    }
  }

  private struct Running {
    let engine: LuaEngine
    let cancel: @Sendable () -> Void
    /// Drops work that is held; false when it has begun.
    let drop: @Sendable () -> Bool
    let ended: Semaphore
    var interrupts = 0
  }

  private let running = Guarded<Running?>(nil)
  private let reactor: Reactor
  private let whenHeld: @Sendable () -> Void

  /// - Parameter whenHeld: called when work has to wait because other code computes.
  init(_ reactor: Reactor, whenHeld: @escaping @Sendable () -> Void = {}) {
    self.reactor = reactor
    self.whenHeld = whenHeld
  }

  /// Runs `body` on the reactor and blocks the calling thread until it has ended.
  /// - Throws: what `body` throws; `CancellationError` after Ctrl-C.
  func run<R: Sendable>(
    on engine: LuaEngine, _ body: @escaping @Sendable () async throws -> R
  ) throws -> R {
    let done = Semaphore()
    let ended = Semaphore()
    let outcome = Guarded<Result<R, any Error>>(.failure(CancellationError()))
    let phase = Guarded(Phase.held)
    // Under the lock: Ctrl-C may come as soon as the work has begun, before this thread continues.
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

  /// Stops what runs; called on the thread that takes signals.
  /// - Returns: how often it has been asked to stop; 0 when nothing runs.
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
        // Only the one that was meant.
        if running?.ended === current.ended { current.engine.interrupt() }
      }
    }
    return current.interrupts
  }
}

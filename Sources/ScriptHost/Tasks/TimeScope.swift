internal import Reactor

/// The time limit of a `mix.task.timeout` for its function and the tasks in it.
///
/// A timer ends it while the function waits. Timers fire only between two turns of the reactor, so
/// while Lua computes, its ticks check the clock (``look()``).
final class TimeScope {
  private let time: any TimeSource
  private let deadline: Duration
  private let outer: TimeScope?
  private let onEnd: () -> Void
  private let reactor: Reactor
  /// Whether this scope's own time is over.
  private(set) var isExpired = false

  /// Starts the time.
  /// - Parameters:
  ///   - seconds: length from now on.
  ///   - outer: the enclosing scope.
  ///   - onEnd: called once, in a separate turn of the reactor, when the time is over.
  init(
    seconds: Double, _ state: ScriptState, within outer: TimeScope?, onEnd: @escaping () -> Void
  ) {
    time = state.time
    reactor = state.reactor
    deadline = state.time.monotonic + .seconds(clamping: seconds)
    self.outer = outer
    self.onEnd = onEnd
  }

  /// Whether the time of this scope or of an enclosing one is over.
  var isOver: Bool { isExpired || outer?.isOver ?? false }

  /// Checks the clock if it moves while Lua computes; a recorded run must not depend on the
  /// machine's speed.
  /// - Returns: ``isOver``.
  func look() -> Bool {
    if !isOver, time.passesWhileComputing { expire(at: time.monotonic) }
    return isOver
  }

  private func expire(at now: Duration) {
    if now >= deadline { expire() }
    outer?.expire(at: now)
  }

  /// Ends the time: the scope's tasks are cancelled from now on.
  func expire() {
    guard !isExpired else { return }
    isExpired = true
    // In a later turn, because Lua may be running.
    reactor.later(onEnd)
  }
}

internal import Reactor

/// The time that a `mix.task.timeout` gives its function and the tasks in it.
///
/// A timer ends it while the function waits; while Lua computes, the ticks look at the clock
/// (``look()``), for timers fire between two turns of the reactor only.
final class TimeScope {
  private let time: any TimeSource
  private let deadline: Duration
  private let outer: TimeScope?
  private let onEnd: () -> Void
  private let reactor: Reactor
  /// Whether this scope's own time is over.
  private(set) var isExpired = false

  /// - Parameters:
  ///   - seconds: how long it lasts, from now on.
  ///   - outer: the scope around it.
  ///   - onEnd: called once, in a turn of the reactor's own, when the time is over.
  init(
    seconds: Double, _ state: ScriptState, within outer: TimeScope?, onEnd: @escaping () -> Void
  ) {
    time = state.time
    reactor = state.reactor
    deadline = state.time.monotonic + .seconds(clamping: seconds)
    self.outer = outer
    self.onEnd = onEnd
  }

  /// Whether its time, or that of a scope around it, is over.
  var isOver: Bool { isExpired || outer?.isOver ?? false }

  /// Looks at the clock. Only where it moves while Lua computes: a recorded run does not depend on how
  /// fast the machine is.
  /// - Returns: ``isOver``.
  func look() -> Bool {
    if !isOver, time.passesWhileComputing { expire(at: time.monotonic) }
    return isOver
  }

  private func expire(at now: Duration) {
    if now >= deadline { expire() }
    outer?.expire(at: now)
  }

  /// Ends it: its tasks are cancelled from now on.
  func expire() {
    guard !isExpired else { return }
    isExpired = true
    // In a turn of its own: Lua may be running.
    reactor.later(onEnd)
  }
}

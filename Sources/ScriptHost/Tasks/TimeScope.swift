internal import CLua
internal import Notation
internal import Reactor

/// The time limit of a `mix.task.timeout` or `mix.task.limit` for its function and the tasks in it.
///
/// A timer ends a time-out while the function waits. Timers fire only between two turns of the
/// reactor, so while Lua computes, its ticks check the clock (``look()``).
final class TimeScope {
  /// The measure of the time.
  private enum Measure {
    /// The clock, up to a moment.
    case clock(deadline: Duration)
    /// The computing of Lua without waits, in nanoseconds; `used` of the present slice do not count.
    case computing(UInt64, used: UInt64)
  }

  private let time: any TimeSource
  private var measure: Measure
  private let vm: UnsafeMutablePointer<clua_vm>
  private let outer: TimeScope?
  private let onEnd: () -> Void
  private let reactor: Reactor
  /// Whether this scope's own time is over.
  private(set) var isExpired = false

  /// Starts the time.
  /// - Parameters:
  ///   - seconds: length from now on.
  ///   - computing: whether waits do not count, and a slice counts from zero.
  ///   - outer: the enclosing scope.
  ///   - onEnd: called once, in a separate turn of the reactor, when the time is over.
  init(
    seconds: Double, computing: Bool = false, _ state: ScriptState, within outer: TimeScope?,
    onEnd: @escaping () -> Void
  ) {
    time = state.time
    reactor = state.reactor
    vm = state.vm
    measure =
      computing
      ? .computing(UInt64(clamping: min(seconds, 1e9) * 1e9), used: clua_slice_used(state.vm))
      : .clock(deadline: state.time.monotonic + .seconds(clamping: seconds))
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
    switch measure {
    case .clock(let deadline): if now >= deadline { expire() }
    case .computing(let most, let before):
      let used = clua_slice_used(vm)
      // A new slice has begun.
      if used < before { measure = .computing(most, used: 0) }
      if used >= most + (used < before ? 0 : before) { expire() }
    }
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

internal import Reactor

// The functions of `mix.task` that wait for a clock.
extension TaskModule {
  /// `mix.task.timeout`.
  static func addTimeout(_ module: inout Module) {
    module.asyncFunction(
      "timeout", "Runs a function for at most a time; then it is cancelled.",
      Parameter("seconds", "number of seconds, or a text such as \"1m\"", DurationArgument.self),
      Parameter("fn", "what to run", LuaFunction.self),
      returns: "any…  the function's results; nil, err (kind \"timeout\") when the time was over",
      example: "local page, err = mix.task.timeout(5, function() return slow() end)"
    ) { context, limit, fn -> Several in
      try await run(fn, in: context, for: limit.seconds) { scope in
        expire(scope, after: Duration.seconds(clamping: min(limit.seconds, 1e9)), context.state)
      } orThrow: {
        HostError(
          kind: "timeout", message: "timed out after \(limit.seconds) s", retryable: true)
      }
    }
  }

  /// `mix.task.limit`.
  static func addLimit(_ module: inout Module) {
    module.asyncFunction(
      "limit",
      "Runs a function that may compute for at most a time without waiting; then it is cancelled.",
      Parameter("seconds", "number of seconds, or a text such as \"1m\"", DurationArgument.self),
      Parameter("fn", "what to run, such as another's code", LuaFunction.self),
      returns: "any…  the function's results; nil, err (kind \"limit\") when it computed longer",
      example: "local found, err = mix.task.limit(10, function() return service:search(query) end)"
    ) { context, limit, fn -> Several in
      try await run(fn, in: context, for: limit.seconds, computing: true) { _ in
        {}
      } orThrow: {
        HostError(kind: "limit", message: "computed for \(limit.seconds) s without an end")
      }
    }
  }

  /// Runs a function in a scope of time.
  /// - Parameters:
  ///   - start: starts what ends the scope while the function waits; its result stops that.
  ///   - failure: the error when the time was over.
  private static func run(
    _ fn: LuaFunction, in context: HostContext, for seconds: Double, computing: Bool = false,
    start: (TimeScope) -> () -> Void, orThrow failure: () -> HostError
  ) async throws -> Several {
    let winner = Winner()
    let nursery = try Nursery(context, isBounded: true)
    let child = nursery.makeChild(computing ? "task.limit" : "task.timeout")
    let scope = TimeScope(
      seconds: seconds, computing: computing, context.state, within: child.timeScope
    ) {
      nursery.cancelAll()
    }
    child.timeScope = scope
    fn.push(child.stack)
    nursery.start(child, arguments: 0) { child, state, result in
      guard case .success(let count) = result else { return }
      winner.take(count, child.stack, state)
    }
    let stop = start(scope)
    defer { stop() }
    try await nursery.finish()
    if let values = winner.values { return Several(values) }
    guard scope.isExpired else { throw CancellationError() }
    throw failure()
  }

  /// Starts a timer that ends a scope after a time; the result stops the timer.
  private static func expire(
    _ scope: TimeScope, after duration: Duration, _ state: ScriptState
  ) -> () -> Void {
    let (time, reactor) = (state.time, state.reactor)
    if time is SystemTime {
      let timer = time.scheduleTimer(at: time.monotonic + duration, on: reactor) { scope.expire() }
      return { time.cancelTimer(timer, on: reactor) }
    }
    // A clock that sleeps advance would reach the end before the function has begun, so the sleep
    // starts in a later turn.
    let (confined, timer) = (Confined(scope, to: reactor), SleepingTimer())
    reactor.later {
      guard !timer.isStopped else { return }
      timer.task = Task(executorPreference: reactor) {
        guard (try? await time.sleep(for: duration)) != nil else { return }
        confined.value.expire()
      }
    }
    return { timer.stop() }
  }

  /// `mix.task.sleep`.
  static func addSleep(_ module: inout Module) {
    let length = Parameter(
      "seconds", "number of seconds, or a text such as \"250ms\"", DurationArgument.self)
    module.asyncFunction(
      "sleep", "Waits; other tasks continue.", length, returnsNothing: true,
      example: "mix.task.sleep(0.5)",
      start: { call in
        let (state, seconds) = (call.state, try length.read(call, 1).seconds)
        let duration = Duration.seconds(clamping: min(seconds, 1e9))
        let isRealWait = seconds * 1e9 >= Double(TaskRun.realWait)
        if state.time is SystemTime {
          if seconds <= 0 { return .suspends { wait in yield(wait, state) } }
          if isRealWait { return .suspends { $0.sleep(for: duration) } }
        }
        return .waits {
          try await state.time.sleep(for: duration)
          // Also where a test or a recording supplies the clock and no time passes.
          if isRealWait { state.beginSlice() }
          return Nothing()
        }
      })
  }

  /// Ends a call after all other tasks had a turn.
  private static func yield(_ wait: SuspendedCall, _ state: ScriptState) {
    let reactor = state.reactor
    // Tasks that are started from now on begin after this call ends.
    state.beginnings = nil
    // A cancellation needs no handler, because it would come after this end.
    reactor.later { wait.finish(returning: Nothing(), beginsSlice: false) }
  }
}

/// A timer that becomes a Swift task.
private final class SleepingTimer {
  var task: Task<Void, Never>?
  private(set) var isStopped = false

  func stop() {
    isStopped = true
    task?.cancel()
  }
}

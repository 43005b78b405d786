internal import CLua
internal import Reactor

// @unchecked Sendable: confined to the engine's reactor.
/// Runs a task, or a series of tasks, to the end: resumes, waits, resumes again.
///
/// Asynchronous host functions need a Swift task. The end of a ``SuspendedCall`` resumes the
/// coroutine directly. ``drive()`` uses one Swift task for the whole run, which sleeps meanwhile;
/// ``begin()`` uses one only while asynchronous functions run.
final class TaskRun: @unchecked Sendable {  // confined: see above
  /// Called when a task ends, with the number of results or the error; returns the next task of a
  /// series.
  typealias Next = (ScriptTask, Result<Int32, any Error>) -> ScriptTask?

  /// The next job of the Swift task.
  private enum Step {
    case ended(Result<Int32, any Error>)
    case body(WaitingBody)
    /// Waits until a suspended call ends.
    case none
  }

  /// Nanoseconds of the reactor's rest from which a wait counts as real. Shorter waits, and waits
  /// in which the host called back into the script, stay in the same slice (docs/sandbox.md).
  static let realWait: UInt64 = 1_000_000

  private let state: ScriptState
  private var task: ScriptTask
  private let next: Next?
  // Number of values above the function on the stack of each task.
  private let arguments: Int32
  /// The number of the suspended call that may end; earlier ones have ended.
  private var callNumber: UInt32 = 0
  private var isStarting = false
  private var hasEnded = false
  /// Number of values that the task gets from a call that ended while it was being started.
  private var earlyEnd: Int32?
  /// The timer of the `mix.task.sleep` that the task waits in.
  private var timer: TimerID?
  /// The step that follows the end of a suspended call; without a driving Swift task the first step
  /// of the next one.
  private var wakingStep: Step?
  private var sleeper: UnsafeContinuation<Void, any Error>?
  /// The nursery that receives the end of a run without a driving Swift task.
  private var nursery: Nursery?
  private let onEnd: Nursery.OnEnd?

  /// Makes a run for ``drive()``.
  init(_ state: ScriptState, _ task: ScriptTask, arguments: Int32, next: Next? = nil) {
    self.state = state
    self.task = task
    self.arguments = arguments
    self.next = next
    onEnd = nil
  }

  /// Makes a run for ``begin()``.
  /// - Parameters:
  ///   - nursery: receives the end.
  ///   - onEnd: passed to the nursery with the end.
  init(
    _ state: ScriptState, _ task: ScriptTask, arguments: Int32, in nursery: Nursery,
    onEnd: @escaping Nursery.OnEnd
  ) {
    self.state = state
    self.task = task
    self.arguments = arguments
    next = nil
    self.nursery = nursery
    self.onEnd = onEnd
  }

  /// Runs to the end within the calling Swift task.
  /// - Returns: the number of results on top of the last task's stack.
  func drive() async throws -> Int32 {
    if let end = state.end(of: task) { throw end }
    // The function is an argument of the task's main function (clua_push_task_main).
    var step = advance(arguments + 1)
    while true {
      switch step {
      case .ended(let result):
        hasEnded = true
        return try result.get()
      case .none:
        step = try await sleep()
      case .body(let body): step = await advance(after: body)
      }
    }
  }

  /// Runs an asynchronous body and continues the task.
  private func advance(after body: WaitingBody) async -> Step {
    let (rest, callbacks) = (state.reactor.restNanoseconds, task.callbacks)
    var count: Int32
    do {
      count = try await body(HostContext(state: state, task: task))
    } catch {
      count = state.pushEnd(task) { _ in throw error }
    }
    let rested = state.reactor.restNanoseconds - rest
    if rested >= Self.realWait, task.callbacks == callbacks { state.beginSlice(of: task) }
    return advance(count)
  }

  /// Waits until a suspended call has ended and a step follows.
  private func sleep() async throws -> Step {
    while true {
      if let step = wakingStep {
        wakingStep = nil
        return step
      }
      try await state.reactor.suspend { continuation in
        if wakingStep == nil { sleeper = continuation } else { continuation.resume() }
      } onCancel: {
        self.cancel()
      }
    }
  }

  /// Called when the Swift task is cancelled: cancels the running task for good.
  private func cancel() {
    if !hasEnded { task.cancel() }
  }

  /// Resumes the task with the top `count` values until it ends or has to wait.
  private func advance(_ count: Int32) -> Step {
    var count = count
    while true {
      switch state.resume(task, count) {
      case .waits:
        switch state.wait.take() {
        case .begin(let begin):
          guard let end = start(begin) else { return .none }
          // Continues here rather than where the call ended, so that waits do not nest.
          count = end
        case .body(let body): return .body(body)
        case nil: preconditionFailure("a task waits for nothing")
        }
      case .ended(let result):
        guard let following = next?(task, result) else { return .ended(result) }
        task = following
        count = arguments + 1
      }
    }
  }

  // MARK: Without a Swift task

  /// Runs the task without a Swift task, whose frames take as much memory as the rest of a waiting
  /// task. On the engine's reactor, in a separate turn.
  func begin() {
    if task.isCancelled { return follow(.ended(.failure(CancellationError()))) }
    if let end = state.end(of: task) { return follow(.ended(.failure(end))) }
    follow(advance(arguments + 1))
  }

  private func follow(_ step: Step) {
    switch step {
    case .none: return
    case .ended(let result):
      hasEnded = true
      if let nursery = nursery.take(), let onEnd { nursery.ended(task, result, onEnd) }
    case .body:
      wakingStep = step
      let driver = Task(executorPreference: state.reactor) { [state] in
        await state.engine.continueRun(self)
      }
      task.driver = driver
      if task.isCancelled { driver.cancel() }
    }
  }

  /// Runs asynchronous bodies while one follows another.
  fileprivate func runBodies() async {
    var step = wakingStep.take() ?? Step.none
    while case .body(let body) = step { step = await advance(after: body) }
    task.driver = nil
    follow(step)
  }

  // MARK: Suspended calls

  private func start(_ begin: (SuspendedCall) -> Void) -> Int32? {
    callNumber &+= 1
    isStarting = true
    begin(SuspendedCall(run: self, number: callNumber))
    isStarting = false
    return earlyEnd.take()
  }

  fileprivate func finish(
    _ number: UInt32, beginsSlice: Bool, _ push: (HostCall) throws -> Int32
  ) {
    guard number == callNumber else { return }
    callNumber &+= 1
    task.onCancel = nil
    let count = state.pushEnd(task, push)
    guard !isStarting else { return earlyEnd = count }
    if beginsSlice { state.beginSlice(of: task) }
    let step = advance(count)
    if case .none = step { return }
    if nursery != nil { return follow(step) }
    wakingStep = step
    sleeper.take()?.resume()
  }

  fileprivate func finish(_ number: UInt32, with result: Result<any LuaResult, any Error>) {
    var isReal = true  // it waited for what came from outside
    if case .failure(let error) = result, error is CancellationError { isReal = state.hasRested }
    finish(number, beginsSlice: isReal) { try result.get().push($0) }
  }

  // The closures of a sleep capture one reference, which needs no allocation: a hundred thousand
  // tasks may sleep concurrently.
  fileprivate func sleep(for duration: Duration) {
    let time = state.time
    timer = time.scheduleTimer(at: time.monotonic + duration, on: state.reactor) { [self] in
      timer = nil
      finish(callNumber, beginsSlice: true) { Nothing().push($0) }
    }
    task.onCancel = { [self] in endSleep() }
  }

  private func endSleep() {
    guard let timer = timer.take() else { return }
    state.time.cancelTimer(timer, on: state.reactor)
    // In a later turn, because the code of another task may be cancelling.
    let number = callNumber
    state.reactor.later { [self] in
      finish(number, beginsSlice: state.hasRested) { _ in throw CancellationError() }
    }
  }

  fileprivate func onCancel(of number: UInt32, _ handler: @escaping () -> Void) {
    if number == callNumber { task.onCancel = handler }
  }
}

extension LuaEngine {
  /// The body of the Swift task of a run that began without one.
  fileprivate func continueRun(_ run: TaskRun) async { await run.runBodies() }
}

/// A call that was started and whose task waits for ``finish(_:)``. On the engine's reactor only.
///
/// For a wait for a single callback it is cheaper than an asynchronous body.
public struct SuspendedCall: Sendable {
  fileprivate let run: TaskRun
  fileprivate let number: UInt32

  /// Ends the call with its result or error, and resumes the task before it returns; later calls do
  /// nothing. Call it from outside Lua and Swift tasks, or while the call is being started: then
  /// the task resumes after that.
  public func finish(_ result: Result<any LuaResult, any Error>) {
    run.finish(number, with: result)
  }

  /// Ends the call with its result, like ``finish(_:)``.
  /// - Parameter beginsSlice: whether this was a real wait, after which the script's running time
  ///   starts anew.
  public func finish(returning result: some LuaResult, beginsSlice: Bool = true) {
    run.finish(number, beginsSlice: beginsSlice) { try result.push($0) }
  }

  /// Ends the call after a time, by a timer of the reactor and without a Swift task, or when the
  /// task is cancelled. For the machine's clock only: ``SystemTime``.
  func sleep(for duration: Duration) { run.sleep(for: duration) }

  /// Sets a handler for the cancellation of the waiting task; call ``finish(_:)`` soon afterwards.
  public func onCancel(_ handler: @escaping () -> Void) {
    run.onCancel(of: number, handler)
  }
}

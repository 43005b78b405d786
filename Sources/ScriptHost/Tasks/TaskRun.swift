internal import CLua
internal import Reactor

// @unchecked Sendable: confined to the engine's reactor.
/// Takes a task, or tasks that follow each other, to the end: resumes, waits, resumes again.
///
/// One Swift task stands behind a run. It does what needs one, the asynchronous host functions. The
/// end of a ``SuspendedCall`` resumes the coroutine where it happens, while the Swift task sleeps on.
final class TaskRun: @unchecked Sendable {  // confined: see above
  /// Gets a task that has ended, so many results on top of its stack or the error; returns the next
  /// one of a series.
  typealias Next = (ScriptTask, Result<Int32, any Error>) -> ScriptTask?

  /// What the Swift task is needed for.
  private enum Step {
    case ended(Result<Int32, any Error>)
    case call(PendingCall, StartedCall.Rest)
  }

  private let state: ScriptState
  private var task: ScriptTask
  // How many values follow the function on the stack of each task.
  private let arguments: Int32
  private let next: Next?
  private var step: Step?
  private var sleeper: UnsafeContinuation<Void, any Error>?
  private var hasEnded = false

  init(_ state: ScriptState, _ task: ScriptTask, arguments: Int32, next: Next? = nil) {
    self.state = state
    self.task = task
    self.arguments = arguments
    self.next = next
  }

  /// Drives to the end, within the calling Swift task.
  /// - Returns: how many results are on top of the last task's stack.
  func drive() async throws -> Int32 {
    begin()
    while true {
      if step == nil { try await sleep() }
      guard let step else { continue }
      self.step = nil
      switch step {
      case .ended(let result):
        hasEnded = true
        return try result.get()
      case .call(let pending, let run):
        let result: Result<any LuaResult, any Error>
        do {
          result = .success(try await run())
        } catch {
          result = .failure(error)
        }
        advance(state.pushEnd(of: pending.function, task) { try result.get().push($0) })
      }
    }
  }

  /// Waits until there is a step; the end of a suspended call makes one, or none.
  private func sleep() async throws {
    try await state.reactor.suspend { continuation in
      if step == nil { sleeper = continuation } else { continuation.resume() }
    } onCancel: {
      self.cancel()
    }
  }

  /// The Swift task was cancelled: what runs now is cancelled for good.
  private func cancel() {
    if !hasEnded { task.cancel() }
  }

  private func begin() {
    // The function itself is an argument of the task's main function (clua_push_task_main).
    advance(arguments + 1)
  }

  /// Resumes the task with the top `count` values until it ends or waits for what has not happened.
  private func advance(_ count: Int32) {
    var count = count
    while true {
      switch state.resume(task, count) {
      case .waits(let pending):
        switch pending.work {
        case .run(let run): step = .call(pending, run)
        case .begin(let begin):
          let call = SuspendedCall(self, pending.function)
          task.suspended = call
          return begin(call)
        }
      case .ended(let result):
        guard let following = next?(task, result) else {
          step = .ended(result)
          break
        }
        task = following
        count = arguments + 1
        continue
      }
      return wake()
    }
  }

  private func wake() {
    sleeper?.resume()
    sleeper = nil
  }

  /// A suspended call has ended.
  func resume(_ function: HostFunctionBox, _ push: (HostCall) throws -> Int32) {
    task.suspended = nil
    advance(state.pushEnd(of: function, task, push))
  }
}

// @unchecked Sendable: confined to the engine's reactor; `cancel` is called there too.
/// A call that was started and whose task waits for ``finish(_:)``.
///
/// Where nothing but a callback is waited for, this is cheaper than an asynchronous body, by the
/// creation, suspension and resumption of its frames.
public final class SuspendedCall: @unchecked Sendable {  // confined: see above
  private var run: TaskRun?
  private let function: HostFunctionBox
  /// Called when the waiting task is cancelled: ``finish(_:)`` should follow soon.
  public var onCancel: (() -> Void)?

  init(_ run: TaskRun, _ function: HostFunctionBox) {
    self.run = run
    self.function = function
  }

  /// Gives the call its result, or its error, and goes on with the task, before this returns. Once, on
  /// the engine's reactor, from outside of Lua and of Swift tasks, and not while the call is started.
  public func finish<R: LuaResult>(_ result: Result<R, any Error>) {
    guard let run else { return }
    self.run = nil
    onCancel = nil
    run.resume(function) { try result.get().push($0) }
  }

  func cancel() { onCancel?() }
}

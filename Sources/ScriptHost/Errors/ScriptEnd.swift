internal import CLua

/// The end of a script: a limit, its own exit, a cancellation, a closed output.
///
/// Nothing turns an end into another error. In Lua no `pcall` catches one. In Swift, a host
/// function that calls back into the script may catch the callback's error and lose it; therefore
/// the run itself keeps its end (``ScriptState/keep(_:of:)``): no task of the run resumes any more,
/// and every host function that returns raises the end again. Catch clauses still rethrow ends, so
/// that the host function ends early.
///
/// A rule that uses up its own budget does not end the script: it throws a ``HostError`` of kind
/// `limit`.
public protocol ScriptEnd: Error {}

extension LimitExceeded: ScriptEnd {}
extension ScriptExit: ScriptEnd {}
/// Ends the cancelled tasks, not the run.
extension CancellationError: ScriptEnd {}

extension ScriptState {
  /// Keeps the first end of a run. Cancellations are kept by their tasks instead.
  func keep(_ end: any Error, of task: ScriptTask?) {
    guard let task, end is any ScriptEnd, !(end is CancellationError) else { return }
    let root = task.root
    if root.end == nil { root.end = end }
    hasKeptEnd = true
  }

  /// False when ``end(of:)`` is nil for the running task, which is the usual case.
  @inline(__always)
  var mayHaveEnded: Bool { hasKeptEnd || vm.pointee.timed || isInterrupted }

  /// Why a task must stop: its run has ended, or the task is interrupted or past its time-out; nil
  /// while it may run. Checked after every call of a host function.
  @inline(__always)
  func end(of task: ScriptTask?) -> (any Error)? {
    guard let task, hasKeptEnd || task.timeScope != nil || isInterrupted else { return nil }
    return foundEnd(of: task)
  }

  /// Whether the run of a task has ended or is interrupted, so that its tasks only unwind.
  func hasEnded(_ task: ScriptTask) -> Bool {
    isInterrupted || hasKeptEnd && task.root.end != nil
  }

  /// Whether an earlier end may still unwind one more task. All tasks of a run share the time for
  /// `<close>` handlers, because a few milliseconds for each of a hundred thousand tasks are
  /// minutes.
  var unwindsFurther: Bool {
    guard let current, hasEnded(current) else {
      hasUnwound = false
      return false
    }
    defer { hasUnwound = true }
    return hasUnwound || current.root.end != nil
  }

  private func foundEnd(of task: ScriptTask) -> (any Error)? {
    if hasKeptEnd, let end = task.root.end { return end }
    return isInterrupted || task.timeScope?.isOver ?? false ? CancellationError() : nil
  }

  /// The Swift error of a fatal code; nil when nothing fatal happened. Clears the code.
  /// - Parameter task: the task that it stopped.
  func takeFatal(of task: ScriptTask?) -> (any Error)? {
    let code = vm.pointee.fatal
    vm.pointee.fatal = Int32(CLUA_FATAL_NONE)
    defer { stop = nil }
    let end: any Error
    switch Int(code) {
    case CLUA_FATAL_NONE: return nil
    case CLUA_FATAL_CANCELLED: return CancellationError()
    case CLUA_FATAL_TIME: end = stop ?? LimitExceeded.time(seconds: limits.sliceSeconds)
    case CLUA_FATAL_MEMORY:
      endedByMemory = true
      end = stop ?? memoryEnd
    case CLUA_FATAL_INSTRUCTIONS: end = stop ?? LimitExceeded.instructions(0)
    default: end = stop ?? LimitExceeded.outputClosed
    }
    keep(end, of: task)
    return end
  }

  private var memoryEnd: LimitExceeded {
    vm.pointee.denied ? .outOfMemory(bytes: vm.pointee.limit) : .memory(bytes: limits.memoryBytes)
  }
}

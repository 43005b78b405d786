internal import CLua
internal import Reactor

/// The child tasks of one structured call (`map`, `all`, `race`, `scope`, `timeout`).
///
/// No child outlives the call; the first failure cancels the others; cancelling the caller cancels
/// all.
final class Nursery {
  /// Called with a child that has ended, and the number of results on top of its stack, or the
  /// error. Everything it needs comes as arguments, because each of a hundred thousand children
  /// would keep a copy of captured values.
  typealias OnEnd = (ScriptTask, ScriptState, Result<Int32, any Error>) -> Void

  let state: ScriptState
  private let parent: ScriptTask?
  // The newest running child of a linked list: changing a link needs no check for exclusive access,
  // unlike changing an array.
  private var newest: ScriptTask?
  private var waiter: UnsafeContinuation<Void, any Error>?
  /// The first failure; later ones are its consequences.
  private(set) var failure: (any Error)?
  /// Whether the nursery was cancelled: no child starts any more, running ones are being cancelled.
  private(set) var isCancelled = false

  /// Whether a time-out ends the wait for the children.
  private let isBounded: Bool

  /// Makes a nursery.
  /// - Throws: ``HostError`` when tasks are nested too deeply.
  init(_ context: HostContext, isBounded: Bool = false) throws {
    self.isBounded = isBounded
    try ScriptTask.checkDepth(below: context.task)
    state = context.state
    parent = context.task
  }

  deinit {
    // Releases one child at a time: a chain of releases would recurse as deep as the list is long.
    while let child = newest {
      newest = child.next
      newest?.previous = nil
      child.next = nil
    }
  }

  /// Makes a child; the caller pushes its function and arguments.
  func makeChild(_ name: String, _ number: Int? = nil, of count: Int? = nil) -> ScriptTask {
    let child = state.makeTask(name, number: number, of: count)
    if let parent {
      child.join(parent)
      parent.callbacks &+= 1
    }
    return child
  }

  /// Starts a child.
  /// - Parameters:
  ///   - arguments: number of values above the function on the child's stack.
  ///   - onEnd: called when the child ends.
  func start(_ child: ScriptTask, arguments: Int32, onEnd: @escaping OnEnd) {
    add(child)
    state.beginSoon(TaskRun(state, child, arguments: arguments, in: self, onEnd: onEnd))
    if isCancelled { child.cancel() }
  }

  /// Starts children one after another in one Swift task, which is cheaper than a task for each.
  ///
  /// A child that cancels itself leaves no result; any other failure ends the series.
  func start(_ series: Series) {
    guard let first = next(of: series) else { return }
    let confined = Confined((self, series), to: state.reactor)
    let driver = Task(executorPreference: state.reactor) { [state] in
      await state.engine.driveSeries(from: first, confined)
    }
    series.driver = driver
    first.driver = driver
  }

  /// Called by the engine when a child of a series has ended; returns the next child, nil for none.
  func ended(
    _ child: ScriptTask, _ result: Result<Int32, any Error>, in series: Series
  ) -> ScriptTask? {
    remove(child)
    var following: ScriptTask?
    switch result {
    case .success(let count):
      series.onSuccess(child, count)
      state.recycle(child)
      following = next(of: series)
    case .failure(let error):
      fail(error, cancelledByItself: child.isCancelled)
      state.recycle(child)
      // A child that cancelled itself also cancelled its driver, so the rest gets a new one.
      if !isCancelled { start(series) }
    }
    wakeWhenDone()
    return following
  }

  private func next(of series: Series) -> ScriptTask? {
    guard !isCancelled, let child = series.next() else { return nil }
    add(child)
    child.driver = series.driver
    return child
  }

  /// Handles the end of a child.
  func ended(_ child: ScriptTask, _ end: Result<Int32, any Error>, _ onEnd: OnEnd) {
    remove(child)
    let result = end.mapError { child.placed($0) }
    if case .failure(let error) = result {
      fail(error, cancelledByItself: child.isCancelled)
    }
    onEnd(child, state, result)
    state.recycle(child)
    wakeWhenDone()
  }

  private func add(_ child: ScriptTask) {
    child.next = newest
    newest?.previous = child
    newest = child
  }

  private func remove(_ child: ScriptTask) {
    let (next, previous) = (child.next, child.previous)
    if let previous { previous.next = next } else { newest = next }
    next?.previous = previous
    child.next = nil
    child.previous = nil
  }

  private var running: [ScriptTask] {
    Array(
      sequence(state: newest) { next in
        defer { next = next?.next }
        return next
      })
  }

  private func wakeWhenDone() {
    if newest == nil, let waiter {
      self.waiter = nil
      if !isBounded { state.waits.release() }
      waiter.resume()
    }
  }

  private func fail(_ error: any Error, cancelledByItself: Bool) {
    // A cancelled child is not a failure: its handle or its nursery asked for it.
    if error is CancellationError, cancelledByItself || isCancelled { return }
    if failure == nil { failure = error }
    cancelAll()
  }

  /// Cancels every child for good. Only once: otherwise each child that ends with the run would
  /// cancel all others again.
  func cancelAll() {
    guard !isCancelled else { return }
    isCancelled = true
    // A cancelled child may end at once and leave the list.
    for child in running.reversed() { child.cancel() }
  }

  /// Waits until every child has ended.
  /// - Throws: the first failure, or `CancellationError` when the caller was cancelled.
  func finish() async throws {
    while newest != nil {
      try await state.reactor.suspend { continuation in
        // Checked again, because other jobs may have run before the suspension.
        if newest == nil { return continuation.resume() }
        waiter = continuation
        if !isBounded { state.waits.hold() }
      } onCancel: {
        self.cancelAll()
      }
    }
    if let failure { throw failure }
    try Task.checkCancellation()
  }

  /// Children that run one after another.
  final class Series {
    /// Number of values above the function on a child's stack.
    let arguments: Int32
    /// Makes the next child with its function and arguments pushed; nil after the last.
    let next: () -> ScriptTask?
    /// Called when a child succeeds, with the number of results on top of its stack.
    let onSuccess: (ScriptTask, Int32) -> Void
    fileprivate var driver: Task<Void, Never>?

    init(
      arguments: Int32, next: @escaping () -> ScriptTask?,
      onSuccess: @escaping (ScriptTask, Int32) -> Void
    ) {
      self.arguments = arguments
      self.next = next
      self.onSuccess = onSuccess
    }
  }
}

extension LuaEngine {
  /// Runs the children of a series, each to its end.
  func driveSeries(
    from first: ScriptTask, _ confined: Confined<(Nursery, Nursery.Series)>
  ) async {
    let (nursery, series) = confined.value
    if first.isCancelled {
      // Its nursery runs the others in a new series.
      _ = nursery.ended(first, .failure(CancellationError()), in: series)
      return
    }
    // A run that never begins would not report its end.
    if let end = state.end(of: first) {
      _ = nursery.ended(first, .failure(end), in: series)
      return
    }
    let run = TaskRun(state, first, arguments: series.arguments) { child, result in
      nursery.ended(child, result.mapError { child.placed($0) }, in: series)
    }
    // The nursery gets the children's outcomes.
    _ = try? await run.drive()
  }
}

extension ScriptTask {
  /// The error with this task as its origin.
  fileprivate func placed(_ error: any Error) -> any Error {
    guard var error = error as? ScriptError else { return error }
    error.task = place
    return error
  }
}

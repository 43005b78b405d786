/// Loads of which only the latest counts: a new one cancels the one that runs, and a result that
/// a cancelled one still brings is never seen. Not `Sendable`: one actor's.
final class LatestLoad<Value: Sendable> {
  /// How a load ended.
  enum Ending {
    case loaded(Value)
    case failed(any Error)
    /// The caller was cancelled.
    case cancelled
    /// Another load has taken its place.
    case superseded
  }

  private let executor: (any TaskExecutor)?
  private var running: Task<Value, any Error>?
  private var generation = 0

  /// - Parameter executor: where loads run; nil: the cooperative pool.
  init(executor: (any TaskExecutor)?) { self.executor = executor }

  /// Cancels what runs.
  func cancel() {
    generation += 1
    running?.cancel()
    running = nil
  }

  /// Loads in the place of what runs, and waits for its end, also when it is superseded.
  func run(
    _ load: nonisolated(nonsending) @escaping @Sendable () async throws -> Value
  ) async -> Ending {
    cancel()
    let mine = generation
    let task = Task(executorPreference: executor) { try await load() }
    running = task
    let result = await withTaskCancellationHandler {
      await task.result
    } onCancel: {
      task.cancel()
    }
    guard mine == generation else { return .superseded }
    running = nil
    switch result {
    case .success(let value): return .loaded(value)
    case .failure(let error):
      return error is CancellationError || Task.isCancelled ? .cancelled : .failed(error)
    }
  }
}

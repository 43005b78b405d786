internal import Notation
internal import Reactor

/// Steps that need a task: pauses before retries, and what stands in for libcurl.
extension HTTPExchange {
  func sleep(_ seconds: Double, then next: @escaping (Result<Void, any Error>) -> Void) {
    let time = stack.time
    run({ try await time.sleep(for: .seconds(clamping: seconds)) }, then: next)
  }

  /// Runs `body` in a task; its outcome comes in a later turn of the reactor, outside of the task.
  func run<Value: Sendable>(
    _ body: nonisolated(nonsending) @escaping @Sendable () async throws -> Value,
    then next: @escaping (Result<Value, any Error>) -> Void
  ) {
    let ticket = WaitTicket<Result<Value, any Error>>(stack.reactor) { [self] result in
      wait = .nothing
      // It may have been cancelled after its end.
      next(isCancelled ? .failure(CancellationError()) : result)
    }
    let confined = Confined(ticket, to: stack.reactor)
    let task = Task(executorPreference: stack.reactor) {
      do {
        confined.value.give(.success(try await body()))
      } catch {
        confined.value.give(.failure(error))
      }
    }
    wait = .task(task)
  }
}

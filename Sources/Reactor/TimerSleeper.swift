/// One call that sleeps on a time source. Confined to the reactor's thread.
final class TimerSleeper {
  private let time: any TimeSource
  private let reactor: Reactor
  private var continuation: UnsafeContinuation<Void, any Error>?
  private var timer: TimerID?
  private var isCancelled = false

  private init(_ time: any TimeSource, _ reactor: Reactor) {
    self.time = time
    self.reactor = reactor
  }

  /// Suspends the caller until `time` reaches a deadline.
  /// - Throws: `CancellationError`, at once when the task is cancelled.
  static func sleep(
    until deadline: Duration, _ time: any TimeSource, on reactor: Reactor
  ) async throws {
    try Task.checkCancellation()
    let sleeper = Confined(TimerSleeper(time, reactor), to: reactor)
    try await reactor.suspend { continuation in
      if reactor.isCurrent {
        sleeper.value.start(continuation, until: deadline)
      } else {
        reactor.post { sleeper.value.start(continuation, until: deadline) }
      }
    } onCancel: {
      sleeper.value.cancel()
    }
  }

  private func start(_ continuation: UnsafeContinuation<Void, any Error>, until deadline: Duration)
  {
    if isCancelled { return continuation.resume(throwing: CancellationError()) }
    self.continuation = continuation
    timer = time.scheduleTimer(at: deadline, on: reactor) { [self] in finish(nil) }
  }

  private func cancel() {
    isCancelled = true
    if let timer { time.cancelTimer(timer, on: reactor) }
    finish(CancellationError())
  }

  private func finish(_ error: CancellationError?) {
    guard let continuation else { return }
    self.continuation = nil
    if let error { continuation.resume(throwing: error) } else { continuation.resume() }
  }
}

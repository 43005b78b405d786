extension Reactor {
  /// Suspends the caller until its continuation is resumed, and reports a cancellation.
  ///
  /// Use it for every wait that can be cancelled: a closure passed to `withTaskCancellationHandler`
  /// leaves the caller's actor, and so the thread, unless it captures the isolation as below.
  /// - Parameters:
  ///   - isolation: the caller's actor; `body` is called there, at once.
  ///   - body: receives the continuation, which must be resumed exactly once.
  ///   - onCancel: called on the reactor's thread after the task is cancelled, even if the
  ///     continuation was resumed meanwhile.
  /// - Throws: the error that the continuation is resumed with.
  @inlinable
  public func suspend<Value: Sendable>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: (UnsafeContinuation<Value, any Error>) -> Void,
    onCancel: @escaping () -> Void
  ) async throws -> Value {
    let cancelling = Confined(onCancel, to: self)
    return try await withTaskCancellationHandler {
      _ = isolation
      return try await withUnsafeThrowingContinuation(isolation: isolation) { body($0) }
    } onCancel: {
      post { cancelling.value() }
    }
  }
}

extension Reactor {
  /// Suspends the caller until its continuation is resumed, and tells it of a cancellation.
  ///
  /// The one way to wait with cancellation here: a closure passed to `withTaskCancellationHandler`
  /// leaves the caller's actor, and with it the thread, unless it captures the isolation as below.
  /// - Parameters:
  ///   - isolation: where the caller runs; `body` is called there, at once.
  ///   - body: takes the continuation, which must be resumed exactly once.
  ///   - onCancel: called on the reactor's thread after the task was cancelled, also when the
  ///     continuation was resumed meanwhile.
  /// - Throws: what the continuation is resumed with.
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

internal import Reactor

/// A place in a queue: its caller waits until its turn comes, and continues once, in a later turn of the
/// reactor. Confined to the reactor.
///
/// Later, so that a queue that is being looked through is not changed under its own hands.
final class WaitTicket<Value: Sendable> {
  private var continuation: UnsafeContinuation<Value, any Error>?

  private init() {}

  /// Waits for the turn.
  /// - Parameter queue: puts the ticket into its queue.
  /// - Throws: `CancellationError`, or what the ticket is refused with.
  static func turn(
    on reactor: Reactor, _ queue: (WaitTicket) -> Void
  ) async throws -> Value {
    let ticket = WaitTicket()
    return try await reactor.suspend { continuation in
      ticket.continuation = continuation
      queue(ticket)
    } onCancel: {
      ticket.refuse(CancellationError())
    }
  }

  /// Whether its turn has not come yet, and its caller is still there.
  var waits: Bool { continuation != nil }

  /// Its turn has come. Returns false when it no longer waits.
  @discardableResult
  func give(_ value: Value) -> Bool { end(.success(value)) }

  /// Ends the wait with an error. Returns false when it no longer waits.
  @discardableResult
  func refuse(_ error: any Error) -> Bool { end(.failure(error)) }

  private func end(_ result: Result<Value, any Error>) -> Bool {
    guard let continuation = continuation.take() else { return false }
    continuation.resume(with: result)
    return true
  }
}

internal import Dispatch

/// Runs blocking work (SQLite, files) off the event loops and the cooperative pool, and returns its
/// result.
package func blocking<Value: Sendable>(
  _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue.global(qos: .userInitiated).async {
      continuation.resume(with: Result { try work() })
    }
  }
}

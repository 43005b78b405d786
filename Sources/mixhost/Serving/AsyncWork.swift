import Reactor

/// Asynchronous work of a command, for which the main thread waits.
enum AsyncWork {
  /// Runs the work on the cooperative pool and waits until it ends. Call it from the main thread alone.
  /// - Throws: what the work throws.
  static func wait(_ work: @escaping @Sendable () async throws -> Void) throws {
    let (result, end) = (Guarded<Result<Void, any Error>>(.success(())), Semaphore())
    Task.detached {
      do { try await work() } catch { result.withLock { $0 = .failure(error) } }
      end.signal()
    }
    end.wait()
    try result.withLock { $0 }.get()
  }
}

internal import Dispatch
internal import MixCore
internal import Reactor
internal import ScriptHost
internal import Synchronization

/// Work of scripts' host functions off their reactor.
enum OffloadedWork {
  /// Waits for work that runs elsewhere, and counts it until the caller continues.
  static func during<Value>(_ work: () async throws -> Value) async rethrows -> Value {
    let reactor = Reactor.current
    reactor?.workElsewhere.add(1, ordering: .acquiringAndReleasing)
    defer { reactor?.workElsewhere.subtract(1, ordering: .acquiringAndReleasing) }
    return try await work()
  }
}

/// Runs blocking work (files) off the reactor and off the cooperative pool, and comes back.
func offload<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value
{
  // Counted until the caller continues, not only until the work is done.
  try await OffloadedWork.during {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global(qos: .userInitiated).async {
        continuation.resume(with: Result { try work() })
      }
    }
  }
}

/// As ``offload(_:)``, for reading what may never come: a pipe, a terminal. A caller that is cancelled goes
/// on at once; the work is left to its thread, which is no other work's, and its result is dropped.
/// - Parameter reactor: the caller's.
/// - Throws: what `work` throws; `CancellationError`.
func offloadReading<Value: Sendable>(
  _ reactor: Reactor, _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
  let reading = Reading<Value>()
  let confined = Confined(reading, to: reactor)
  return try await OffloadedWork.during {
    try await reactor.suspend { continuation in
      reading.begin(continuation)
      // A queue of its own gets a thread even when all those of the shared queues are blocked.
      DispatchQueue(label: "mixhost.reading", qos: .userInitiated).async {
        let result = Result { try work() }
        reactor.post { confined.value.end(result) }
      }
    } onCancel: {
      reading.end(.failure(CancellationError()))
    }
  }
}

/// A caller that waits for bytes, or for its cancellation.
private final class Reading<Value: Sendable> {
  private var continuation: UnsafeContinuation<Value, any Error>?
  private var isCancelled = false

  func begin(_ continuation: UnsafeContinuation<Value, any Error>) {
    // The cancellation may have come on the way into the suspension.
    if isCancelled { return continuation.resume(throwing: CancellationError()) }
    self.continuation = continuation
  }

  /// The first end counts.
  func end(_ result: Result<Value, any Error>) {
    guard let continuation else { return isCancelled = true }
    self.continuation = nil
    continuation.resume(with: result)
  }
}

extension HostContext {
  /// As ``offload(_:)``, for work that may take long: once the caller is cancelled, the work is asked to stop,
  /// and its end waited for. Work that has not begun by then does not.
  func offloadStoppable<Value: Sendable>(
    _ work: @escaping @Sendable (WorkStop) throws -> Value
  ) async throws -> Value {
    let stop = WorkStop()
    return try await OffloadedWork.during {
      try await engine.reactor.suspend { continuation in
        DispatchQueue.global(qos: .userInitiated).async {
          continuation.resume(
            with: Result {
              try stop.check()
              return try work(stop)
            })
        }
      } onCancel: {
        stop.ask()
      }
    }
  }

  /// As ``offloadReading(_:_:)``, for work that fills memory: it charges what it holds to the script.
  ///
  /// The work runs where no garbage can be collected. So when memory does not suffice, it is collected
  /// here and the work is done once more, from its beginning.
  func offloadCharged<Value: Sendable>(
    _ work: @escaping @Sendable (MemoryCharge) throws -> Value
  ) async throws -> Value {
    do {
      return try await run(work)
    } catch LimitExceeded.memory {
      memory.collect()
      return try await run(work)
    }
  }

  private func run<Value: Sendable>(
    _ work: @escaping @Sendable (MemoryCharge) throws -> Value
  ) async throws -> Value {
    let charge = try memory.charge()
    return try await offloadReading(engine.reactor) {
      do {
        return try work(charge)
      } catch {
        // Now, and not when the last reference to it goes: a second try begins before that.
        charge.release()
        throw error
      }
    }
  }
}

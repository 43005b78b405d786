internal import Glibc

// @unchecked Sendable: `value` is touched with `mutex` held only.

/// A value behind a POSIX mutex.
///
/// Not `Synchronization.Mutex`: on Linux that is built on futexes inside its own library, which the
/// thread sanitizer cannot see, so that every use would be reported as a race.
public final class Guarded<Value>: @unchecked Sendable {  // confined: see above
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  /// Makes a guarded value.
  public init(_ value: sending Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    let result = pthread_mutex_init(mutex, nil)
    precondition(result == 0, "cannot make a mutex: error \(result)")
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Calls `body` with the value while no other thread has it. Must not be nested.
  public func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}

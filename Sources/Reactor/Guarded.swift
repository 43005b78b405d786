public import Glibc

// @unchecked Sendable: the value is touched with the mutex held only.

/// A value behind a POSIX mutex.
///
/// Not `Synchronization.Mutex`: on Linux that is built on futexes inside its own library, which the
/// thread sanitizer cannot see, so that every use would be reported as a race.
public final class Guarded<Value>: @unchecked Sendable {  // confined: see above
  @usableFromInline struct Cell {
    @usableFromInline var mutex: pthread_mutex_t
    @usableFromInline var value: Value
  }

  // Both in memory of their own: the mutex makes accesses exclusive, and a nested one stops at it.
  @usableFromInline let cell: UnsafeMutablePointer<Cell>

  /// Makes a guarded value.
  public init(_ value: sending Value) {
    cell = .allocate(capacity: 1)
    cell.initialize(to: Cell(mutex: pthread_mutex_t(), value: value))
    let result = pthread_mutex_init(&cell.pointee.mutex, nil)
    precondition(result == 0, "cannot make a mutex: error \(result)")
  }

  deinit {
    pthread_mutex_destroy(&cell.pointee.mutex)
    cell.deinitialize(count: 1)
    cell.deallocate()
  }

  /// Calls `body` with the value while no other thread has it. Must not be nested.
  @inlinable
  public func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(&cell.pointee.mutex)
    defer { pthread_mutex_unlock(&cell.pointee.mutex) }
    return try body(&cell.pointee.value)
  }
}

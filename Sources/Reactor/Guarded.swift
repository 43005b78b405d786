public import Glibc

// @unchecked Sendable: the value is touched only while the mutex is held.

/// A value behind a POSIX mutex.
///
/// `Synchronization.Mutex` does not serve here: on Linux it uses futexes inside its own library,
/// which the thread sanitizer cannot see, so it would report every use as a race.
///
/// ```swift
/// let names = Guarded<[String]>([])
/// names.withLock { $0.append("a") }
/// ```
public final class Guarded<Value>: @unchecked Sendable {  // confined: see above
  @usableFromInline struct Cell {
    @usableFromInline var mutex: pthread_mutex_t
    @usableFromInline var value: Value
  }

  // Mutex and value share one allocation outside the object, where Swift's exclusivity checks do
  // not apply: the mutex itself makes accesses exclusive.
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

  /// Calls `body` with the value while no other thread uses it. A nested call deadlocks.
  @inlinable
  public func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(&cell.pointee.mutex)
    defer { pthread_mutex_unlock(&cell.pointee.mutex) }
    return try body(&cell.pointee.value)
  }
}

// @unchecked Sendable: the value is handed out on the reactor's thread only, which `value` checks.
/// A value that belongs to a reactor's thread, on its way through code that any thread may run: a
/// cancellation handler, a callback that is posted back, a host function that is `Sendable`.
///
/// A confined value needs no `Sendable` of its own, and the compiler sees to it that nothing else carries
/// it away. Debug builds, and so all tests, trap on another thread. Release builds check nothing: `value`
/// is then the reading of a field, inlined into its callers, because waits and queues of requests go
/// through it.
public struct Confined<Value>: @unchecked Sendable {  // confined: see above
  @usableFromInline let stored: Value
  @usableFromInline let reactor: Reactor

  /// Wraps a value of a reactor's thread. Any thread may do so that has made the value.
  @inlinable
  public init(_ value: Value, to reactor: Reactor) {
    (stored, self.reactor) = (value, reactor)
  }

  /// The value. Only on the reactor's thread.
  @inlinable public var value: Value {
    assert(reactor.isCurrent, "a value of reactor \"\(reactor.name)\" on another thread")
    return stored
  }
}

extension Reactor {
  /// Runs `work` in a later turn, from the reactor's own thread: as ``post(_:)``, for work that needs not
  /// be `Sendable`, as it never leaves the thread.
  @inlinable
  public func later(_ work: @escaping () -> Void) {
    assert(isCurrent, "work of reactor \"\(name)\" from another thread")
    let confined = Confined(work, to: self)
    post { confined.value() }
  }
}

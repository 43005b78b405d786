// @unchecked Sendable: `value` is read on the reactor's thread only, which debug builds check.
/// A value of a reactor's thread that passes through code of any thread: a cancellation handler, a
/// callback that is posted back, a `Sendable` host function.
///
/// The value itself need not be `Sendable`; the compiler keeps it from leaving the thread any other
/// way. Debug builds, and so all tests, trap on another thread; release builds do not check.
///
/// ```swift
/// let counter = Confined(Counter(), to: reactor)
/// reactor.post { counter.value.add(1) }
/// ```
public struct Confined<Value>: @unchecked Sendable {  // confined: see above
  @usableFromInline let stored: Value
  @usableFromInline let reactor: Reactor

  /// Wraps a value that the calling thread has made for the reactor's thread.
  @inlinable
  public init(_ value: Value, to reactor: Reactor) {
    (stored, self.reactor) = (value, reactor)
  }

  /// The wrapped value. Read it on the reactor's thread only.
  @inlinable public var value: Value {
    assert(reactor.isCurrent, "a value of reactor \"\(reactor.name)\" on another thread")
    return stored
  }
}

extension Reactor {
  /// Runs `work` in a later turn of the loop. Unlike ``post(_:)``, it takes work that is not
  /// `Sendable`, so call it on the reactor's thread only.
  @inlinable
  public func later(_ work: @escaping () -> Void) {
    assert(isCurrent, "work of reactor \"\(name)\" from another thread")
    let confined = Confined(work, to: self)
    post { confined.value() }
  }
}

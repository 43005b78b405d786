internal import Reactor

/// A place in a queue: a waiter whose turn comes is notified once, in a later turn of the reactor.
///
/// Later, so that a queue that is being looked through is not changed under its own hands, and a long
/// one does not deepen the stack with each of its members.
final class WaitTicket<Value: Sendable> {
  private let reactor: Reactor
  private var handler: ((Value) -> Void)?

  init(_ reactor: Reactor, _ handler: @escaping (Value) -> Void) {
    self.reactor = reactor
    self.handler = handler
  }

  /// Whether its turn has neither come nor been given up.
  var waits: Bool { handler != nil }

  /// Its turn has come. Returns false when it no longer waits.
  @discardableResult
  func give(_ value: Value) -> Bool {
    guard let handler else { return false }
    self.handler = nil
    reactor.later { handler(value) }
    return true
  }

  /// Gives the place up. Returns false when its turn has come already: the handler is still called.
  func withdraw() -> Bool {
    defer { handler = nil }
    return waits
  }
}

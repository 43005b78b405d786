internal import Reactor

// @unchecked Sendable: touched on the reactor's thread only.
/// A place in a queue: whoever comes to its turn is told once, in a later turn of the reactor.
///
/// Later, so that a queue that is being looked through is not changed under its own hands, and a long
/// one does not deepen the stack with each of its members.
final class WaitTicket<Value: Sendable>: @unchecked Sendable {  // confined: see above
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
    let delivery = Delivery(handler)
    reactor.post { delivery.handler(value) }
    return true
  }

  /// Gives the place up. Returns false when its turn has come already: the handler is still called.
  func withdraw() -> Bool {
    defer { handler = nil }
    return waits
  }

  /// A handler on its way to the next turn. @unchecked Sendable: confined like the ticket.
  private final class Delivery: @unchecked Sendable {  // confined: see above
    let handler: (Value) -> Void

    init(_ handler: @escaping (Value) -> Void) { self.handler = handler }
  }
}

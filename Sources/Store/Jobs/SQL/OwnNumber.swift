internal import Reactor

/// The number under which this process takes items (``LeaseOwner/number``), and earlier numbers
/// that it gave up.
package final class OwnNumber: Sendable {
  private struct State {
    var current: Int64 = 0
    var left: Set<Int64> = []
  }

  // Guarded: calls come from any thread.
  private let state = Guarded(State())

  /// The present number; 0 before the process has taken an item.
  var current: Int64 { state.withLock { $0.current } }

  func use(_ number: Int64) { state.withLock { $0.current = number } }

  /// Drops a number that a rolled-back step has made; after a crash the server may give it to
  /// another process.
  func forget(_ number: Int64) {
    state.withLock { state in
      if state.current == number { state.current = 0 }
    }
  }

  /// Gives up the present number; the next items are taken under a new one.
  package func leave() {
    state.withLock { state in
      if state.current > 0 { state.left.insert(state.current) }
      state.current = 0
    }
  }

  /// Whether this process gave up a number.
  func hasLeft(_ number: Int64) -> Bool { state.withLock { $0.left.contains(number) } }
}

internal import Reactor

/// The number under which this process takes items (``LeaseOwner/number``), and earlier ones that it gave up.
package final class OwnNumber: Sendable {
  private struct State {
    var current: Int64 = 0
    var left: Set<Int64> = []
  }

  // Guarded: calls come from any thread.
  private let state = Guarded(State())

  /// 0: it has not taken anything yet.
  var current: Int64 { state.withLock { $0.current } }

  func use(_ number: Int64) { state.withLock { $0.current = number } }

  /// Drops a number that an undone step has made: a server that crashed may give it to another process.
  func forget(_ number: Int64) {
    state.withLock { state in
      if state.current == number { state.current = 0 }
    }
  }

  /// Gives the number up; the next items are taken under another.
  package func leave() {
    state.withLock { state in
      if state.current > 0 { state.left.insert(state.current) }
      state.current = 0
    }
  }

  /// Whether this process has given a number up.
  func hasLeft(_ number: Int64) -> Bool { state.withLock { $0.left.contains(number) } }
}

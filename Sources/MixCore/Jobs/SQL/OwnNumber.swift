internal import Reactor

/// The number by which this process takes items (``LeaseOwner/number``), and those that it has given up.
final class OwnNumber: Sendable {
  private struct State {
    var current: Int64 = 0
    var left: Set<Int64> = []
  }

  // Guarded: calls come from any thread.
  private let state = Guarded(State())

  /// 0: it has not taken anything yet.
  var current: Int64 { state.withLock { $0.current } }

  func use(_ number: Int64) { state.withLock { $0.current = number } }

  /// Uses a number no longer that a step has made which was undone: a server that crashed may give it to
  /// another process.
  func forget(_ number: Int64) {
    state.withLock { state in
      if state.current == number { state.current = 0 }
    }
  }

  /// Takes items by another number from now on.
  func leave() {
    state.withLock { state in
      if state.current > 0 { state.left.insert(state.current) }
      state.current = 0
    }
  }

  /// Whether nobody of this process works on what it took by a number.
  func hasLeft(_ number: Int64) -> Bool { state.withLock { $0.left.contains(number) } }
}

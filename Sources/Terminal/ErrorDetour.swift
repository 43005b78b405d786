internal import Synchronization

/// Holds lines for standard error back while a table is being drawn on the same terminal. There is
/// one terminal, so there is one detour.
package enum ErrorDetour {
  private struct State {
    var onText: (@Sendable () -> Void)?
    var waiting = ""
  }

  // A mutex, because warnings come from any thread.
  private static let state = Mutex(State())

  /// Holds texts back from now on. `onText` is called for each, on the thread that writes it.
  package static func begin(_ onText: @escaping @Sendable () -> Void) {
    state.withLock { $0.onText = onText }
  }

  /// Whether a table is being drawn.
  package static var isActive: Bool { state.withLock { $0.onText != nil } }

  /// Holds a text back while a table is being drawn. Returns whether it did.
  package static func takes(_ text: String) -> Bool {
    let onText = state.withLock { state in
      if state.onText != nil { state.waiting += text }
      return state.onText
    }
    onText?()
    return onText != nil
  }

  /// Removes and returns the lines held back.
  package static func drain() -> String {
    state.withLock { state in
      defer { state.waiting = "" }
      return state.waiting
    }
  }

  /// Stops holding texts back. Returns those still held.
  package static func end() -> String {
    state.withLock { state in
      defer { state = State() }
      return state.waiting
    }
  }
}

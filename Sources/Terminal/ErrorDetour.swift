internal import Synchronization

/// Lines for standard error while a table is being drawn on the same terminal: they wait until the
/// drawing makes room. There is one terminal, so there is one detour.
package enum ErrorDetour {
  private struct State {
    var onText: (@Sendable () -> Void)?
    var waiting = ""
  }

  // A mutex, because warnings come from any thread.
  private static let state = Mutex(State())

  /// Takes texts from now on; `onText` is called for each, on the thread that writes it.
  package static func begin(_ onText: @escaping @Sendable () -> Void) {
    state.withLock { $0.onText = onText }
  }

  /// Whether something is being drawn.
  package static var isActive: Bool { state.withLock { $0.onText != nil } }

  /// Keeps a text when something is being drawn. Returns whether it did.
  package static func takes(_ text: String) -> Bool {
    let onText = state.withLock { state in
      if state.onText != nil { state.waiting += text }
      return state.onText
    }
    onText?()
    return onText != nil
  }

  /// The waiting lines; they are the caller's now.
  package static func drain() -> String {
    state.withLock { state in
      defer { state.waiting = "" }
      return state.waiting
    }
  }

  /// Takes no more texts. Returns what has waited.
  package static func end() -> String {
    state.withLock { state in
      defer { state = State() }
      return state.waiting
    }
  }
}

internal import Synchronization

/// The log-ins of this process: all runs of it see one that waits for its user, can stop it, and
/// learn that tokens have changed. A place is a store's folder and a provider in it.
enum WaitingLogins {
  private struct Waiting {
    let number: Int
    let cancel: @Sendable () -> Void
    var address: String?
  }

  private struct State {
    var waiting: [String: [Waiting]] = [:]
    var changes: [String: Int] = [:]
    var last = 0
  }

  // Each run has a thread of its own.
  private static let state = Mutex(State())

  /// A log-in begins.
  /// - Parameter cancel: stops it; called on any thread.
  /// - Returns: its number, for ``end(_:_:)``.
  static func begin(_ place: String, cancel: @escaping @Sendable () -> Void) -> Int {
    state.withLock { state in
      state.last += 1
      state.waiting[place, default: []].append(Waiting(number: state.last, cancel: cancel))
      return state.last
    }
  }

  /// A log-in waits for its user at an address.
  static func waits(_ place: String, at address: String) {
    state.withLock { state in
      guard let last = state.waiting[place]?.indices.last else { return }
      state.waiting[place]?[last].address = address
    }
  }

  /// A log-in has ended, and may have changed what is kept.
  static func end(_ place: String, _ number: Int) {
    state.withLock { $0.waiting[place]?.removeAll { $0.number == number } }
    changed(place)
  }

  /// A change of what is kept: tokens that were handed out count no more.
  static func changed(_ place: String) { state.withLock { $0.changes[place, default: 0] += 1 } }

  /// How often what is kept has changed.
  static func changes(_ place: String) -> Int { state.withLock { $0.changes[place] ?? 0 } }

  /// Whether a log-in waits, and where its user signs in.
  static func state(_ place: String) -> (isWaiting: Bool, address: String?) {
    state.withLock { state in
      let waiting = state.waiting[place]?.last
      return (waiting != nil, waiting?.address)
    }
  }

  /// Stops the log-ins that wait.
  /// - Returns: whether one did.
  static func stop(_ place: String) -> Bool {
    let waiting = state.withLock { $0.waiting[place] ?? [] }
    for one in waiting { one.cancel() }
    return !waiting.isEmpty
  }
}

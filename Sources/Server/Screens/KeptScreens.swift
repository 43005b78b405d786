internal import Synchronization

/// Screens that were opened for a page and wait for its socket: a page has its first tree before it
/// has a socket.
final class KeptScreens: Sendable {
  struct Kept: Sendable {
    let screen: OpenScreen
    /// The tree that the page has; nil if it has none.
    let sent: ShownTree?
    /// The version of that state.
    let version: Int
    /// When the screen was kept, in seconds of a clock that never goes back.
    let since: Double
  }

  /// How long a page may take to open its socket, in seconds.
  private static let longest = 20.0
  private static let most = 256

  // Used by routes and event loops.
  private let waiting = Mutex<[String: Kept]>([:])

  /// - Returns: a secret ticket for the screen; nil if too many wait.
  func add(_ kept: Kept) -> String? {
    let ticket = AccessToken.random()
    return waiting.withLock { waiting in
      guard waiting.count < Self.most else { return nil }
      waiting[ticket] = kept
      return ticket
    }
  }

  /// Removes and returns the screen of a ticket; a ticket works once.
  /// - Parameter name: the screen's name; it must match.
  func take(_ ticket: String, _ name: String) -> Kept? {
    waiting.withLock { waiting in
      guard waiting[ticket]?.screen.name == name else { return nil }
      return waiting.removeValue(forKey: ticket)
    }
  }

  /// Removes and returns the screens whose page did not connect in time.
  func abandoned(now: Double) -> [OpenScreen] {
    waiting.withLock { waiting in
      let late = waiting.filter { now - $0.value.since > Self.longest }
      for ticket in late.keys { waiting[ticket] = nil }
      return late.values.map(\.screen)
    }
  }
}

internal import Synchronization

/// Screens that were opened for a page and wait for its socket, which continues with them: a page has its first tree
/// before it has a socket.
final class KeptScreens: Sendable {
  struct Kept: Sendable {
    let screen: OpenScreen
    /// The tree that the page has; nil: none yet.
    let sent: ShownTree?
    /// The number of that state.
    let version: Int
    /// In the seconds of a clock that never goes back.
    let since: Double
  }

  /// How long a page may take to have its socket, in seconds.
  private static let longest = 20.0
  private static let most = 256

  // Routes and event loops ask it.
  private let waiting = Mutex<[String: Kept]>([:])

  /// - Returns: a secret that names it; nil when too many wait.
  func add(_ kept: Kept) -> String? {
    let ticket = AccessToken.random()
    return waiting.withLock { waiting in
      guard waiting.count < Self.most else { return nil }
      waiting[ticket] = kept
      return ticket
    }
  }

  /// The screen of a ticket, once.
  /// - Parameter name: the screen's, as the page has it.
  func take(_ ticket: String, _ name: String) -> Kept? {
    waiting.withLock { waiting in
      guard waiting[ticket]?.screen.name == name else { return nil }
      return waiting.removeValue(forKey: ticket)
    }
  }

  /// Takes those that nobody has asked for in time.
  func abandoned(now: Double) -> [OpenScreen] {
    waiting.withLock { waiting in
      let late = waiting.filter { now - $0.value.since > Self.longest }
      for ticket in late.keys { waiting[ticket] = nil }
      return late.values.map(\.screen)
    }
  }
}

import Reactor

/// The device codes of the mock's authorization server (RFC 8628).
final class DeviceLedger: Sendable {
  /// How a poll ends.
  enum Answer: Sendable {
    case granted(MockLogin)
    /// One of RFC 8628's error codes.
    case refused(String)
  }

  private struct Entry {
    let user: String
    let login: MockLogin
    let expires: Int
    var approved: Bool?
    var polled: ContinuousClock.Instant?
  }

  /// Seconds that a client waits between two polls.
  static let interval = 1
  /// Seconds that a code can be approved.
  static let life = 300
  // Polls a little early are let pass: clocks of client and server tick apart.
  private static let patience = Duration.milliseconds(800)

  /// Requests come from several event loops.
  private let entries = Guarded<[String: Entry]>([:])

  /// New codes: the one that the client polls with, and the one that the user types.
  func begin(_ login: MockLogin) -> (device: String, user: String) {
    let device = "mod_" + OAuthLedger.random()
    let letters = Array("BCDFGHJKLMNPQRSTVWXZ")
    var generator = SystemRandomNumberGenerator()
    let word = String((0..<8).map { _ in letters[Int(generator.next() % 20)] })
    let user = "\(word.prefix(4))-\(word.suffix(4))"
    entries.withLock {
      $0[device] = Entry(user: user, login: login, expires: OAuthLedger.now + Self.life)
    }
    return (device, user)
  }

  /// Takes the user's decision. Returns whether the code was known.
  func decide(user: String, approved: Bool) -> Bool {
    entries.withLock { entries in
      guard let device = entries.first(where: { $0.value.user == user })?.key else { return false }
      entries[device]?.approved = approved
      return true
    }
  }

  /// Answers a poll; what is granted or refused is forgotten.
  func poll(device: String, client: String) -> Answer {
    entries.withLock { entries in
      guard var entry = entries[device], entry.login.client == client else {
        return .refused("invalid_grant")
      }
      if OAuthLedger.now >= entry.expires {
        entries[device] = nil
        return .refused("expired_token")
      }
      if let approved = entry.approved {
        entries[device] = nil
        return approved ? .granted(entry.login) : .refused("access_denied")
      }
      let now = ContinuousClock.now
      let isEarly = entry.polled.map { now - $0 < Self.patience } ?? false
      entry.polled = now
      entries[device] = entry
      return .refused(isEarly ? "slow_down" : "authorization_pending")
    }
  }
}

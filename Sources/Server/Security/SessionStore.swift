internal import MixCore
internal import Reactor
internal import Synchronization

/// The browsers that are signed in. Their cookies' digests are kept in a private file, so that a
/// restart of the server signs nobody out. They end with the token: another one means that all sign in again.
final class SessionStore: Sendable {
  /// How long a sign-in lasts, in seconds.
  static let lifetime = 30 * 86_400.0
  /// The oldest sessions make room for new ones.
  private static let most = 100
  /// How long a code that opens the page stays good, in seconds.
  static let codeLifetime = 60.0

  private struct State {
    /// Of the token that they were opened under.
    var mark: String
    var ends: [String: Double] = [:]
    var codes: [String: Double] = [:]
  }

  private let path: String
  private let token: AccessToken
  private let time: any TimeSource
  // Requests come from several event loops.
  private let state: Mutex<State>

  /// - Throws: `FileError`.
  init(path: String, token: AccessToken, time: any TimeSource) throws {
    self.path = path
    self.token = token
    self.time = time
    var state = State(mark: token.mark)
    let text = try PrivateFile.read(path).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let lines = text.split(separator: "\n")
    for line in lines.dropFirst() where lines.first == "token \(state.mark)" {
      let parts = line.split(separator: " ")
      if parts.count == 2, let end = Double(parts[1]) { state.ends[String(parts[0])] = end }
    }
    self.state = Mutex(state)
  }

  /// The cookie's name: browsers give cookies to all ports of a host alike, so that two servers would
  /// sign each other out. It carries the port that the browser asks, which another one may stand for.
  /// - Parameter host: the Host field.
  static func cookieName(host: String?) -> String {
    host.flatMap(HostName.parse)?.port.map { "mixhost-\($0)" } ?? "mixhost"
  }

  /// Whether a Cookie field holds a session that has not ended.
  /// - Parameter host: the Host field.
  func accepts(cookie field: String?, host: String?) -> Bool {
    guard let value = Self.value(field, Self.cookieName(host: host)) else { return false }
    let (now, mark) = (time.wall, token.mark)
    return state.withLock { $0.mark == mark && ($0.ends[Self.key(value)] ?? 0) > now }
  }

  /// Signs a browser in. Blocks: the file is written.
  /// - Returns: the cookie's value.
  /// - Throws: `FileError`.
  func open() throws -> String {
    let value = AccessToken.random()
    let now = time.wall
    try change { state in
      state.ends = state.ends.filter { $0.value > now }
      if state.ends.count >= Self.most, let oldest = state.ends.min(by: { $0.value < $1.value }) {
        state.ends[oldest.key] = nil
      }
      state.ends[Self.key(value)] = now + Self.lifetime
    }
    return value
  }

  /// Signs a browser out: its cookie is refused from now on. Blocks: the file is written.
  /// - Throws: `FileError`.
  func close(cookie field: String?, host: String?) throws {
    guard let value = Self.value(field, Self.cookieName(host: host)) else { return }
    try change { $0.ends[Self.key(value)] = nil }
  }

  /// A code that signs a browser in once, within a minute: unlike the token it may be seen in a list of
  /// processes, or stay in the history of a browser.
  func makeCode() -> String {
    let code = AccessToken.random()
    let end = time.wall + Self.codeLifetime
    state.withLock { $0.codes[Self.key(code)] = end }
    return code
  }

  /// Whether a code was good; it is not again.
  func redeem(code: String) -> Bool {
    let now = time.wall
    return state.withLock { ($0.codes.removeValue(forKey: Self.key(code)) ?? 0) > now }
  }

  private func change(_ body: (inout State) -> Void) throws {
    let mark = token.mark
    try state.withLock { state in
      if state.mark != mark { (state.mark, state.ends) = (mark, [:]) }
      body(&state)
      let lines = state.ends.map { "\($0.key) \($0.value)\n" }.sorted().joined()
      try PrivateFile.write(Array("token \(mark)\n\(lines)".utf8), to: path)
    }
  }

  private static func key(_ value: String) -> String {
    HexText.of(AccessToken.digest(value))
  }

  private static func value(_ field: String?, _ cookie: String) -> String? {
    for part in (field ?? "").split(separator: ";") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if pair.count == 2, pair[0].drop(while: { $0 == " " }) == cookie { return String(pair[1]) }
    }
    return nil
  }
}

internal import MixCore
internal import Reactor
internal import Synchronization

/// The signed-in browsers. Digests of their cookies are kept in a private file, so sessions
/// outlast a restart of the server. A new token ends them: then every browser must sign in again.
final class SessionStore: Sendable {
  /// How long a sign-in lasts, in seconds.
  static let lifetime = 30 * 86_400.0
  /// The most sessions; the oldest ones are dropped for new ones.
  private static let most = 100
  /// How long a sign-in code is valid, in seconds.
  static let codeLifetime = 60.0

  private struct State {
    /// The mark of the token that the sessions were opened with.
    var mark: String
    var ends: [String: Double] = [:]
    /// The codes, each with its end and the mark of the token at its creation.
    var codes: [String: (end: Double, mark: String)] = [:]
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

  /// The cookie's name. Browsers share cookies between all ports of a name, so two servers would
  /// sign each other out; the name therefore contains the port that the browser uses, which may be
  /// a proxy's.
  /// - Parameter host: the Host field.
  static func cookieName(host: String?) -> String {
    host.flatMap(HostName.parse)?.port.map { "mixhost-\($0)" } ?? "mixhost"
  }

  /// Whether a Cookie field contains a valid session.
  /// - Parameter host: the Host field.
  func accepts(cookie field: String?, host: String?) -> Bool {
    guard let value = Self.value(field, Self.cookieName(host: host)) else { return false }
    let (now, mark) = (time.wall, token.mark)
    return state.withLock { $0.mark == mark && ($0.ends[Self.key(value)] ?? 0) > now }
  }

  /// Signs a browser in. Blocks to write the file.
  /// - Parameter mark: the mark of the token that the browser has shown, or that its code was made
  ///   with.
  /// - Returns: the cookie's value; nil if the token has changed meanwhile.
  /// - Throws: `FileError`.
  func open(mark: String) throws -> String? {
    let value = AccessToken.random()
    let now = time.wall
    let isOpen = try change { state in
      guard state.mark == mark else { return false }
      state.ends = state.ends.filter { $0.value > now }
      if state.ends.count >= Self.most, let oldest = state.ends.min(by: { $0.value < $1.value }) {
        state.ends[oldest.key] = nil
      }
      state.ends[Self.key(value)] = now + Self.lifetime
      return true
    }
    return isOpen ? value : nil
  }

  /// Signs a browser out; its cookie is refused from now on. Blocks to write the file.
  /// - Throws: `FileError`.
  func close(cookie field: String?, host: String?) throws {
    guard let value = Self.value(field, Self.cookieName(host: host)) else { return }
    try change { $0.ends[Self.key(value)] = nil }
  }

  /// Makes a code that signs a browser in once, within a minute. Unlike the token, it may appear in
  /// a list of processes or in a browser's history.
  func makeCode() -> String {
    let code = AccessToken.random()
    let made = (end: time.wall + Self.codeLifetime, mark: token.mark)
    state.withLock { $0.codes[Self.key(code)] = made }
    return code
  }

  /// Uses a code up.
  /// - Returns: the mark of the token that it was made with; nil for an unknown, used or expired
  ///   code.
  func redeem(code: String) -> String? {
    let now = time.wall
    let made = state.withLock { $0.codes.removeValue(forKey: Self.key(code)) }
    return made.flatMap { $0.end > now && $0.mark == token.mark ? $0.mark : nil }
  }

  private func change<Result>(_ body: (inout State) -> Result) throws -> Result {
    try state.withLock { state in
      // Read the mark within the lock, so that a call that waited uses the present token.
      let mark = token.mark
      if state.mark != mark { (state.mark, state.ends) = (mark, [:]) }
      let result = body(&state)
      let lines = state.ends.map { "\($0.key) \($0.value)\n" }.sorted().joined()
      try PrivateFile.write(Array("token \(mark)\n\(lines)".utf8), to: path)
      return result
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

/// A redirect address on this machine (RFC 8252, section 7.3): a loopback literal, which no name
/// service can lead elsewhere.
struct LoopbackRedirect: Sendable, Equatable {
  /// `127.0.0.1` or `::1`.
  let host: String
  /// 0: one that is free.
  let port: Int
  /// With its leading slash.
  let path: String

  /// - Throws: ``AuthError`` of reason `unconfigured` that says what is expected.
  init(_ text: String) throws(AuthError) {
    func wrong(_ why: String) -> AuthError {
      AuthError(
        .unconfigured,
        "the redirect address \(SafeText.short(text)) \(why): write http://127.0.0.1:8765/callback, "
          + "as it is registered with the service, or log in with --paste")
    }
    guard let url = try? HTTPURL(text) else { throw wrong("is not an address") }
    guard url.scheme == .http, url.host == "127.0.0.1" || url.host == "::1" else {
      throw wrong("is not on this machine by its number")
    }
    guard !url.target.contains("?") else { throw wrong("has a query") }
    host = url.host
    path = String(url.target)
    // The scheme's own port needs rights that no log-in should have: without a port any will do.
    let hasPort = text.dropFirst("http://".count).prefix { $0 != "/" }.contains(
      url.host == "::1" ? "]:" : ":")
    port = hasPort ? url.port : 0
  }

  /// `127.0.0.1:8765` or `[::1]:8765`.
  func authority(port: Int) -> String {
    host == "::1" ? "[::1]:\(port)" : "127.0.0.1:\(port)"
  }

  /// The whole address.
  func address(port: Int) -> String { "http://\(authority(port: port))\(path)" }
}

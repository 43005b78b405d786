/// A program that is registered at the mock's authorization server: public, without a secret.
struct OAuthClient: Sendable {
  /// Its client id.
  let id: String
  /// Addresses for answers. One without a port takes every port of that loopback address (RFC 8252,
  /// section 7.3); every other one must be met exactly (RFC 9700, section 2.1).
  let redirects: [String]

  /// The client of `--mock`, and the app of the documentation's examples.
  static let all = [
    OAuthClient(
      id: "mixhost-mock",
      redirects: [
        "http://127.0.0.1:8765/callback", "http://[::1]:8765/callback", "http://127.0.0.1/callback",
        "http://[::1]/callback",
      ]),
    OAuthClient(id: "mixhost-exact", redirects: ["http://127.0.0.1:8765/callback"]),
  ]

  /// The client of an id; nil when it is not registered.
  static func named(_ id: String?) -> OAuthClient? { all.first { $0.id == id } }

  /// Whether an answer may be sent there.
  func allows(redirect: String) -> Bool {
    redirects.contains(redirect) || redirects.contains(Self.withoutPort(redirect))
  }

  /// The address without the port of a loopback literal.
  private static func withoutPort(_ redirect: String) -> String {
    for host in ["http://127.0.0.1:", "http://[::1]:"] where redirect.hasPrefix(host) {
      let rest = redirect.dropFirst(host.count)
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      if !digits.isEmpty, digits.count <= 5 {
        return String(host.dropLast()) + String(rest.dropFirst(digits.count))
      }
    }
    return redirect
  }
}

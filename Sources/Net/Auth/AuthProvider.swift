internal import Crypto
internal import Notation

/// A service that people sign in to: its endpoints and what is asked of it. The scripts' form of it is
/// a table in `services/NAME/sign_in.lua` (docs/sign-in.md).
public struct AuthProvider: Sendable {
  /// One permission that is asked for.
  public struct Scope: Sendable, Equatable {
    /// As the service calls it.
    public let name: String
    /// Its use, in words.
    public let purpose: String

    /// Makes a scope.
    public init(_ name: String, _ purpose: String) {
      self.name = name
      self.purpose = purpose
    }
  }

  /// Where the name of the user is found.
  public struct Profile: Sendable, Equatable {
    /// The question sent with the access token.
    public let url: String
    /// Members of the answer; the first that is there counts.
    public let names: [String]

    /// Makes a profile.
    public init(url: String, names: [String]) {
      self.url = url
      self.names = names
    }
  }

  /// How commands call it: `a-z 0-9 _ -`, at most 40.
  public var name: String
  /// How people call it.
  public var title: String
  /// The authorization endpoint; nil when only device codes are to be had.
  public var authorizeURL: String?
  /// The token endpoint.
  public var tokenURL: String
  /// The device authorization endpoint (RFC 8628).
  public var deviceURL: String?
  /// Where tokens are revoked (RFC 7009).
  public var revokeURL: String?
  /// The issuer's identifier (RFC 9207); nil: answers that name one must name the origin of
  /// ``authorizeURL``.
  public var issuer: String?
  /// Whether every answer must name the issuer.
  public var namesIssuer = false
  /// The client's identifier at the service.
  public var clientID: String
  /// Of a confidential client; nil for public ones, which PKCE protects.
  public var clientSecret: String?
  /// The address that the browser is sent to at the end.
  public var redirect: String
  /// The setting that holds ``redirect``, for messages; nil when none does.
  public var redirectSetting: String?
  /// Whether the service takes any port of a loopback address (RFC 8252, section 7.3).
  public var takesAnyPort = false
  /// The permissions that are asked for.
  public var scopes: [Scope] = []
  /// Further parameters of the authorization request.
  public var parameters: [(name: String, value: String)] = []
  /// How long a log-in can be refreshed, in seconds since it began; nil when that is not known.
  public var lifetime: Double?
  /// Where the name of the user is found.
  public var profile: Profile?

  /// Whether its table is a file of mixhost's or the user's. Log-ins of a provider that a script has
  /// made are kept apart, by its endpoints and client id.
  public var isInstalled = true

  /// Makes a provider without anything that is optional.
  public init(
    name: String, title: String, authorizeURL: String?, tokenURL: String, clientID: String,
    redirect: String
  ) {
    self.name = name
    self.title = title
    self.authorizeURL = authorizeURL
    self.tokenURL = tokenURL
    self.clientID = clientID
    self.redirect = redirect
  }

  /// Whether the log-in says who the user is by OpenID Connect.
  var usesOpenID: Bool { scopes.contains { $0.name == "openid" } }

  /// The scopes as they are sent.
  var scopeText: String { scopes.map(\.name).joined(separator: " ") }

  /// Every endpoint, one a line: a log-in is bound to all of them, for each gets a secret of it.
  package var endpoints: String {
    [
      ("authorize", authorizeURL), ("token", tokenURL), ("device", deviceURL),
      ("revoke", revokeURL), ("profile", profile?.url),
    ]
    .map { name, url in "\(name) \(url ?? "-")" }.joined(separator: "\n")
  }

  /// A text that tells it from every other provider: name, endpoints and client id.
  public var identity: String { [storeName, endpoints, clientID].joined(separator: "\n") }

  /// The key of its log-in: the name, and for a script's own provider a digest of endpoints and
  /// client id, so that no table reaches, replaces or removes the log-in of another one.
  package var storeName: String {
    if isInstalled { return name }
    let digest = SHA256.hash(data: Array("\(endpoints)\nclient \(clientID)".utf8))
    return name + "." + HexText.of(digest.prefix(16))
  }

  /// Whether a name can be one of a provider: it becomes a file's.
  public static func isName(_ name: String) -> Bool {
    (1...40).contains(name.utf8.count)
      && name.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "_")
          || $0 == UInt8(ascii: "-")
      }
  }
}

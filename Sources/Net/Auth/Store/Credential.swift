internal import Notation

/// A log-in as it is kept. Everything in it is secret but the names.
public struct Credential: Sendable, Equatable {
  /// The key it is stored under: the provider's name, plus a digest for one that a script has made.
  public var provider: String
  /// The address at which tokens are refreshed: a provider's table that names another gets nothing.
  public var tokenURL: String
  /// All endpoints of the log-in: no other address gets anything of it. Nil: kept by a version that did
  /// not note them; such a log-in belongs to the installed provider of its name.
  public var endpoints: String?
  /// The client that the tokens were given to.
  public var clientID: String
  /// Sent with requests; empty when the log-in has ended.
  public var access: String
  /// For the next one; nil when the service gave none.
  public var refresh: String?
  /// The granted permissions.
  public var scopes: [String]
  /// When the access token came, in seconds since 1970 by this machine's clock.
  public var obtained: Double
  /// When it dies; nil when that is not known.
  public var expires: Double?
  /// When the user signed in.
  public var authorized: Double
  /// When the log-in itself ends; nil when that is not known.
  public var ends: Double?
  /// The user, as the service calls them.
  public var account: String?
  /// Why the log-in has ended; nil while it has not.
  public var ended: String?

  /// The result of a new log-in.
  init(_ answer: TokenAnswer, _ provider: AuthProvider, now: Double) {
    self.provider = provider.storeName
    tokenURL = provider.tokenURL
    endpoints = provider.endpoints
    clientID = provider.clientID
    access = answer.access
    refresh = answer.refresh
    scopes = answer.scope.map(Self.words) ?? provider.scopes.map(\.name)
    obtained = now
    expires = answer.seconds.map { now + $0 }
    authorized = now
    // Without a refresh token it ends with its only token.
    let end = provider.lifetime.map { now + $0 }
    ends = refresh == nil ? expires ?? end : end
  }

  /// The same log-in after a refresh: a new refresh token takes the old one's place.
  func refreshed(_ answer: TokenAnswer, now: Double) -> Credential {
    var next = self
    next.access = answer.access
    next.refresh = answer.refresh ?? refresh
    if let scope = answer.scope { next.scopes = Self.words(scope) }
    next.obtained = now
    next.expires = answer.seconds.map { now + $0 }
    return next
  }

  /// The log-in after its end, without its tokens.
  func closed(_ reason: String) -> Credential {
    var closed = self
    closed.access = ""
    closed.refresh = nil
    closed.ended = reason
    return closed
  }

  /// The log-in, bound to the provider's endpoints; nil when it was not given to this provider and
  /// client.
  func bound(to provider: AuthProvider) -> Credential? {
    guard tokenURL == provider.tokenURL, clientID == provider.clientID,
      endpoints == provider.endpoints || endpoints == nil && provider.isInstalled
    else { return nil }
    var bound = self
    bound.endpoints = provider.endpoints
    return bound
  }

  /// Whether the access token can be used now and for a while to come.
  ///
  /// A token from the future means that the clock was set back: how old it really is nobody knows, so
  /// it counts as old.
  func isFresh(now: Double) -> Bool {
    guard !access.isEmpty, ended == nil, now >= obtained - 60 else { return false }
    guard let expires else { return true }
    return expires - now > min(60, (expires - obtained) / 10)
  }

  /// Whether the access token may still be accepted, though not for long.
  func isAlive(now: Double) -> Bool {
    !access.isEmpty && ended == nil && now >= obtained - 60 && (expires.map { $0 > now } ?? true)
  }

  /// Whether only a person can renew the log-in: it has ended, or has no way on from a token that
  /// died.
  public func needsPerson(now: Double) -> Bool {
    ended != nil || ends.map { $0 <= now } ?? false || (refresh == nil && !isAlive(now: now))
  }

  private static func words(_ text: String) -> [String] {
    text.split(separator: " ").map(String.init)
  }
}

extension Credential {
  /// One JSON object.
  var bytes: [UInt8] {
    JSON.members([
      "version": .number(1), "provider": .string(provider), "token_url": .string(tokenURL),
      "endpoints": endpoints.map(JSON.string), "client_id": .string(clientID),
      "access_token": .string(access), "refresh_token": refresh.map(JSON.string),
      "scope": .string(scopes.joined(separator: " ")), "obtained": .number(obtained),
      "expires": expires.map(JSON.number), "authorized": .number(authorized),
      "ends": ends.map(JSON.number), "account": account.map(JSON.string),
      "ended": ended.map(JSON.string),
    ]).bytes
  }

  /// Reads what ``bytes`` made; nil for anything else.
  init?(_ bytes: [UInt8]) {
    guard let members = try? JSONMembers(bytes), members.number("version") == 1,
      let provider = members.string("provider"), let tokenURL = members.string("token_url"),
      let clientID = members.string("client_id"), let access = members.string("access_token"),
      let obtained = members.number("obtained"), let authorized = members.number("authorized")
    else { return nil }
    self.provider = provider
    self.tokenURL = tokenURL
    endpoints = members.string("endpoints")
    self.clientID = clientID
    self.access = access
    refresh = members.string("refresh_token")
    scopes = Self.words(members.string("scope") ?? "")
    self.obtained = obtained
    expires = members.number("expires")
    self.authorized = authorized
    ends = members.number("ends")
    account = members.string("account")
    ended = members.string("ended")
    SecretMask.learn([access, refresh].compactMap(\.self))
  }
}

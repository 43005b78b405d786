/// The bearer of a token of the mock, and that user's rights.
struct MockLogin: Sendable, Equatable {
  /// The client that asked.
  let client: String
  /// The account's name at the service, `mock-listener`.
  let user: String
  /// The granted permissions.
  let scopes: Set<String>
}

/// A service's answer to the bearer token of a request.
enum MockBearer: Sendable, Equatable {
  /// A live token with every scope that was asked for.
  case accepted(MockLogin)
  /// The request has no bearer token: 401.
  case missing
  /// A token that was never issued, was revoked, or belongs to a log-in that ended: 401.
  case invalid
  /// A token that has lived its time: 401.
  case expired
  /// A live token without a scope that the call needs: 403.
  case lacksScope(String)
}

/// Why a log-in, a token or a stored credential is not to be had. The message says what to do.
public struct AuthError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind of failure, for programs.
  public enum Reason: String, Sendable, CaseIterable {
    /// There is no log-in yet.
    case notSignedIn = "not_signed_in"
    /// The log-in has ended: it was withdrawn, has run out, or its token was used elsewhere.
    case ended
    /// The user, or the service in the user's name, said no.
    case refused
    /// An answer that does not belong to the question.
    case mismatch
    /// The user did not answer in time.
    case timeout
    /// Another program listens on the redirect address.
    case portInUse = "port_in_use"
    /// The provider's table or the settings lack something, or the service does not know the client.
    case unconfigured
    /// The stored credential cannot be read or kept.
    case storage
    /// The service failed, or answered what cannot be understood.
    case service
  }

  /// The kind of failure, for programs.
  public let reason: Reason
  /// The failure, its place and what to do about it.
  public let message: String
  /// Whether the same may go through later.
  public let retryable: Bool
  // Whether the service was out of order (5xx), which a new log-in would not mend.
  private let isOutage: Bool

  /// Makes an error.
  public init(_ reason: Reason, _ message: String, retryable: Bool = false) {
    self.init(reason, message, retryable: retryable, isOutage: false)
  }

  init(_ reason: Reason, _ message: String, retryable: Bool, isOutage: Bool) {
    self.reason = reason
    self.message = message
    self.retryable = retryable
    self.isOutage = isOutage
  }

  /// The message.
  public var description: String { message }

  /// Whether the same question may be answered in a while: the service or the network failed.
  static func mayPass(_ error: any Error) -> Bool {
    (error as? AuthError)?.retryable ?? (error as? HTTPError)?.retryable ?? false
  }

  /// Adds the way back to an answer in place of a new token that cannot be used; returns every other error as
  /// it is.
  static func withWayBack(_ error: any Error, _ provider: AuthProvider) -> any Error {
    guard let fault = error as? AuthError, fault.reason == .service, !fault.isOutage else {
      return error
    }
    return AuthError(
      .service, "\(fault.message); if it stays so, run mixhost auth login \(provider.name)",
      retryable: fault.retryable)
  }

  static func notSignedIn(_ provider: AuthProvider) -> AuthError {
    AuthError(
      .notSignedIn, "not signed in to \(provider.title): run mixhost auth login \(provider.name)")
  }

  static func ended(_ provider: AuthProvider, _ why: String) -> AuthError {
    AuthError(
      .ended,
      "the log-in at \(provider.title) has ended (\(why)): run mixhost auth login \(provider.name)")
  }
}

/// The store of credentials. All of it blocks.
public protocol CredentialStore: Sendable {
  /// The credential of a provider; nil when there is none.
  /// - Throws: ``AuthError`` of reason `storage` for one that cannot be read, with what to do.
  func read(_ provider: String) throws -> Credential?

  /// Keeps a credential in place of the one before: as a whole or not at all, and on the disk before
  /// this returns.
  /// - Throws: ``AuthError`` of reason `storage`.
  func write(_ credential: Credential) throws

  /// Forgets a credential, readable or not. Returns whether there was one.
  /// - Throws: ``AuthError`` of reason `storage`.
  func remove(_ provider: String) throws -> Bool
}

/// How the mocked Spotify behaves: `old`, `new+quota:30`, `new+unlisted`.
public struct SpotifyBehaviour: Sendable, Equatable {
  /// The contract that it keeps.
  public enum Contract: String, Sendable {
    /// That of apps from before February 2026.
    case old
    /// That of development-mode apps since: other paths, no top tracks, smaller pages.
    case new
  }

  /// Why an app or its user is refused altogether.
  public enum Refusal: String, Sendable {
    /// The user is not on the app's list.
    case unlisted
    /// The app's owner has no Premium.
    case premium
  }

  /// The contract.
  public var contract = Contract.new
  /// After this many calls all further ones are over the quota; nil: never.
  public var quota: Int?
  /// Refuses every call; nil: none.
  public var refusal: Refusal?

  /// The new contract without limits.
  public init() {}

  /// - Throws: ``MockOptionError``.
  init(parsing text: String) throws {
    for word in text.split(separator: "+", omittingEmptySubsequences: false) {
      if let contract = Contract(rawValue: String(word)) {
        self.contract = contract
      } else if let refusal = Refusal(rawValue: String(word)) {
        self.refusal = refusal
      } else if word.hasPrefix("quota:"), let calls = Int(word.dropFirst(6)), calls >= 0 {
        quota = calls
      } else {
        throw MockOptionError(
          key: "spotify",
          message: "takes old or new, unlisted, premium and quota:N with + between, not '\(text)'")
      }
    }
  }
}

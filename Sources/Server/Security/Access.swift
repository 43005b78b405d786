/// The right that a route asks for.
enum Access: Sendable, CaseIterable {
  /// Everybody: whether the server lives, and the page with its sign-in.
  case open
  /// A browser that is signed in, or the token.
  case session
  /// As ``session``; a browser must also show that its own page asks, as its cookie comes along from other
  /// pages of this machine.
  case change
}

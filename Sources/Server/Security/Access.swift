/// The right that a route requires.
enum Access: Sendable, CaseIterable {
  /// Everybody: `/health`, and the page with its sign-in.
  case open
  /// Everybody who knows the unguessable part of the path, from any page (``ConnectedRoutes``).
  case address
  /// A signed-in browser, or the token.
  case session
  /// Like ``session``, but a browser must also prove that its own page asks, because pages of other
  /// servers on this machine can send its cookie.
  case change
}

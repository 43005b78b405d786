/// The settings of a program that uses the mock: its own charts, credentials that it grants, a user at its hub.
public struct MockSettings {
  private let options: MockOptions

  /// - Parameter options: the mock's.
  public init(_ options: MockOptions) { self.options = options }

  /// Settings and their texts.
  public var all: [(name: String, value: String)] {
    [
      // MusicBrainz answers only callers that name a contact.
      ("http.contact", "mock@mixhost.invalid"),
      ("chart.remote_url", "https://chart.mixhost.invalid/kworb.json"),
      // Its log-ins take any port, so that several runs can sign in at once.
      ("spotify.client_id", "mixhost-mock"),
      ("spotify.redirect_uri", "http://127.0.0.1/callback"),
      ("feed.user", "mock"),
      ("listenbrainz.user", "mock"),
      ("jellyfin.user", JellyfinUpstream.user),
      ("jellyfin.token", JellyfinUpstream.token),
      // Its port is another one each time; what was followed stays.
      ("feed.account", "mock"),
    ]
  }
}

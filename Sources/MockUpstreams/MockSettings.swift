/// The settings of a program that uses the mock: its own charts, credentials that it grants, a user at its hub.
enum MockSettings {
  /// Settings and their texts, besides those that the mocks of services want.
  static let all: [(name: String, value: String)] = [
    ("chart.remote_url", "https://chart.mixhost.invalid/kworb.json"),
    // Its log-ins take any port, so that several runs can sign in at once.
    ("spotify.client_id", "mixhost-mock"),
    ("spotify.redirect_uri", "http://127.0.0.1/callback"),
    ("feed.user", "mock"),
    // Its port is another one each time; what was followed stays.
    ("feed.account", "mock"),
  ]
}

import Reactor

/// The playlists of the mock's one user, changed by requests and kept as long as the mock lives.
final class SpotifyAccount: Sendable {
  struct Playlist: Sendable {
    let id: String
    var name: String
    var description = ""
    var isPublic = false
    var owner = OAuthUpstream.user
    var items: [String] = []
    /// Counts the changes.
    var version = 0

    var snapshot: String { "\(id)-\(version)" }
  }

  private struct State {
    var playlists: [Playlist]
    var nextNumber: Int
    var calls = 0
  }

  /// Requests come from several event loops.
  private let state: Guarded<State>

  init(catalogue: Catalogue) {
    let playlists = Self.playlists(catalogue)
    state = Guarded(State(playlists: playlists, nextNumber: playlists.count))
  }

  /// Some to be reused: with what cannot be written back in it, with another's of the same name, two
  /// of one name, a long one, and enough for two pages.
  private static func playlists(_ catalogue: Catalogue) -> [Playlist] {
    let tracks = (0..<230).map {
      SpotifyTrack(song: catalogue.song($0 % catalogue.size), version: .studio).uri
    }
    let mixed =
      Array(tracks.prefix(3)) + ["spotify:local:Garage+Band:Tapes:Basement+Song:201"]
      + ["spotify:episode:0episode0episode0episo"]
    var named: [(name: String, owner: String, items: [String])] = [
      ("Morning Mix", OAuthUpstream.user, mixed), ("Road Mix", "somebody-else", tracks),
      ("road mix", OAuthUpstream.user, Array(tracks.prefix(5))),
      ("Twice", OAuthUpstream.user, []), ("Twice", OAuthUpstream.user, Array(tracks.prefix(2))),
      ("Long Mix", OAuthUpstream.user, tracks),
      ("Stamped 2026-01-31", OAuthUpstream.user, Array(tracks.prefix(1))),
    ]
    named += (1...50).map { ("Old Mix \($0)", OAuthUpstream.user, []) }
    // Three tracks come twice and more, with a file of the user's between them.
    named.append(
      (
        "Doubles", OAuthUpstream.user,
        [0, 1, 0].map { tracks[$0] } + [mixed[3]] + [2, 1, 2, 0, 3].map { tracks[$0] }
      ))
    return named.enumerated().map { place, entry in
      Playlist(
        id: SpotifyID.text(.playlist, place), name: entry.name, owner: entry.owner,
        items: entry.items)
    }
  }

  /// Counts a call; how many there were before.
  func count() -> Int {
    state.withLock { state in
      defer { state.calls += 1 }
      return state.calls
    }
  }

  /// All, the newest first.
  var playlists: [Playlist] { state.withLock { $0.playlists.reversed() } }

  func playlist(_ id: String) -> Playlist? {
    state.withLock { $0.playlists.first { $0.id == id } }
  }

  func create(name: String, description: String, isPublic: Bool) -> Playlist {
    state.withLock { state in
      let playlist = Playlist(
        id: SpotifyID.text(.playlist, state.nextNumber), name: name, description: description,
        isPublic: isPublic)
      state.nextNumber += 1
      state.playlists.append(playlist)
      return playlist
    }
  }

  /// Changes a playlist; nil when it is not there.
  func change(_ id: String, _ body: (inout Playlist) -> Void) -> Playlist? {
    state.withLock { state in
      guard let place = state.playlists.firstIndex(where: { $0.id == id }) else { return nil }
      body(&state.playlists[place])
      state.playlists[place].version += 1
      return state.playlists[place]
    }
  }

  func remove(_ id: String) {
    state.withLock { $0.playlists.removeAll { $0.id == id } }
  }
}

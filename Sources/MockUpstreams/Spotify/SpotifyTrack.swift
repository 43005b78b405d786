/// A track as Spotify lists it: a song in one of its recordings.
struct SpotifyTrack: Sendable {
  /// The recordings; the raw value is part of the track's identifier.
  enum Version: Int, Sendable, CaseIterable {
    case studio, live, remaster, acoustic, karaoke
  }

  /// The artists of the karaoke versions.
  static let karaokeArtist = (name: "Karaoke Cloud", number: 90_000_000)
  private static let perSong = 8

  let song: Song
  let version: Version

  var number: Int { song.index * Self.perSong + version.rawValue }
  var id: String { SpotifyID.text(.track, number) }
  var uri: String { "spotify:track:\(id)" }

  /// Two letters of a country and ten of the number (ISO 3901 has the length).
  var isrc: String {
    let digits = String(number, radix: 36, uppercase: true)
    return "QZ" + String(repeating: "0", count: max(0, 10 - digits.count)) + digits
  }

  var name: String {
    switch version {
    case .studio: song.creditedTitle
    case .live: "\(song.creditedTitle) - Live"
    case .remaster: "\(song.creditedTitle) - Remastered \(2009 + song.index % 15)"
    case .acoustic: "\(song.creditedTitle) - Acoustic"
    case .karaoke: "\(song.fullTitle) (Karaoke Version)"
    }
  }

  /// The credits: names and the numbers of their identifiers.
  var artists: [(name: String, number: Int)] {
    if version == .karaoke { return [Self.karaokeArtist] }
    return [(song.artist, song.artistNumber)]
      + song.others.map { ($0, SpotifyArtists.number(named: $0)) }
  }

  var json: JSONValue {
    .object([
      ("album", SpotifyArtists.album(song)), ("artists", SpotifyArtists.list(artists)),
      ("disc_number", .int(1)), ("duration_ms", .int(song.milliseconds)),
      ("explicit", .bool(song.explicit)),
      ("external_ids", .object([("isrc", .string(isrc))])),
      ("href", .string("https://api.spotify.com/v1/tracks/\(id)")), ("id", .string(id)),
      ("is_local", .bool(false)), ("name", .string(name)), ("track_number", .int(song.trackNumber)),
      ("type", .string("track")), ("uri", .string(uri)),
    ])
  }
}

extension Catalogue {
  /// The track of a number; nil when there is none.
  func spotifyTrack(_ number: Int) -> SpotifyTrack? {
    guard let version = SpotifyTrack.Version(rawValue: number % 8),
      let song = existingSong(number / 8)
    else { return nil }
    return SpotifyTrack(song: song, version: version)
  }

  /// An artist's tracks, the most popular first: every song, and of some of them a version that
  /// is a variant.
  func spotifyTracks(artist number: Int) -> [SpotifyTrack] {
    let songs = indices(artist: number, limit: 24).map(song)
    var tracks: [(rank: Int, track: SpotifyTrack)] = []
    for (place, song) in songs.enumerated() {
      let second: [SpotifyTrack.Version] = [.live, .remaster, .acoustic]
      for version in [.studio, second[place % 3]] {
        let track = SpotifyTrack(song: song, version: version)
        var digest = Digest(seed: seed, UInt64(track.number), salt: 71)
        tracks.append((digest.below(1000) + (version == .studio ? 0 : 300), track))
      }
    }
    return tracks.sorted { ($0.rank, $0.track.number) < ($1.rank, $1.track.number) }.map(\.track)
  }
}

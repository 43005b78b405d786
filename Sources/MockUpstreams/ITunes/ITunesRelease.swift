/// One track as iTunes sells it: a song on one of its releases, or somebody else's version of it.
struct ITunesRelease: Sendable {
  /// The kinds in the order in which a search mostly lists them. The raw value is part of the
  /// track's identifier.
  enum Kind: Int, Sendable, CaseIterable {
    case album, single, deluxe, compilation, remaster, remix, live, cover, karaoke, tribute
  }

  let kind: Kind
  let song: Song
  let title: String
  let artist: String
  let artistID: Int
  /// Absent on a few releases, as at iTunes.
  let collection: String?
  /// Named when the collection is by others than the track.
  let collectionArtist: String?
  let collectionID: Int
  let trackNumber: Int
  let trackCount: Int
  let day: Int
  let milliseconds: Int
  let explicit: Bool
  let hasPreview: Bool

  var trackID: Int { ITunesID.track(song: song.index, kind: kind) }
}

/// Identifiers that say which song, artist or album they stand for, so that a lookup needs no index.
enum ITunesID {
  private static let base = 1_000_000_000
  private static let perSong = 32
  private static let artistBase = 100_000_000

  /// Identifiers of tracks are odd, those of collections even.
  static func track(song: Int, kind: ITunesRelease.Kind) -> Int {
    base + song * perSong + kind.rawValue * 2 + 1
  }

  static func collection(song: Int, kind: ITunesRelease.Kind) -> Int {
    base + song * perSong + kind.rawValue * 2
  }

  static func artist(_ number: Int) -> Int { artistBase + number }

  /// The song and the kind of release of a track's identifier.
  static func track(from id: Int) -> (song: Int, kind: ITunesRelease.Kind)? {
    guard id >= base, id % 2 == 1 else { return nil }
    return ITunesRelease.Kind(rawValue: (id - base) % perSong / 2).map {
      ((id - base) / perSong, $0)
    }
  }

  /// The first song and the kind of release of a collection's identifier.
  static func collection(from id: Int) -> (song: Int, kind: ITunesRelease.Kind)? {
    guard id >= base, id % 2 == 0 else { return nil }
    return ITunesRelease.Kind(rawValue: (id - base) % perSong / 2).map {
      ((id - base) / perSong, $0)
    }
  }

  /// The number of an artist's identifier in ``PhraseTable/artists``.
  static func artist(from id: Int) -> Int? {
    let number = id - artistBase
    return PhraseTable.artists.phrases.indices.contains(number) ? number : nil
  }
}

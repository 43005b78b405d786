/// The releases of a song at iTunes, in the order a search lists them: mostly the artist's own first,
/// for one song in six a decoy on top.
struct ITunesDiscography: Sendable {
  let catalogue: Catalogue

  /// All releases of a song. A song that exists for charts only has other people's versions alone.
  func releases(of song: Song) -> [ITunesRelease] {
    var digest = Digest(seed: catalogue.seed, UInt64(song.index), salt: 3)
    var kinds = ITunesRelease.Kind.allCases.filter { kind in
      let drawn = digest.below(100)
      return drawn < share(of: kind, song: song)
    }
    let order = digest.below(6)
    if order == 0,
      let decoy = kinds.lastIndex(where: { $0.rawValue >= ITunesRelease.Kind.remix.rawValue })
    {
      kinds.insert(kinds.remove(at: decoy), at: 0)
    } else if order <= 2, kinds.count > 1 {
      kinds.swapAt(0, 1)
    }
    return kinds.map { release($0, of: song) }
  }

  /// One release of a song; nil when the song has none of the kind.
  func release(song index: Int, kind: ITunesRelease.Kind) -> ITunesRelease? {
    catalogue.existingSong(index).flatMap { song in
      releases(of: song).first { $0.kind == kind }
    }
  }

  /// How many songs of a hundred have a release of the kind.
  private func share(of kind: ITunesRelease.Kind, song: Song) -> Int {
    if Catalogue.isUnreleased(song.index) {
      return kind == .karaoke || kind == .tribute ? 100 : 0
    }
    // A song in the charts comes out in every form.
    if song.index < KnownSongs.all.count, kind == .single || kind == .karaoke { return 100 }
    return switch kind {
    case .album: 100
    case .single: 70
    case .deluxe: 35
    case .compilation: 25
    case .remaster: AnswerDate.year(day: song.day) < 2005 ? 60 : 0
    case .remix: 25
    case .live: 20
    case .cover: 20
    case .karaoke: 30
    case .tribute: 12
    }
  }

  private func release(_ kind: ITunesRelease.Kind, of song: Song) -> ITunesRelease {
    // Each release draws from a stream of its own, so that one kind never shifts another.
    var digest = Digest(seed: catalogue.seed, UInt64(song.index), salt: 16 + UInt64(kind.rawValue))
    let version = version(kind, of: song, &digest)
    let maker = version.maker
    let alone = kind == .single || kind == .remix
    let sharesAlbum = kind == .album || kind == .deluxe
    return ITunesRelease(
      kind: kind, song: song, title: version.title, artist: maker ?? song.creditedArtist,
      artistID: maker.map { 90_000_000 + Int(Self.number(of: $0)) }
        ?? ITunesID.artist(song.artistNumber),
      collection: alone && digest.chance(4) ? nil : version.collection,
      collectionArtist: kind == .compilation ? "Various Artists" : nil,
      collectionID: ITunesID.collection(
        song: sharesAlbum ? song.albumFirstIndex : song.index, kind: kind),
      trackNumber: alone ? 1 : kind == .compilation ? 1 + digest.below(20) : song.trackNumber,
      trackCount: alone
        ? 1 : kind == .compilation ? 20 : kind == .deluxe ? song.trackCount + 5 : song.trackCount,
      day: song.day + version.daysLater,
      milliseconds: max(30_000, song.milliseconds + version.longer),
      explicit: maker == nil && song.explicit && kind != .compilation,
      hasPreview: !digest.chance(5))
  }

  private struct Version {
    var title: String
    var collection: String
    /// The artist who recorded it, when it is not the song's own.
    var maker: String?
    var daysLater = 0
    /// Milliseconds on top of the song's own duration.
    var longer = 0
  }

  private func version(
    _ kind: ITunesRelease.Kind, of song: Song, _ digest: inout Digest
  ) -> Version {
    let (title, credited) = (song.fullTitle, song.creditedTitle)
    let year = AnswerDate.year(day: song.day)
    switch kind {
    case .album:
      return Version(title: credited, collection: song.album)
    case .single:
      return Version(
        title: credited, collection: "\(credited) - Single", daysLater: -digest.below(60),
        longer: digest.below(900) - 450)
    case .deluxe:
      let edition = digest.pick([
        "Deluxe Edition", "Deluxe", "Expanded Edition", "The Moonlight Edition",
      ])
      // Editions often leave the guests out of the title.
      return Version(
        title: digest.chance(40) ? title : credited, collection: "\(song.album) (\(edition))",
        daysLater: 200, longer: digest.below(1500) - 750)
    case .compilation:
      return Version(
        title: credited, collection: "Now Playing: Hits of \(year)", daysLater: 300,
        longer: digest.below(2400) - 1200)
    case .remaster:
      let remastered = min(2024, year + 20)
      return Version(
        title: digest.chance(50) ? "\(title) (Remastered \(remastered))" : "\(title) - Remastered",
        collection: "\(song.album) (Remastered)", daysLater: 7305, longer: digest.below(3000) - 1500
      )
    case .remix, .live, .cover, .karaoke, .tribute:
      return decoy(kind, of: song, &digest)
    }
  }

  /// A song that a search also finds, and a match must not take.
  private func decoy(
    _ kind: ITunesRelease.Kind, of song: Song, _ digest: inout Digest
  ) -> Version {
    let title = song.fullTitle
    switch kind {
    case .remix:
      let name = "\(title) (\(digest.pick(Vocabulary.remixers)) Remix)"
      return Version(
        title: name, collection: "\(name) - Single", daysLater: 90,
        longer: 25_000 + digest.below(120_000))
    case .live:
      return Version(
        title: "\(title) (Live at \(digest.pick(Vocabulary.places)))", collection: "Live Sessions",
        daysLater: 500, longer: 12_000 + digest.below(70_000))
    case .cover:
      let form = digest.chance(50) ? "\(title) (Acoustic Cover)" : title
      return Version(
        title: form, collection: "Covers, Vol. \(1 + digest.below(9))",
        maker: digest.pick(Vocabulary.coverMakers), daysLater: 400,
        longer: digest.below(30_000) - 15_000)
    case .karaoke:
      return Version(
        title: "\(title) (Karaoke Version) [Originally Performed By \(song.artist)]",
        collection: "Karaoke Hits, Vol. \(1 + digest.below(40))",
        maker: digest.pick(Vocabulary.karaokeMakers), daysLater: 120,
        longer: digest.below(6000) - 3000)
    default:
      return Version(
        title: title, collection: "A Tribute to \(song.artist)",
        maker: digest.pick(Vocabulary.tributeMakers), daysLater: 250,
        longer: digest.below(4000) - 2000)
    }
  }

  private static func number(of maker: String) -> UInt64 {
    var digest = Digest(text: maker)
    return digest.next() % 1_000_000
  }
}

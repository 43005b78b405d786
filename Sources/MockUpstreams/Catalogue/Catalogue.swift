/// The songs that all mocked music services share. Song *i* depends on the seed and *i* only; nothing
/// is stored per song, so a catalogue of any size costs the same memory.
struct Catalogue: Sendable {
  /// Songs of one artist stand together: eight in a row, five on one album and three on the next.
  private static let songsPerArtist = 8
  private static let songsOnFirstAlbum = 5
  /// The first number of songs that charts name and iTunes lacks; far beyond any size.
  private static let unreleasedBase = 1 << 32

  let seed: UInt64
  let size: Int
  let chartSize: Int
  private let titleNumbers: Numbering
  private let artistNumbers: Numbering

  init(seed: UInt64, size: Int, chartSize: Int) {
    self.seed = seed
    self.size = size
    self.chartSize = chartSize
    var digest = Digest(seed: seed, 0, salt: 1)
    titleNumbers = Numbering(count: PhraseTable.inventedTitleCount, digest: &digest)
    artistNumbers = Numbering(count: PhraseTable.inventedArtistCount, digest: &digest)
  }

  /// True when the song exists for charts only and no release of it can be found.
  static func isUnreleased(_ index: Int) -> Bool { index >= unreleasedBase }

  /// The song at a place: 0..<size, or one of ``unreleasedIndices``.
  func song(_ index: Int) -> Song {
    index < KnownSongs.all.count ? knownSong(index) : inventedSong(index)
  }

  /// The song at a place; nil when the catalogue has no such place.
  func existingSong(_ index: Int) -> Song? {
    (0..<size).contains(index) || unreleasedIndices.contains(index) ? song(index) : nil
  }

  /// The songs that the chart names in vain: one of a hundred ranks.
  var unreleasedIndices: [Int] {
    stride(from: 73, through: chartSize, by: 100).map { Self.unreleasedBase + $0 }
  }

  /// The song at a chart rank, 1...``chartSize``; no song stands at two ranks.
  func chartSong(rank: Int) -> Song {
    if rank % 100 == 73 { return song(Self.unreleasedBase + rank) }
    // Far enough apart that the chart is not eight songs of each artist.
    let step = [37, 31, 29, 23, 19, 17, 13, 11, 7, 5, 3].first { $0 * chartSize <= size - 10 }
    guard rank > KnownSongs.all.count, let step else { return song(rank - 1) }
    return song(KnownSongs.all.count + (rank - KnownSongs.all.count - 1) * step)
  }

  private func knownSong(_ index: Int) -> Song {
    let known = KnownSongs.all[index]
    let artist = KnownSongs.artists.firstIndex(of: known.artist) ?? 0
    return Song(
      index: index, title: known.title, suffix: "",
      artistNumber: PhraseTable.inventedArtistCount + artist, artist: known.artist,
      others: known.partners + known.guests,
      credit: !known.partners.isEmpty ? .joint : known.guests.isEmpty ? .solo : .featuring,
      album: known.album,
      albumFirstIndex: KnownSongs.all.firstIndex { $0.album == known.album } ?? index,
      trackNumber: known.trackNumber, trackCount: max(13, known.trackNumber),
      day: AnswerDate.day(
        year: known.released.0, month: known.released.1, dayOfMonth: known.released.2),
      milliseconds: known.milliseconds, genre: known.genre, explicit: known.explicit)
  }

  private func inventedSong(_ index: Int) -> Song {
    var digest = Digest(seed: seed, UInt64(index))
    let artistNumber = artistNumber(of: index)
    let artist = PhraseTable.artists.phrases[artistNumber]
    let credit = Self.credit(&digest)
    let inBlock = index % Self.songsPerArtist
    let onFirstAlbum = inBlock < Self.songsOnFirstAlbum
    // Known songs keep their own albums, also where an invented block begins among them.
    let albumFirst = max(
      KnownSongs.all.count, index - inBlock + (onFirstAlbum ? 0 : Self.songsOnFirstAlbum))
    var album = Digest(seed: seed, UInt64(albumFirst), salt: 2)
    let albumDay = AnswerDate.day(year: 1975, month: 1, dayOfMonth: 1) + album.below(18_500)
    let trackCount = 10 + album.below(8)
    return Song(
      index: index, title: title(of: index), suffix: Self.suffix(&digest),
      artistNumber: artistNumber, artist: artist,
      others: credit == .solo ? [] : others(than: artist, credit: credit, &digest),
      credit: credit, album: title(of: albumFirst), albumFirstIndex: albumFirst,
      trackNumber: 1 + inBlock % Self.songsOnFirstAlbum, trackCount: trackCount,
      day: albumDay, milliseconds: 125_000 + digest.below(170_000),
      genre: album.pick(Vocabulary.genres), explicit: digest.chance(25))
  }

  private static func credit(_ digest: inout Digest) -> Song.Credit {
    switch digest.below(100) {
    case 0..<18: .featuring
    case 18..<30: .joint
    default: .solo
    }
  }

  private static func suffix(_ digest: inout Digest) -> String {
    switch digest.below(100) {
    case 0..<2: " (Part II)"
    case 2: ", Pt. 1"
    case 3: " (Interlude)"
    case 4: " [Bonus Track]"
    case 5: " (From “The Long Way Home”)"
    default: ""
    }
  }

  private func others(
    than artist: String, credit: Song.Credit, _ digest: inout Digest
  ) -> [String] {
    var names: [String] = []
    for _ in 0..<(digest.chance(20) ? 2 : 1) {
      let name = PhraseTable.artists.phrases[digest.below(PhraseTable.inventedArtistCount)]
      if name != artist, !names.contains(name) { names.append(name) }
    }
    return names.isEmpty ? ["Subtle Motion"] : names
  }
}

extension Catalogue {
  /// The number of a song's title in ``PhraseTable/titles``.
  func titleNumber(of index: Int) -> Int {
    index < KnownSongs.all.count
      ? PhraseTable.inventedTitleCount + index : titleNumbers.number(at: index)
  }

  /// The number of a song's main artist in ``PhraseTable/artists``.
  func artistNumber(of index: Int) -> Int {
    index < KnownSongs.all.count
      ? knownSong(index).artistNumber : artistNumbers.number(at: index / Self.songsPerArtist)
  }

  private func title(of index: Int) -> String {
    PhraseTable.titles.phrases[titleNumber(of: index)]
  }

  /// Places of the songs with a title, at most `limit`.
  func indices(title number: Int, limit: Int) -> [Int] {
    if number >= PhraseTable.inventedTitleCount {
      return [number - PhraseTable.inventedTitleCount].filter { $0 < size }
    }
    return titleNumbers.places(of: number, below: size, limit: limit)
      .filter { $0 >= KnownSongs.all.count }
  }

  /// Places of the songs by a main artist, at most about `limit`.
  func indices(artist number: Int, limit: Int) -> [Int] {
    if number >= PhraseTable.inventedArtistCount {
      return KnownSongs.all.indices.filter { $0 < size && artistNumber(of: $0) == number }
    }
    let blocks = size / Self.songsPerArtist + 1
    let wanted = limit / Self.songsPerArtist + 1
    return artistNumbers.places(of: number, below: blocks, limit: wanted).flatMap { block in
      (0..<Self.songsPerArtist).map { block * Self.songsPerArtist + $0 }
    }
    .filter { $0 >= KnownSongs.all.count && $0 < size }
  }
}

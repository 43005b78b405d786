import Hummingbird

/// A chart as the mirrors of kworb.net carry it: `GET /chart/kworb.json`, a bare array of
/// `{"rank":1,"title":…,"artist":…}`, titles spelled as charts spell them, and the same rows as
/// ``ChartMirror`` in `GET /chart/mirror.json`.
struct KworbChart: Sendable {
  /// One row of the chart.
  struct Entry: Sendable, Equatable {
    let rank: Int
    let title: String
    let artist: String
  }

  let catalogue: Catalogue

  func addRoutes(to router: some RouterMethods<MockContext>) {
    router.get("/chart/kworb.json") { _, _ in Response.json(.array(entries.map(\.json))) }
    router.get("/chart/mirror.json") { _, _ in
      Response.json(ChartMirror(entries: entries, seed: catalogue.seed).json)
    }
  }

  /// All rows, best rank first.
  var entries: [Entry] {
    (1...catalogue.chartSize).map { rank in
      let song = catalogue.chartSong(rank: rank)
      if song.index < KnownSongs.all.count {
        return Entry(
          rank: rank, title: KnownSongs.chartTitle(song.index), artist: song.creditedArtist)
      }
      var digest = Digest(seed: catalogue.seed, UInt64(song.index), salt: 4)
      return Entry(
        rank: rank, title: title(of: song, &digest), artist: artist(of: song, &digest))
    }
  }

  private func title(of song: Song, _ digest: inout Digest) -> String {
    var title = song.fullTitle
    switch digest.below(10) {
    case 0: title = title.lowercased()
    case 1: title = title.uppercased()
    case 2: title = title.replacing("(", with: "[").replacing(")", with: "]")
    case 3:
      title = title.replacing("’", with: "'").replacing("“", with: "\"").replacing("”", with: "\"")
    default: break
    }
    guard song.credit == .featuring else { return title }
    return switch digest.below(4) {
    case 0: "\(title) (w/ \(Song.list(song.others)))"
    case 1: "\(title) (feat. \(song.others[0]))"
    case 2: "\(title) ft. \(song.others.joined(separator: ", "))"
    default: title
    }
  }

  private func artist(of song: Song, _ digest: inout Digest) -> String {
    guard song.credit == .joint else { return song.artist }
    let names = [song.artist] + song.others
    return switch digest.below(4) {
    case 0: names.joined(separator: ", ")
    case 1: names.joined(separator: " x ")
    case 2: song.artist
    default: Song.list(names)
    }
  }
}

import Hummingbird

/// Apple's charts of most-played songs, as the RSS Builder publishes them:
/// `GET /apple_charts/{cc}/music/most-played/{10|25|50|100}/songs.json`.
struct AppleChartsUpstream: Sendable {
  private static let limits = [10, 25, 50, 100]

  private let catalogue: Catalogue
  private let discography: ITunesDiscography

  init(catalogue: Catalogue) {
    self.catalogue = catalogue
    discography = ITunesDiscography(catalogue: catalogue)
  }

  func addRoutes(to router: some RouterMethods<MockContext>) {
    router.get("/apple_charts/:country/music/most-played/:limit/songs.json") { _, context in
      guard let code = context.parameters.get("country"), code == code.lowercased(),
        let store = ITunesStorefront(code: code),
        let limit = context.parameters.get("limit", as: Int.self), Self.limits.contains(limit)
      else {
        // The files of other stores and lengths do not exist; the web server says so, not an API.
        return Response.html(Self.missingPage, status: .notFound)
      }
      return Response.json(AppleChartFeed(store: store, releases: releases(limit, in: store)).json)
    }
  }

  private static let missingPage = """
    <!DOCTYPE html>
    <html><head><title>404 Not Found</title></head>
    <body><h1>Not Found</h1><p>The requested URL was not found on this server.</p></body></html>

    """

  /// The releases at the top of a store's chart, best first: what the store sells of the songs of
  /// the other chart, fewer than `limit` where the catalogue is small.
  private func releases(_ limit: Int, in store: ITunesStorefront) -> [ITunesRelease] {
    // More ranks than asked for, as some songs have no release or are not sold in the store.
    let songs = (1...max(catalogue.chartSize, limit * 3 / 2)).lazy
      .map { (rank: $0, song: catalogue.chartSong(rank: $0)) }
      .filter { $0.song.index < catalogue.size && store.sells($0.song, seed: catalogue.seed) }
      .map { (place: place(rank: $0.rank, song: $0.song, in: store), song: $0.song) }
    return songs.sorted { $0.place < $1.place }.prefix(limit).compactMap { release(of: $0.song) }
  }

  /// A song's place in a store's chart: the US store in the order of the other chart, the others
  /// with every song moved down by up to 20 places.
  private func place(rank: Int, song: Song, in store: ITunesStorefront) -> Int {
    guard store.code != "us" else { return rank * 1000 }
    var country = Digest(text: store.code)
    var digest = Digest(seed: catalogue.seed, UInt64(song.index), salt: country.next())
    return (rank + digest.below(20)) * 1000 + rank % 1000
  }

  private func release(of song: Song) -> ITunesRelease? {
    discography.release(song: song.index, kind: .single)
      ?? discography.release(song: song.index, kind: .album)
  }
}

/// The JSON of one of Apple's charts. Its `id` is the track's at iTunes, as a string.
struct AppleChartFeed: Sendable {
  let store: ITunesStorefront
  let releases: [ITunesRelease]

  var json: JSONValue {
    let address =
      "https://rss.marketingtools.apple.com/api/v2/\(store.code)/music/most-played/"
      + "\(releases.count)/songs.json"
    return .object([
      (
        "feed",
        .object([
          ("title", .string("Top Songs")), ("id", .string(address)),
          (
            "author",
            .object([("name", .string("Apple")), ("url", .string("https://www.apple.com/"))])
          ),
          ("links", .array([.object([("self", .string(address))])])),
          ("copyright", .string("Copyright © 2026 Apple Inc. All rights reserved.")),
          ("country", .string(store.code)),
          ("icon", .string("https://www.apple.com/favicon.ico")),
          // Made anew once a day.
          ("updated", .string(AnswerDate.internetDate(day: AnswerDate.today))),
          ("results", .array(releases.map(result))),
        ])
      )
    ])
  }

  private func result(_ release: ITunesRelease) -> JSONValue {
    let links = ITunesLinks(release: release, store: store)
    var members: [(String, JSONValue)] = [
      ("artistName", .string(release.artist)), ("id", .string(String(release.trackID))),
      ("name", .string(release.title)), ("releaseDate", .string(AnswerDate.date(day: release.day))),
      ("kind", .string("songs")), ("artistId", .string(String(release.artistID))),
      ("artistUrl", .string(links.artist)),
    ]
    // Spelled as Apple spells it.
    if release.explicit { members.append(("contentAdvisoryRating", .string("Explict"))) }
    members += [
      ("artworkUrl100", .string(links.artwork(edge: 100))),
      // The charts of albums name genres, those of songs do not.
      ("genres", .array([])), ("url", .string(links.track)),
    ]
    return .object(members)
  }
}

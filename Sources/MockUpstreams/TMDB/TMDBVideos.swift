/// The videos of a title, as captured answers have them: mostly YouTube, official or not, in several
/// languages; those of old titles without `official` and `published_at`.
struct TMDBVideos: Sendable {
  private static let sizes = [2160, 1080, 1080, 1080, 720, 480]
  /// Titles that came out before have lists of the old form.
  private static let oldForm = AnswerDate.day(year: 2017, month: 1, dayOfMonth: 1)

  let catalogue: TMDBCatalogue
  let title: TMDBTitle

  /// - Parameter isWanted: whether videos of a language are asked for.
  func results(_ isWanted: (String) -> Bool) -> JSONValue {
    var digest = catalogue.digest(title.kind, title.index, 4)
    let count = digest.chance(12) ? 0 : 1 + digest.below(9)
    let all = (0..<count).map { video($0, &digest) }
    return .array(all.filter { isWanted($0.language) }.map(\.json))
  }

  private func video(_ number: Int, _ digest: inout Digest) -> (language: String, json: JSONValue) {
    let group = digest.pick(TMDBVocabulary.videos)
    let language = digest.chance(80) ? "en" : title.language
    let day = Int(title.facts.day ?? Int32(catalogue.today)) - 20 * number - digest.below(20)
    var members: [(String, JSONValue)] = [
      ("iso_639_1", .string(language)), ("iso_3166_1", .string(language == "en" ? "US" : "DE")),
      ("name", .string(digest.pick(group.names))),
      ("key", .string(TMDBText.letters(title, UInt64(10 + number), count: 11))),
      ("site", .string(digest.chance(6) ? "Vimeo" : "YouTube")),
      ("size", .int(digest.pick(Self.sizes))), ("type", .string(group.type)),
    ]
    let isOfficial = digest.chance(70)
    if day >= Self.oldForm {
      members += [
        ("official", .bool(isOfficial)),
        (
          "published_at",
          .string("\(AnswerDate.date(day: min(day, catalogue.today)))T16:00:07.000Z")
        ),
      ]
    }
    members.append(("id", .string(TMDBText.hex(title, UInt64(40 + number), count: 24))))
    return (language, .object(members))
  }
}

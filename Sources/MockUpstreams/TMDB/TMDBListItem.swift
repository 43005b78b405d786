/// Titles as they stand in lists.
struct TMDBListItem: Sendable {
  let title: TMDBTitle
  /// Lists of several kinds say of each what it is.
  var saysKind = false
  var oddities = TMDBOddities()
  /// Its place in the list, from 0, on which the oddities hang.
  var place = 0
  var language = TMDBLanguage()

  var json: JSONValue {
    let kind = title.kind
    var members: [(String, JSONValue)] = [
      ("adult", .bool(false)), ("backdrop_path", TMDBImage.path(title, 1)), ("id", .int(title.id)),
    ]
    if !title.gaps.leavesGenresOut {
      members.append(("genre_ids", .array(title.genres.map { .int($0) })))
    }
    if kind == .tv { members.append(("origin_country", .array([.string("US")]))) }
    members += [
      ("original_language", .string(title.language)), ("overview", .string(overview)),
      ("popularity", .number(Self.thousandths(Int(title.facts.popularity)))),
      ("poster_path", title.gaps.hasPoster ? TMDBImage.path(title, 2) : .null),
    ]
    members += names
    if let date { members.append((kind.dateField, .string(date))) }
    if saysKind { members.append(("media_type", .string(kind.name))) }
    if kind == .movie { members.append(("video", .bool(false))) }
    let vote = Self.thousandths(Int(title.facts.vote))
    return .object(
      members + [
        ("vote_average", oddities.has(.textVotes, place) ? .string(vote) : .number(vote)),
        ("vote_count", .int(Int(title.facts.votes))),
      ])
  }

  private var names: [(String, JSONValue)] {
    if oddities.has(.untitled, place) { return [(title.kind.titleField, .null)] }
    return [
      (title.kind.titleField, .string(language.name(of: title))),
      ("original_\(title.kind.titleField)", .string(title.title)),
    ]
  }

  private var date: String? {
    if oddities.has(.zeroDates, place) { return "0000-00-00" }
    return title.facts.day == nil && title.gaps.leavesDateOut ? nil : title.date
  }

  private var overview: String { language.overview(of: title) }

  /// `6768` as 6.768, without zeros at the end.
  static func thousandths(_ number: Int) -> String {
    var fraction = String(number % 1000 + 1000).dropFirst()
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return fraction.isEmpty ? "\(number / 1000)" : "\(number / 1000).\(fraction)"
  }
}

/// Reads the parameters of `discover`.
struct TMDBQuery: Sendable {
  let kind: TMDBKind
  let query: QueryString

  /// Nil for parameters that the service refuses.
  var selection: TMDBSelection? {
    var selection = TMDBSelection(kind: kind)
    let words = (query["sort_by"] ?? "popularity.desc").split(separator: ".")
    guard words.count == 2, let key = key(words[0]), words[1] == "asc" || words[1] == "desc" else {
      return nil
    }
    selection.key = key
    selection.isAscending = words[1] == "asc"
    let date = kind == .movie ? "primary_release_date" : "first_air_date"
    guard let from = day("\(date).gte"), let to = day("\(date).lte"),
      let votes = Int(query["vote_count.gte"] ?? "0"), let genres
    else { return nil }
    (selection.from, selection.to) = (from.day, to.day)
    selection.leastVotes = votes
    selection.genres = genres
    selection.certifications = certifications
    return selection
  }

  private func key(_ name: Substring) -> TMDBSelection.Key? {
    switch name {
    case "popularity": .popularity
    case "primary_release_date", "release_date": kind == .movie ? .date : nil
    case "first_air_date": kind == .tv ? .date : nil
    case "vote_average": .vote
    case "vote_count": .votes
    default: nil
    }
  }

  /// A day that may be missing; nil when it is not a date.
  private func day(_ name: String) -> (day: Int?, Bool)? {
    guard let text = query[name] else { return (nil, true) }
    let parts = text.split(separator: "-").map { Int($0) }
    guard text.utf8.count == 10, parts.count == 3, let year = parts[0], let month = parts[1],
      let day = parts[2]
    else { return nil }
    let number = AnswerDate.day(year: year, month: month, dayOfMonth: day)
    return AnswerDate.date(day: number) == text ? (number, true) : nil
  }

  /// Groups of genres: a comma means all of them, a bar one of them. Nil for anything that is not a number.
  private var genres: [UInt32]? {
    guard let text = query["with_genres"] else { return [] }
    var groups: [UInt32] = []
    for group in text.split(separator: ",") {
      var bits: UInt32 = 0
      for word in group.split(separator: "|") {
        guard let id = Int(word) else { return nil }
        if let place = TMDBGenre.place(id, kind) { bits |= 1 << UInt32(place) }
      }
      groups.append(bits)
    }
    return groups
  }

  /// Only films are selected by certification, and only where a country is named.
  private var certifications: [UInt8] {
    guard kind == .movie, query["certification_country"] != nil,
      let text = query["certification"]
    else { return [] }
    let known = TMDBVocabulary.certifications(kind)
    // A certification that nothing has selects nothing.
    return text.split(separator: "|").map { word in
      known.firstIndex { $0 == word }.map(UInt8.init) ?? .max
    }
  }
}

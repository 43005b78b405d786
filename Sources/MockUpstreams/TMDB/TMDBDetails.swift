/// A title with everything about it, and what was asked for in the same call.
struct TMDBDetails: Sendable {
  let catalogue: TMDBCatalogue
  let title: TMDBTitle
  var language = TMDBLanguage()

  private var people: [String] { PhraseTable.bookAuthors.phrases }

  /// - Parameter appended: such as `videos`; unknown ones are skipped.
  func json(appended: [String]) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("adult", .bool(false)), ("backdrop_path", TMDBImage.path(title, 1)),
      ("genres", .array(title.genres.map(genre))), ("homepage", .string("")),
      ("id", .int(title.id)), ("original_language", .string(title.language)),
      ("overview", .string(language.overview(of: title))),
      ("popularity", .number(TMDBListItem.thousandths(Int(title.facts.popularity)))),
      ("poster_path", title.gaps.hasPoster ? TMDBImage.path(title, 2) : .null),
      (title.kind.titleField, .string(language.name(of: title))),
      ("original_\(title.kind.titleField)", .string(title.title)),
      (title.kind.dateField, .string(title.date)), ("status", .string(status)),
      ("tagline", .string("")),
      ("vote_average", .number(TMDBListItem.thousandths(Int(title.facts.vote)))),
      ("vote_count", .int(Int(title.facts.votes))),
    ]
    members += length
    if title.kind == .movie { members.append(("imdb_id", .string(TMDBExternalID.imdb(title)))) }
    for name in appended { if let part = part(name) { members.append((name, part)) } }
    return .object(members)
  }

  /// A part that has an address of its own, too; nil for unknown names.
  func part(_ name: String) -> JSONValue? {
    switch (name, title.kind) {
    case ("videos", _):
      .object([
        ("results", TMDBVideos(catalogue: catalogue, title: title).results(language.takesVideo))
      ])
    case ("external_ids", _): TMDBExternalID.all(of: title)
    case ("translations", _): .object([("translations", .array([language.english(title)]))])
    case ("credits", _): credits
    case ("release_dates", .movie): .object([("results", .array(releases))])
    case ("content_ratings", .tv): .object([("results", .array(ratings))])
    default: nil
    }
  }

  private var isOut: Bool { title.facts.day.map { Int($0) <= catalogue.today } ?? false }

  private var status: String {
    title.kind == .movie
      ? (isOut ? "Released" : "Post Production") : (isOut ? "Returning Series" : "In Production")
  }

  private func genre(_ id: Int) -> JSONValue {
    let name = TMDBGenre.list(title.kind).first { $0.id == id }?.name ?? ""
    return .object([("id", .int(id)), ("name", .string(language.genre(name)))])
  }

  /// Nothing is known of how long a title is that is not out.
  private var length: [(String, JSONValue)] {
    var digest = catalogue.digest(title.kind, title.index, 5)
    let minutes = title.kind == .movie ? 78 + digest.below(90) : 22 + digest.below(40)
    switch title.kind {
    case .movie: return [("runtime", .int(isOut ? minutes : 0))]
    case .tv:
      let seasons = 1 + digest.below(6)
      return [
        ("episode_run_time", .array(isOut && digest.chance(80) ? [.int(minutes)] : [])),
        ("number_of_seasons", .int(isOut ? seasons : 1)),
        ("number_of_episodes", .int(isOut ? seasons * 8 : 0)),
      ]
    }
  }

  private var credits: JSONValue {
    var digest = catalogue.digest(title.kind, title.index, 6)
    func person(_ order: Int) -> [(String, JSONValue)] {
      let number = digest.below(people.count)
      return [
        ("adult", .bool(false)), ("gender", .int(digest.below(3))), ("id", .int(1000 + number)),
        ("name", .string(people[number])), ("profile_path", .null), ("order", .int(order)),
      ]
    }
    let cast = (0..<(3 + digest.below(6))).map { order -> JSONValue in
      .object(
        person(order) + [("character", .string(digest.pick(TMDBVocabulary.characters)))])
    }
    let director = person(0) + [("department", .string("Directing")), ("job", .string("Director"))]
    return .object([("cast", .array(cast)), ("crew", .array([.object(director)]))])
  }

  private var certification: String {
    title.facts.certification.map { TMDBVocabulary.certifications(title.kind)[Int($0)] } ?? ""
  }

  /// Of each country the releases by type: 1 is a premiere, 3 the cinemas, 4 digital.
  private var releases: [JSONValue] {
    func release(_ type: Int, _ certification: String) -> JSONValue {
      .object([
        ("certification", .string(certification)), ("descriptors", .array([])),
        ("iso_639_1", .string("")), ("note", .string("")),
        ("release_date", .string("\(title.date)T00:00:00.000Z")), ("type", .int(type)),
      ])
    }
    func country(_ code: String, _ releases: [JSONValue]) -> JSONValue {
      .object([("iso_3166_1", .string(code)), ("release_dates", .array(releases))])
    }
    let elsewhere = [
      country("GB", [release(3, "15"), release(5, "15")]), country("DE", [release(3, "12")]),
    ]
    // Some countries are missing.
    guard title.index % 9 != 4 else { return elsewhere }
    return elsewhere + [country("US", [release(1, ""), release(4, certification), release(3, "")])]
  }

  private var ratings: [JSONValue] {
    func rating(_ country: String, _ text: String) -> JSONValue {
      .object([
        ("descriptors", .array([])), ("iso_3166_1", .string(country)), ("rating", .string(text)),
      ])
    }
    let elsewhere = [rating("GB", "15"), rating("DE", "12")]
    return certification.isEmpty ? elsewhere : [rating("US", certification)] + elsewhere
  }
}

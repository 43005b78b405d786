import Hummingbird

/// TMDB's API, version 3, as far as mixhost asks it: `GET /tmdb/discover/movie?page=2` and the like.
struct TMDBUpstream: Sendable {
  private static let perPage = 20
  private static let lastPage = 500
  private static let mostAppended = 20
  /// In the mixed list every seventh entry is a person.
  private static let personEvery = 7

  private let lists: TMDBLists
  private let token: String
  private let oddities: TMDBOddities
  /// Nil when calls are not limited.
  private let limiter: RateLimiter?

  private var catalogue: TMDBCatalogue { lists.catalogue }

  init(_ options: MockOptions) {
    lists = TMDBLists(TMDBCatalogue(seed: options.seed, size: options.titles))
    token = options.tmdbToken
    oddities = options.tmdbOddities
    limiter = options.rate.map { RateLimiter(rate: $0) }
  }

  func addRoutes(to router: some RouterMethods<MockContext>) {
    for kind in TMDBKind.allCases {
      get("/tmdb/genre/\(kind.name)/list", router) { query, _ in genres(kind, query) }
      get("/tmdb/search/\(kind.name)", router) { query, _ in search([kind], query) }
      get("/tmdb/discover/\(kind.name)", router) { query, _ in discover(kind, query) }
      get("/tmdb/trending/\(kind.name)/:window", router) { query, _ in
        page(query, of: TMDBSelection(kind: kind, key: .heat), saysKind: true)
      }
      get("/tmdb/\(kind.name)/:id", router) { query, id in details(kind, query, id) }
      for part in ["videos", "credits", "release_dates", "content_ratings", "external_ids"] {
        get("/tmdb/\(kind.name)/:id/\(part)", router) { query, id in
          details(kind, part, query, id)
        }
      }
    }
    get("/tmdb/trending/all/:window", router) { query, _ in trending(query) }
    get("/tmdb/search/multi", router) { query, _ in search(TMDBKind.allCases, query) }
    get("/tmdb/find/:id", router) { query, id in find(query, id) }
  }

  /// A route behind the token and the limit; it is given the query and what stands for `:id`.
  private func get(
    _ path: String, _ router: some RouterMethods<MockContext>,
    _ answer: @escaping @Sendable (QueryString, String) -> Response
  ) {
    router.get(RouterPath(path)) { request, context in
      guard isAllowed(request) else { return TMDBError.invalidToken.response }
      guard limiter?.allow() ?? true else {
        var response = TMDBError.tooManyRequests.response
        response.headers[.retryAfter] = "1"
        return response
      }
      return answer(QueryString(request.uri.query), context.parameters.get("id") ?? "")
    }
  }

  /// A key of version 3, 32 hexadecimal digits, stands in the query; a token of version 4 in the
  /// header. Neither counts in the other's place.
  private func isAllowed(_ request: Request) -> Bool {
    let isKey = token.utf8.count == 32 && token.allSatisfy(\.isHexDigit)
    return isKey
      ? QueryString(request.uri.query)["api_key"] == token
      : request.headers[.authorization] == "Bearer \(token)"
  }

  private func genres(_ kind: TMDBKind, _ query: QueryString) -> Response {
    let language = TMDBLanguage(query)
    let list = TMDBGenre.list(kind).map { genre in
      JSONValue.object([("id", .int(genre.id)), ("name", .string(language.genre(genre.name)))])
    }
    return .json(.object([("genres", .array(list))]))
  }

  // MARK: Lists

  private func discover(_ kind: TMDBKind, _ query: QueryString) -> Response {
    guard let selection = TMDBQuery(kind: kind, query: query).selection else {
      return TMDBError.invalidParameters.response
    }
    return page(query, of: selection, saysKind: false)
  }

  private func page(
    _ query: QueryString, of selection: TMDBSelection, saysKind: Bool
  ) -> Response {
    let places = lists.places(selection)
    return page(query, count: places.count) { slot in
      TMDBListItem(
        title: catalogue.title(selection.kind, Int(places[slot])), saysKind: saysKind,
        oddities: oddities, place: slot, language: TMDBLanguage(query)
      ).json
    }
  }

  /// Films, series and persons.
  private func trending(_ query: QueryString) -> Response {
    let all = TMDBKind.allCases.map { lists.places(TMDBSelection(kind: $0, key: .heat)) }
    let titles = all[0].count + all[1].count
    let every = Self.personEvery
    return page(query, count: titles + titles / (every - 1)) { slot in
      if slot % every == every - 1 { return person(slot / every) }
      // Film and series take turns.
      let number = slot - slot / every
      let kind: TMDBKind = number.isMultiple(of: 2) ? .movie : .tv
      return TMDBListItem(
        title: catalogue.title(kind, Int(all[kind.rawValue][number / 2])), saysKind: true,
        oddities: oddities, place: slot, language: TMDBLanguage(query)
      ).json
    }
  }

  /// By the words of the title, the most popular first.
  private func search(_ kinds: [TMDBKind], _ query: QueryString) -> Response {
    let search = TMDBSearch(catalogue: catalogue)
    let year = ["year", "primary_release_year", "first_air_date_year"].lazy
      .compactMap { query[$0] }.first.flatMap { Int($0) }
    let found = kinds.flatMap { kind in
      search.places(kind, query["query"] ?? "", year: kinds.count == 1 ? year : nil).map {
        (kind: kind, place: $0, popularity: catalogue.facts(kind, $0).popularity)
      }
    }.sorted { $0.popularity > $1.popularity }
    return page(query, count: found.count) { slot in
      TMDBListItem(
        title: catalogue.title(found[slot].kind, found[slot].place), saysKind: kinds.count > 1,
        oddities: oddities, place: slot, language: TMDBLanguage(query)
      ).json
    }
  }

  /// By what another service calls it; an identifier that nobody has is an answer without entries.
  private func find(_ query: QueryString, _ id: String) -> Response {
    let found = TMDBExternalID.place(
      id, source: query["external_source"] ?? "", size: catalogue.size)
    func results(_ kind: TMDBKind) -> JSONValue {
      guard let found, found.kind == kind else { return .array([]) }
      return .array([
        TMDBListItem(
          title: catalogue.title(kind, found.index), saysKind: true, language: TMDBLanguage(query)
        ).json
      ])
    }
    return .json(
      .object([
        ("movie_results", results(.movie)), ("person_results", .array([])),
        ("tv_results", results(.tv)), ("tv_episode_results", .array([])),
        ("tv_season_results", .array([])),
      ]))
  }

  private func person(_ number: Int) -> JSONValue {
    let names = PhraseTable.bookAuthors.phrases
    let name = JSONValue.string(names[number % names.count])
    return .object([
      ("adult", .bool(false)), ("id", .int(12_345 + number)), ("name", name),
      ("original_name", name), ("media_type", .string("person")), ("gender", .int(number % 3)),
      ("known_for_department", .string("Acting")), ("popularity", .number("100.5")),
      ("profile_path", .null),
    ])
  }

  private func page(
    _ query: QueryString, count: Int, entry: (Int) -> JSONValue
  ) -> Response {
    guard let page = Int(query["page"] ?? "1"), (1...Self.lastPage).contains(page) else {
      return TMDBError.invalidPage.response
    }
    let first = (oddities.page(page) - 1) * Self.perPage
    let slots = min(first, count)..<min(first + Self.perPage, count)
    let pages = (count + Self.perPage - 1) / Self.perPage
    return .json(
      .object([
        ("page", .int(page)), ("results", .array(slots.map(entry))),
        ("total_pages", .int(oddities.totalPages(pages, page: page))),
        ("total_results", .int(count)),
      ]))
  }

  // MARK: Details

  private func details(_ kind: TMDBKind, _ query: QueryString, _ id: String) -> Response {
    let appended = (query["append_to_response"] ?? "").split(separator: ",").map(String.init)
    guard appended.count <= Self.mostAppended else { return TMDBError.tooManyAppended.response }
    return details(kind, query, id) { $0.json(appended: appended) }
  }

  private func details(
    _ kind: TMDBKind, _ part: String, _ query: QueryString, _ id: String
  ) -> Response {
    details(kind, query, id) { details in
      guard case .object(let members)? = details.part(part) else { return nil }
      return .object([("id", .int(details.title.id))] + members)
    }
  }

  private func details(
    _ kind: TMDBKind, _ query: QueryString, _ id: String, _ body: (TMDBDetails) -> JSONValue?
  ) -> Response {
    guard let id = Int(id), id > 0 else { return TMDBError.invalidID.response }
    guard let index = catalogue.index(id: id),
      let value = body(
        TMDBDetails(
          catalogue: catalogue, title: catalogue.title(kind, index), language: TMDBLanguage(query)))
    else { return TMDBError.notFound.response }
    return .json(value)
  }
}

import Hummingbird

/// Open Library: `GET /openlibrary/search.json`, `/isbn/X.json`, and the pages of editions, works and
/// authors.
struct OpenLibraryUpstream: Sendable {
  private static let defaultLimit = 100
  private static let limits = 0...1000

  private let catalogue: BookCatalogue
  private let answer: OpenLibraryAnswer
  /// Nil when calls are not limited.
  private let limiter: RateLimiter?

  init(catalogue: BookCatalogue, limiter: RateLimiter?) {
    self.catalogue = catalogue
    self.limiter = limiter
    answer = OpenLibraryAnswer(catalogue: catalogue)
  }

  func addRoutes(to router: some RouterMethods<MockContext>) {
    router.get("/openlibrary/search.json") { request, _ in
      limited { search(QueryString(request.uri.query)) }
    }
    router.get("/openlibrary/isbn/:file") { _, context in
      limited { page(context) { isbn($0) } }
    }
    router.get("/openlibrary/books/:file") { _, context in
      limited { page(context) { edition($0) } }
    }
    router.get("/openlibrary/works/:file") { _, context in
      limited { page(context) { work($0) } }
    }
    router.get("/openlibrary/authors/:file") { _, context in
      limited { page(context) { author($0) } }
    }
  }

  private func limited(_ body: () -> Response) -> Response {
    guard let limiter, !limiter.allow() else { return body() }
    return .json(.object([("error", .string("Too Many Requests"))]), status: .tooManyRequests)
  }

  private func search(_ query: QueryString) -> Response {
    var wanted = BookQuery()
    wanted.title = Set(SearchWords.words(query["title"] ?? ""))
    wanted.author = Set(SearchWords.words(query["author"] ?? ""))
    wanted.isbns = query["isbn"].map { [$0] } ?? []
    if let term = query["q"] {
      if let isbn = term.firstRange(of: "isbn:").map({ term[$0.upperBound...] }) {
        wanted.isbns = Self.numbers(isbn)
      } else {
        wanted.any = Set(SearchWords.words(term))
      }
    }
    guard !wanted.isEmpty else {
      return .json(
        .object([("error", .string("a search needs q, title, author or isbn"))]),
        status: .unprocessableContent)
    }
    let limit = query["limit"].flatMap(Int.init) ?? Self.defaultLimit
    let clamped = min(max(limit, Self.limits.lowerBound), Self.limits.upperBound)
    let start = max(0, query["offset"].flatMap(Int.init) ?? 0)
    let found = catalogue.search(wanted, at: .openLibrary, limit: Self.limits.upperBound)
    let documents = found.dropFirst(start).prefix(clamped).map {
      answer.document($0, fields: fields(query["fields"]))
    }
    return .json(
      answer.search(documents, found: found.count, start: start, term: query["q"]))
  }

  /// The numbers of a term `isbn:X` or `isbn:(X OR Y)`.
  private static func numbers(_ text: Substring) -> [String] {
    guard text.first == "(" else { return [String(text.prefix { !$0.isWhitespace })] }
    return text.dropFirst().prefix { $0 != ")" }.split(separator: " ").filter { $0 != "OR" }
      .map(String.init)
  }

  private func fields(_ text: String?) -> Set<String>? {
    guard let text else { return OpenLibraryAnswer.defaultFields }
    let names = Set(text.split(separator: ",").map(String.init))
    return names.contains("*") ? nil : names
  }

  /// The page of a file `KEY.json`.
  private func page(_ context: MockContext, _ body: (String) -> Response?) -> Response {
    let file = context.parameters.get("file") ?? ""
    let key = file.hasSuffix(".json") ? String(file.dropLast(5)) : file
    return body(key) ?? .json(OpenLibraryAnswer.missing(key), status: .notFound)
  }

  /// The service sends from a number on to its edition.
  private func isbn(_ text: String) -> Response? {
    guard let number = BookNumber(text), let edition = catalogue.edition(number),
      catalogue.isListed(edition, at: .openLibrary),
      !catalogue.lacks(edition.book, at: .openLibrary)
    else { return nil }
    return Response(
      status: .found, headers: [.location: "/books/\(OpenLibraryID.edition(edition)).json"])
  }

  private func edition(_ key: String) -> Response? {
    guard let place = OpenLibraryID.edition(key: key), place.book < catalogue.size else {
      return nil
    }
    let book = catalogue.book(place.book)
    guard place.edition < book.editionCount,
      let listing = catalogue.listing(.work, of: book, at: .openLibrary)
    else { return nil }
    return .json(answer.edition(catalogue.edition(place.edition, of: book), of: listing))
  }

  private func work(_ key: String) -> Response? {
    OpenLibraryID.listing(work: key)
      .flatMap { catalogue.listing(number: $0, at: .openLibrary) }
      .map { .json(answer.work($0)) }
  }

  private func author(_ key: String) -> Response? {
    OpenLibraryID.author(key: key).map { .json(answer.author($0)) }
  }
}

import HTTPTypes
import Hummingbird

/// Google Books: `GET /google_books/volumes?q=…` and `/google_books/volumes/ID`.
struct GoogleBooksUpstream: Sendable {
  private static let defaultLimit = 10
  private static let limits = 0...40
  /// Begins keys that it does not know.
  private static let refusedKeys = "refused"
  private static let keyField = HTTPField.Name("X-Goog-Api-Key")!

  private let catalogue: BookCatalogue
  /// Nil when calls are not limited.
  private let limiter: RateLimiter?

  init(catalogue: BookCatalogue, limiter: RateLimiter?) {
    self.catalogue = catalogue
    self.limiter = limiter
  }

  func addRoutes(to router: some RouterMethods<MockContext>) {
    router.get("/google_books/volumes") { request, _ in
      refusal(request) ?? search(QueryString(request.uri.query))
    }
    router.get("/google_books/volumes/:id") { request, context in
      if let refusal = refusal(request) { return refusal }
      guard let number = GoogleVolumeID.number(context.parameters.get("id") ?? ""),
        let listing = catalogue.listing(number: number, at: .googleBooks)
      else { return Self.error(.notFound, 404, "The volume ID could not be found.", "notFound") }
      return .json(GoogleVolume(catalogue: catalogue, listing: listing).json)
    }
  }

  /// Calls without a key share a quota, which is spent.
  private func refusal(_ request: Request) -> Response? {
    // A key may stand in the address or in a field: Google's system parameters.
    let key = QueryString(request.uri.query)["key"] ?? request.headers[Self.keyField]
    // As the service answers a key that it does not know.
    if key?.hasPrefix(Self.refusedKeys) == true {
      return Self.error(
        .badRequest, 400, "API key not valid. Please pass a valid API key.", "badRequest")
    }
    if key != nil, limiter?.allow() ?? true { return nil }
    return Self.error(
      .tooManyRequests, 429,
      "Quota exceeded for quota metric 'Queries' and limit 'Queries per day'", "rateLimitExceeded")
  }

  private func search(_ query: QueryString) -> Response {
    guard let term = query["q"] else {
      return Self.error(.badRequest, 400, "Missing query.", "queryRequired")
    }
    let limit = query["maxResults"].map { Int($0) ?? -1 } ?? Self.defaultLimit
    guard Self.limits.contains(limit) else {
      return Self.error(
        .badRequest, 400, "Invalid value '\(limit)'. Values must be within the range: [0, 40]",
        "invalidParameter")
    }
    let start = max(0, query["startIndex"].flatMap(Int.init) ?? 0)
    let found = catalogue.search(GoogleBooksQuery.parse(term), at: .googleBooks, limit: 200)
    let volumes = found.dropFirst(start).prefix(limit).map {
      GoogleVolume(catalogue: catalogue, listing: $0).json
    }
    var members: [(String, JSONValue)] = [
      ("kind", .string("books#volumes")), ("totalItems", .int(found.count)),
    ]
    // Without a match the member is missing, not empty.
    if !volumes.isEmpty { members.append(("items", .array(volumes))) }
    return .json(.object(members))
  }

  private static func error(
    _ status: HTTPResponse.Status, _ code: Int, _ message: String, _ reason: String
  ) -> Response {
    let detail = JSONValue.object([
      ("message", .string(message)), ("domain", .string("global")), ("reason", .string(reason)),
    ])
    return .json(
      .object([
        (
          "error",
          .object([
            ("code", .int(code)), ("message", .string(message)), ("errors", .array([detail])),
          ])
        )
      ]), status: status)
  }
}

/// The words of a search: `intitle:glass harbour inauthor:"nora sato" isbn:…`.
enum GoogleBooksQuery {
  static func parse(_ text: String) -> BookQuery {
    var texts: [String: String] = [:]
    var field = ""
    var quoted = false
    for word in text.split(separator: " ") {
      var word = word
      // A field goes on to the next one, as `intitle:the+glass+harbour+inauthor:…` is mostly meant;
      // strictly it would hold its first word, or what is in quotes.
      if !quoted, let colon = word.firstIndex(of: ":"),
        ["intitle", "inauthor", "isbn"].contains(word[..<colon])
      {
        field = String(word[..<colon])
        word = word[word.index(after: colon)...]
        quoted = word.hasPrefix("\"")
      }
      let ends = word.hasSuffix("\"")
      texts[field, default: ""] += " \(word)"
      if quoted, ends { (quoted, field) = (false, "") }
      if field == "isbn" { field = "" }
    }
    // Little words are skipped only beside others, so each field is read as a whole.
    func words(_ field: String) -> Set<String> { Set(SearchWords.words(texts[field] ?? "")) }
    let isbn = texts["isbn"].map { String($0.filter { $0 != "\"" && $0 != " " }) }
    return BookQuery(
      title: words("intitle"), author: words("inauthor"), any: words(""),
      isbns: isbn.map { [$0] } ?? [])
  }
}

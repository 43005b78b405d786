import Hummingbird

/// The refusals of the service (its documentation, "Errors").
enum TMDBError {
  static let invalidToken = error(
    .unauthorized, 7, "Invalid API key: You must be granted a valid key.")
  static let invalidID = error(
    .notFound, 6, "Invalid id: The pre-requisite id is invalid or not found.")
  static let notFound = error(
    .notFound, 34, "The resource you requested could not be found.")
  static let invalidPage = error(
    .badRequest, 22,
    "Invalid page: Pages start at 1 and max at 500. They are expected to be an integer.")
  static let invalidParameters = error(
    .badRequest, 5, "Invalid parameters: Your request parameters are incorrect.")
  static let tooManyAppended = error(
    .badRequest, 27,
    "Too many append to response objects: The maximum number of remote calls is 20.")
  static let tooManyRequests = error(
    .tooManyRequests, 25, "Your request count (#) is over the allowed limit of (40).")

  /// The body that goes with a status; nil for statuses without one.
  static func body(status: Int) -> JSONValue? {
    let known: [Int: (Int, String)] = [
      401: (7, "Invalid API key: You must be granted a valid key."),
      403: (45, "This user has been suspended."),
      404: (34, "The resource you requested could not be found."),
      429: (25, "Your request count (#) is over the allowed limit of (40)."),
      500: (11, "Internal error: Something went wrong, contact TMDb."),
      502: (43, "Couldn't connect to the backend server."),
      503: (9, "Service offline: This service is temporarily offline, try again later."),
      504: (24, "Your request to the backend server timed out. Try again."),
    ]
    return known[status].map(body)
  }

  private static func body(_ code: Int, _ message: String) -> JSONValue {
    .object([
      ("status_code", .int(code)), ("status_message", .string(message)), ("success", .bool(false)),
    ])
  }

  private static func error(
    _ status: HTTPResponse.Status, _ code: Int, _ message: String
  ) -> @Sendable () -> Response {
    { .json(body(code, message), status: status) }
  }
}

/// Titles as they stand in lists.
struct TMDBListItem: Sendable {
  let title: TMDBTitle
  /// Lists of several kinds say of each what it is.
  var saysKind = false
  var oddities = TMDBOddities()
  /// Its place in the list, from 0, on which the oddities hang.
  var place = 0

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
      (title.kind.titleField, .string(title.title)),
      ("original_\(title.kind.titleField)", .string(title.title)),
    ]
  }

  private var date: String? {
    if oddities.has(.zeroDates, place) { return "0000-00-00" }
    return title.facts.day == nil && title.gaps.leavesDateOut ? nil : title.date
  }

  private var overview: String {
    TMDBVocabulary.overviews[title.index % TMDBVocabulary.overviews.count]
  }

  /// `6768` as 6.768, without zeros at the end.
  static func thousandths(_ number: Int) -> String {
    var fraction = String(number % 1000 + 1000).dropFirst()
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return fraction.isEmpty ? "\(number / 1000)" : "\(number / 1000).\(fraction)"
  }
}

/// Made-up paths of images.
enum TMDBImage {
  static func path(_ title: TMDBTitle, _ purpose: Int) -> JSONValue {
    .string("/\(TMDBText.letters(title, UInt64(purpose), count: 27)).jpg")
  }
}

/// Identifiers that look like the service's.
enum TMDBText {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
  private static let digits = Array("0123456789abcdef".utf8)

  static func letters(_ title: TMDBTitle, _ purpose: UInt64, count: Int) -> String {
    draw(letters, title, purpose, count)
  }

  static func hex(_ title: TMDBTitle, _ purpose: UInt64, count: Int) -> String {
    draw(digits, title, purpose, count)
  }

  private static func draw(
    _ alphabet: [UInt8], _ title: TMDBTitle, _ purpose: UInt64, _ count: Int
  ) -> String {
    var digest = Digest(seed: purpose, UInt64(title.index * 2 + title.kind.rawValue), salt: 307)
    return String(decoding: (0..<count).map { _ in digest.pick(alphabet) }, as: UTF8.self)
  }
}

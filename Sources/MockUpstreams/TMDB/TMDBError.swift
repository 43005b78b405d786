import Hummingbird

/// A refusal of the service (its documentation, "Errors").
struct TMDBError: Sendable {
  static let invalidParameters = TMDBError(
    400, 5, "Invalid parameters: Your request parameters are incorrect.")
  static let invalidPage = TMDBError(
    400, 22, "Invalid page: Pages start at 1 and max at 500. They are expected to be an integer.")
  static let tooManyAppended = TMDBError(
    400, 27, "Too many append to response objects: The maximum number of remote calls is 20.")
  static let invalidToken = TMDBError(
    401, 7, "Invalid API key: You must be granted a valid key.")
  static let invalidID = TMDBError(
    404, 6, "Invalid id: The pre-requisite id is invalid or not found.")
  static let notFound = TMDBError(404, 34, "The resource you requested could not be found.")
  static let tooManyRequests = TMDBError(
    429, 25, "Your request count (#) is over the allowed limit of (40).")

  /// The text of the statuses that faults draw.
  private static let drawn = [
    invalidToken, TMDBError(403, 45, "This user has been suspended."), notFound, tooManyRequests,
    TMDBError(500, 11, "Internal error: Something went wrong, contact TMDb."),
    TMDBError(502, 43, "Couldn't connect to the backend server."),
    TMDBError(503, 9, "Service offline: This service is temporarily offline, try again later."),
    TMDBError(504, 24, "Your request to the backend server timed out. Try again."),
  ]

  /// The refusal with a status; nil for statuses that the service does not send.
  static func drawn(status: Int) -> TMDBError? { drawn.first { $0.status == status } }

  let status: Int
  private let code: Int
  private let message: String

  private init(_ status: Int, _ code: Int, _ message: String) {
    self.status = status
    self.code = code
    self.message = message
  }

  var body: JSONValue {
    .object([
      ("status_code", .int(code)), ("status_message", .string(message)), ("success", .bool(false)),
    ])
  }

  var response: Response { .json(body, status: HTTPResponse.Status(code: status)) }
}

import HTTPTypes

/// The bodies of the statuses that faults draw.
enum DrawnRefusal {
  /// TMDB's codes and messages (its documentation, "Errors").
  private static let tmdb: [Int: (code: Int, message: String)] = [
    401: (7, "Invalid API key: You must be granted a valid key."),
    403: (45, "This user has been suspended."),
    404: (34, "The resource you requested could not be found."),
    429: (25, "Your request count (#) is over the allowed limit of (40)."),
    500: (11, "Internal error: Something went wrong, contact TMDb."),
    502: (43, "Couldn't connect to the backend server."),
    503: (9, "Service offline: This service is temporarily offline, try again later."),
    504: (24, "Your request to the backend server timed out. Try again."),
  ]

  /// The body of a status below a path.
  static func body(_ status: HTTPResponse.Status, path: String) -> JSONValue {
    guard path.hasPrefix("/tmdb/"), let refusal = tmdb[status.code] else {
      return .object([("error", .string(status.reasonPhrase)), ("path", .string(path))])
    }
    return .object([
      ("status_code", .int(refusal.code)), ("status_message", .string(refusal.message)),
      ("success", .bool(false)),
    ])
  }
}

/// Whether an answer may be stored (RFC 9111, 3), and which of its fields (3.1).
public enum Cacheability {
  /// Whether a private cache may store the answer to a request by the rules of RFC 9111.
  ///
  /// GET only: HEAD answers are not worth a place, answers to POST have no key. Not stored besides
  /// what the RFC forbids: partial content (this cache does not combine ranges) and `Vary: *`, which
  /// nothing could ever match (4.1).
  public static func isStorable(
    method: String, request: HTTPHeaders, status: Int, _ headers: HTTPHeaders
  )
    -> Bool
  {
    guard method == "GET", status >= 200, !isNeverStored(status), request["Range"] == nil,
      !VaryingFields(headers, request: request).matchesNothing, !CacheControl(request).noStore
    else { return false }
    let control = CacheControl(headers)
    if control.noStore && !(control.mustUnderstand && isUnderstood(status)) { return false }
    if control.mustUnderstand && !isUnderstood(status) { return false }
    return control.isPublic || control.isPrivate || control.maxAge != nil
      || headers["Expires"] != nil || isHeuristic(status)
  }

  /// Whether an answer of a status may be kept under a time to live that the caller names, whatever its fields
  /// say: successes, 404 and 410. Rate-limit and error answers (403, 429, 5xx) never are, so that a
  /// refusal cannot pose as "no result" for a day.
  public static func isStorableUnderExplicitTTL(_ status: Int) -> Bool {
    (200..<300).contains(status) && status != 206 || status == 404 || status == 410
  }

  /// Whether a lifetime may be guessed for a status (RFC 9110, 15.1), 206 left out.
  public static func isHeuristic(_ status: Int) -> Bool {
    switch status {
    case 200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501: true
    default: false
    }
  }

  /// The fields without those that belong to one connection (3.1).
  public static func storedFields(_ headers: HTTPHeaders) -> HTTPHeaders {
    let named = Set(headers.list("Connection").map { $0.lowercased() })
    return HTTPHeaders(
      headers.fields.filter {
        let name = $0.name.lowercased()
        return !hopByHop.contains(name) && !named.contains(name)
      })
  }

  private static let hopByHop: Set<String> = [
    "connection", "keep-alive", "proxy-authenticate", "proxy-authentication-info",
    "proxy-authorization", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
  ]

  // 206 needs range support; 304 is not an answer of its own; RFC 6585 forbids 428, 429, 431 and 511.
  private static func isNeverStored(_ status: Int) -> Bool {
    [206, 304, 428, 429, 431, 511].contains(status)
  }

  private static func isUnderstood(_ status: Int) -> Bool {
    isHeuristic(status) || [302, 303, 307, 400, 403, 500, 502, 503, 504].contains(status)
  }
}

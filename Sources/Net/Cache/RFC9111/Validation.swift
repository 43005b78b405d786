internal import Notation

/// Asking the origin whether a stored answer still holds (RFC 9111, 4.3).
public enum Validation {
  /// The fields of the conditional request for a stored answer: If-None-Match from its ETag and
  /// If-Modified-Since from its Last-Modified (4.3.1); empty when it has neither.
  public static func requestFields(for stored: HTTPHeaders) -> HTTPHeaders {
    var fields = HTTPHeaders()
    if let tag = stored["ETag"] { fields.add("If-None-Match", tag) }
    if let modified = stored["Last-Modified"] { fields.add("If-Modified-Since", modified) }
    return fields
  }

  /// Whether a caller brought conditions of its own, which only the origin can judge in full.
  public static func isConditional(_ request: HTTPHeaders) -> Bool {
    ["If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since", "If-Range"]
      .contains { request[$0] != nil }
  }

  /// Whether a caller's If-None-Match or If-Modified-Since lets a fresh answer be sent as 304
  /// (4.3.2). If-None-Match compares weakly and rules the date out (RFC 9110, 13.1.2, 13.1.3).
  public static func isUnchanged(for request: HTTPHeaders, stored: HTTPHeaders, now: Double) -> Bool
  {
    if request.isEmpty { return false }
    guard request["If-Match"] == nil, request["If-Unmodified-Since"] == nil else { return false }
    let tags = request.list("If-None-Match")
    if !tags.isEmpty {
      guard let own = stored["ETag"] else { return false }
      return tags.contains { $0 == "*" || opaque($0) == opaque(own) }
    }
    guard let since = date(request["If-Modified-Since"], now),
      let modified = date(stored["Last-Modified"] ?? stored["Date"], now)
    else { return false }
    return modified <= since
  }

  /// Whether a 304 speaks of this stored answer (4.3.4): its ETag, where it has one, must be the
  /// stored one, else its Last-Modified; a 304 without either answers the request that was sent.
  public static func confirms(_ notModified: HTTPHeaders, stored: HTTPHeaders) -> Bool {
    if let tag = notModified["ETag"] {
      guard let own = stored["ETag"] else { return false }
      return tag.hasPrefix("W/") ? opaque(tag) == opaque(own) : tag == own || own == "W/" + tag
    }
    if let modified = notModified["Last-Modified"], let own = stored["Last-Modified"] {
      return modified == own
    }
    return true
  }

  /// The stored fields with those of a 304 in their place (3.2). Fields that describe the stored
  /// bytes stay; Age and Date of the old answer go even where the 304 has none, for its age counts
  /// from now.
  public static func updated(_ stored: HTTPHeaders, by notModified: HTTPHeaders) -> HTTPHeaders {
    var result = stored
    result["Age"] = nil
    result["Date"] = nil
    let news = Cacheability.storedFields(notModified).fields.filter {
      !describesBytes.contains($0.name.lowercased())
    }
    for field in news { result[field.name] = nil }
    for field in news { result.add(field.name, field.value) }
    return result
  }

  private static let describesBytes: Set<String> = [
    "content-encoding", "content-length", "content-range",
  ]

  private static func opaque(_ tag: String) -> Substring {
    tag.hasPrefix("W/") ? tag.dropFirst(2) : Substring(tag)
  }

  private static func date(_ text: String?, _ now: Double) -> Double? {
    text.flatMap { HTTPDate.parse($0, now: now) }
  }
}

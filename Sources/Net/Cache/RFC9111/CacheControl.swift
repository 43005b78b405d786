/// The directives of Cache-Control fields, of a request or a response (RFC 9111, 5.2).
///
/// Durations are whole seconds, capped at 2^31 (1.2.2). One that is not a number counts as 0, so that
/// a malformed lifetime makes an answer stale rather than eternal (4.2.1). Where a directive repeats,
/// the first one counts. Unknown directives are ignored (5.2.3).
public struct CacheControl: Sendable, Equatable {
  /// Nothing of the exchange may be kept (5.2.1.5, 5.2.2.5).
  public var noStore = false
  /// No use without asking the origin (5.2.1.4, 5.2.2.4); for a response, its unqualified form.
  public var noCache = false
  /// The fields, in lower case, that a qualified `no-cache="…"` keeps from reuse (5.2.2.4).
  public var noCacheFields: [String] = []
  /// No use once stale without asking the origin (5.2.2.2).
  public var mustRevalidate = false
  /// May be stored although it would not be otherwise (5.2.2.9).
  public var isPublic = false
  /// May be stored by a private cache such as this (5.2.2.7).
  public var isPrivate = false
  /// Replaces `no-store` for a status that this cache understands (5.2.2.3).
  public var mustUnderstand = false
  /// The caller wants a stored answer or none (5.2.1.7).
  public var onlyIfCached = false
  /// A response's lifetime, or the age that a request still takes (5.2.1.1, 5.2.2.1).
  public var maxAge: Int?
  /// How much longer an answer must stay fresh for this request (5.2.1.3).
  public var minFresh: Int?
  /// How stale an answer this request takes; `Int.max` for any (5.2.1.2).
  public var maxStale: Int?
  /// How long after its end an answer may stand in for a failing origin (RFC 5861, 4).
  public var staleIfError: Int?
  /// How long after its end an answer may be served while it is asked for anew (RFC 5861, 3).
  public var staleWhileRevalidate: Int?

  /// Reads every Cache-Control field. Without one, `Pragma: no-cache` counts as `no-cache` (5.4).
  public init(_ headers: HTTPHeaders) {
    if headers.isEmpty { return }
    let directives = headers.list("Cache-Control")
    for directive in directives { read(directive) }
    if directives.isEmpty, headers["Cache-Control"] == nil,
      headers.list("Pragma").contains(where: { $0.lowercased() == "no-cache" })
    {
      noCache = true
    }
  }

  private mutating func read(_ directive: String) {
    let parts = directive.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let argument = parts.count == 2 ? Self.unquoted(parts[1]) : nil
    switch parts[0].lowercased() {
    case "no-store": noStore = true
    case "no-cache":
      let fields = Self.names(argument)
      if fields.isEmpty { noCache = true } else { noCacheFields += fields }
    case "must-revalidate": mustRevalidate = true
    case "public": isPublic = true
    case "private": isPrivate = true
    case "must-understand": mustUnderstand = true
    case "only-if-cached": onlyIfCached = true
    case "max-age": maxAge = maxAge ?? Self.seconds(argument)
    case "min-fresh": minFresh = minFresh ?? Self.seconds(argument)
    case "max-stale": maxStale = maxStale ?? argument.map { Self.seconds($0) } ?? Int.max
    case "stale-if-error": staleIfError = staleIfError ?? Self.seconds(argument)
    case "stale-while-revalidate":
      staleWhileRevalidate = staleWhileRevalidate ?? Self.seconds(argument)
    default: break
    }
  }

  private static func seconds(_ text: String?) -> Int {
    guard let text, !text.isEmpty, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else {
      return 0
    }
    return min(Int(text) ?? .max, 1 << 31)
  }

  private static func unquoted(_ text: Substring) -> String {
    guard text.count >= 2, text.first == "\"", text.last == "\"" else { return String(text) }
    return String(text.dropFirst().dropLast())
  }

  private static func names(_ argument: String?) -> [String] {
    guard let argument else { return [] }
    return HTTPHeaders([("list", argument)]).list("list").map { $0.lowercased() }
  }
}

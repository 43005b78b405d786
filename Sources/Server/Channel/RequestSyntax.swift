internal import NIOHTTP1

/// Checks a request's header beyond the decoder's own checks (RFC 9112).
enum RequestSyntax {
  /// The status that refuses a header; nil if it is valid.
  static func refusal(_ head: HTTPRequestHead, _ limits: ServerLimits) -> HTTPResponseStatus? {
    let headers = head.headers
    guard head.version.major == 1, isMethod(head.method.rawValue) else { return .badRequest }
    // Without exactly one Host, the request could be meant for another server (RFC 9112, section
    // 3.2).
    guard headers["host"].count == 1 else { return .badRequest }
    // Accept the origin form only: the server is not a proxy.
    guard head.uri.hasPrefix("/"), !head.uri.utf8.contains(0) else { return .badRequest }
    guard hasOneLength(headers) else { return .badRequest }
    // A continuation line or half a line end: other programs would read the value differently.
    guard headers.allSatisfy({ isClean($0.value) }) else { return .badRequest }
    // Check before anything else reads the path: with two spellings, two checks could disagree.
    guard isCanonical(head.uri.prefix { $0 != "?" }) else { return .notFound }
    if let text = headers.first(name: "content-length") {
      guard let length = Int(text) else { return .badRequest }
      if length > limits.bodyBytes { return .payloadTooLarge }
    }
    return nil
  }

  /// The answer's message for a status.
  static func reason(_ status: HTTPResponseStatus, _ limits: ServerLimits) -> String {
    switch status {
    case .requestTimeout: "the request took too long to arrive"
    case .payloadTooLarge: "the body is too large: \(limits.bodyBytes) bytes at most"
    case .tooManyRequests: "too many requests before the first answer; wait for it"
    case .notFound: "there is no such path: paths have no empty, dotted or encoded parts"
    case .requestHeaderFieldsTooLarge: "there are too many header fields, or they are too long"
    default: "the request is not correct HTTP/1.1"
    }
  }

  /// Whether a path has its only accepted spelling: parts of unreserved characters (RFC 3986,
  /// section 2.3), none of them empty, `.`, `..` or encoded. Behind an address of a program the parts
  /// are that program's: they may have any spelling, but none may be a dotted one.
  static func isCanonical(_ path: Substring) -> Bool {
    if path == "/" { return true }
    let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    let strict = parts.first == "connect" ? parts.prefix(2) : parts[...]
    return strict.allSatisfy { !$0.isEmpty && !isDots($0) && $0.utf8.allSatisfy(isUnreserved) }
      && parts[strict.endIndex...].allSatisfy { part in
        !isDots(part) && part.utf8.allSatisfy { (0x21...0x7E).contains($0) }
      }
  }

  private static func isDots(_ part: Substring) -> Bool {
    [".", ".."].contains(part.lowercased().replacing("%2e", with: "."))
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  private static func isMethod(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
  }

  /// Request smuggling needs two lengths, so only one is allowed (RFC 9112, section 6.3).
  private static func hasOneLength(_ headers: HTTPHeaders) -> Bool {
    let (lengths, codings) = (headers["content-length"], headers["transfer-encoding"])
    if lengths.count > 1 || codings.count > 1 { return false }
    if let coding = codings.first { return lengths.isEmpty && coding.lowercased() == "chunked" }
    return true
  }

  private static func isClean(_ value: String) -> Bool {
    value.utf8.allSatisfy { $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }
  }
}

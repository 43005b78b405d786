internal import NIOHTTP1

/// The form of a request's header, beyond the decoder's checks (RFC 9112).
enum RequestSyntax {
  /// The status that refuses a header; nil for one that is in order.
  static func refusal(_ head: HTTPRequestHead, _ limits: ServerLimits) -> HTTPResponseStatus? {
    let headers = head.headers
    guard head.version.major == 1, isMethod(head.method.rawValue) else { return .badRequest }
    // One Host, or a request could be meant for another server (RFC 9112, section 3.2).
    guard headers["host"].count == 1 else { return .badRequest }
    // Only the origin form: the server is not a proxy.
    guard head.uri.hasPrefix("/"), !head.uri.utf8.contains(0) else { return .badRequest }
    guard hasOneLength(headers) else { return .badRequest }
    // A continuation line, or half of a line end: a value that another program reads otherwise.
    guard headers.allSatisfy({ isClean($0.value) }) else { return .badRequest }
    if let text = headers.first(name: "content-length") {
      guard let length = Int(text) else { return .badRequest }
      if length > limits.bodyBytes { return .payloadTooLarge }
    }
    return nil
  }

  /// In words, for the answer.
  static func reason(_ status: HTTPResponseStatus) -> String {
    switch status {
    case .requestTimeout: "the request took too long to arrive"
    case .payloadTooLarge: "the body is too large"
    case .requestHeaderFieldsTooLarge: "there are too many header fields, or they are too long"
    default: "the request is not correct HTTP/1.1"
    }
  }

  private static func isMethod(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
  }

  /// Two lengths are what request smuggling is made of (RFC 9112, section 6.3).
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

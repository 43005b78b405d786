/// Refuses requests that would not be one request on the wire.
enum RequestCheck {
  /// Fields that belong to the connection: the client sets them.
  private static let ownFields: Set<String> = [
    "connection", "content-length", "expect", "host", "keep-alive", "proxy-connection", "te",
    "trailer", "transfer-encoding", "upgrade",
  ]

  /// - Throws: ``HTTPError`` of kind `invalidRequest`.
  static func check(_ request: HTTPRequest) throws(HTTPError) {
    guard isToken(request.method), !request.method.utf8.contains(where: isLower) else {
      throw invalid(
        "\"\(request.method)\" is not a method: write GET, POST, … in capitals", request)
    }
    if request.method == "CONNECT" { throw invalid("CONNECT is not sent", request) }
    for field in request.headers.fields {
      guard isToken(field.name) else {
        throw invalid("\"\(field.name)\" is not a header field's name", request)
      }
      if field.value.utf8.contains(where: { ($0 < 0x20 && $0 != 0x09) || $0 == 0x7F }) {
        throw invalid("the value of \(field.name) holds a control character", request)
      }
      if ownFields.contains(field.name.lowercased()) {
        throw invalid("\(field.name) is set by the client itself: leave it out", request)
      }
    }
  }

  private static func invalid(_ message: String, _ request: HTTPRequest) -> HTTPError {
    HTTPError(.invalidRequest, message, url: request.url)
  }

  /// RFC 9110, 5.6.2.
  private static func isToken(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x5E...0x7A, 0x7C, 0x7E: true
        case UInt8(ascii: "!"), 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E: true
        default: false
        }
      }
  }

  private static func isLower(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }
}

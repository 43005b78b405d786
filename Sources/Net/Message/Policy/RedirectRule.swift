/// How a redirect changes a request (RFC 9110, 15.4; Fetch, 4.4).
enum RedirectRule {
  /// Whether an answer sends the client elsewhere.
  static func isRedirect(_ response: HTTPResponse, _ request: HTTPRequest) -> Bool {
    switch response.status {
    case 301, 302, 303, 307, 308:
      request.options.maxRedirects > 0 && request.options.redirects != .returned
    default: false
    }
  }

  /// Makes the request for the next hop: credentials stay with their origin, and a form is not sent
  /// twice unless the origin insists (307, 308).
  static func rewrite(_ request: inout HTTPRequest, status: Int, from: HTTPURL, to: HTTPURL) {
    request.url = to.text
    let becomesGet =
      status == 303 && request.method != "HEAD"
      || (status == 301 || status == 302) && request.method == "POST"
    if becomesGet {
      request.method = "GET"
      request.body = []
      request.attachments?.body = nil
      for name in ["Content-Type", "Content-Language", "Content-Encoding", "Content-Location"] {
        request.headers[name] = nil
      }
    }
    if !from.sameOrigin(as: to) {
      for name in request.headers.credentialNames { request.headers[name] = nil }
      if request.options.certificate != nil { request.options.certificate = nil }
    }
  }
}

/// The parts that few requests have: a jar, a body out of files, a place for the answer's body.
public final class HTTPAttachments: Sendable {
  /// The cookies that go with the request, and to which those of its answers are added.
  public let cookies: CookieJar?
  /// The body, in place of ``HTTPRequest/body``.
  public let body: UploadBody?
  /// The place for the body of a success, instead of ``HTTPResponse/body``.
  let sink: DownloadSink?
  /// Whether it ends once the connection stands: see ``HTTPClient/reach(_:context:within:)``.
  let connectsOnly: Bool

  /// Makes attachments.
  public convenience init(cookies: CookieJar? = nil, body: UploadBody? = nil) {
    self.init(cookies: cookies, body: body, sink: nil)
  }

  init(
    cookies: CookieJar?, body: UploadBody?, sink: DownloadSink?, connectsOnly: Bool = false
  ) {
    self.cookies = cookies
    self.body = body
    self.sink = sink
    self.connectsOnly = connectsOnly
  }

  /// Those of a connection on which nothing is asked.
  static let connectingOnly = HTTPAttachments(
    cookies: nil, body: nil, sink: nil, connectsOnly: true)

  /// Those of a request that has become a GET.
  var withoutBody: HTTPAttachments { HTTPAttachments(cookies: cookies, body: nil, sink: sink) }

  /// Those of a download.
  func with(_ sink: DownloadSink) -> HTTPAttachments {
    HTTPAttachments(cookies: cookies, body: body, sink: sink)
  }
}

/// The parts that few requests have: a jar, a body out of files, a place for the answer's body.
public struct HTTPAttachments: Sendable {
  /// The cookies that go with the request, and to which those of its answers are added.
  public var cookies: CookieJar?
  /// The body, in place of ``HTTPRequest/body``.
  public var body: UploadBody?
  /// The place for the body of a success, instead of ``HTTPResponse/body``.
  var sink: DownloadSink?
  /// Whether it ends once the connection stands: see ``HTTPClient/reach(_:context:within:)``.
  var connectsOnly = false

  /// Makes attachments.
  public init(cookies: CookieJar? = nil, body: UploadBody? = nil) {
    (self.cookies, self.body) = (cookies, body)
  }
}

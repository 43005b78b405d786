internal import MixCore

/// The HTML of the page. Nothing that it needs at first is asked for later: it says whether somebody is
/// signed in, and holds the script that begins the socket.
struct PageDocument: Sendable {
  /// The script's digest, for a Content-Security-Policy.
  let scriptDigest: String
  private let head: String
  private let tail: String
  private let version: String

  private static let givenMark = "<script id=\"given\" type=\"application/json\">{}</script>"
  private static let beginMark = "<script src=\"/page/begin.js\"></script>"

  /// - Parameters:
  ///   - html: names other files by `/page/…`.
  ///   - begin: the script that begins.
  ///   - version: of the files; see ``PageFiles/version``.
  ///   - path: the file of `html`, for messages.
  /// - Throws: ``ServerError/incomplete(_:)`` for HTML without the places of both.
  init(_ html: String, begin: String, version: String, path: String) throws {
    let parts = html.replacing("\(Self.beginMark)", with: "<script>\(begin)</script>")
      .replacing("\"/page/", with: "\"\(Self.address(version))")
      .split(separator: Self.givenMark, omittingEmptySubsequences: false)
    guard parts.count == 2, html.contains(Self.beginMark), !begin.contains("</script") else {
      throw ServerError.incomplete(path)
    }
    (head, tail) = (String(parts[0]), String(parts[1]))
    self.version = version
    scriptDigest = "sha256-" + Base64URL.standard(Array(AccessToken.digest(begin)))
  }

  private static func address(_ version: String) -> String { "/page/\(version)/" }

  /// The page of a request, and a tag of it.
  func page(isSignedIn: Bool) -> (html: String, tag: String) {
    let given = "{\"files\":\"\(Self.address(version))\",\"signedIn\":\(isSignedIn)}"
    let element = "<script id=\"given\" type=\"application/json\">\(given)</script>"
    return (head + element + tail, "\"\(version)-\(isSignedIn)\"")
  }
}

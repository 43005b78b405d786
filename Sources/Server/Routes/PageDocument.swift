internal import MixCore

/// The HTML of the page. Nothing that it needs at first is asked for later: it says whether somebody is
/// signed in, which styles it has, and holds the script that asks for the screen.
struct PageDocument: Sendable {
  /// The digests of the script and of the import map, for a Content-Security-Policy.
  let digests: [String]
  private let head: String
  private let tail: String
  private let version: String
  private let styles: String

  private static let givenMark = "<script id=\"given\" type=\"application/json\">{}</script>"
  private static let beginMark = "<script src=\"/page/begin.js\"></script>"

  /// - Parameters:
  ///   - bundle: its HTML names other files by `/page/…`.
  ///   - begin: the script that begins.
  ///   - version: of the files; see ``PageFiles/version``.
  ///   - path: the file of the HTML, for messages.
  /// - Throws: ``ServerError/incomplete(_:)`` for HTML without the places of both.
  init(_ bundle: PageBundle, begin: String, version: String, path: String) throws {
    let map = bundle.importMap(Self.address(version))
    let parts = bundle.html.replacing(Self.beginMark, with: "<script>\(begin)</script>")
      .replacing("\"/page/", with: "\"\(Self.address(version))")
      .replacing(PageBundle.mapMark, with: "<script type=\"importmap\">\(map)</script>")
      .split(separator: Self.givenMark, omittingEmptySubsequences: false)
    guard parts.count == 2, bundle.html.contains(Self.beginMark), !begin.contains("</script") else {
      throw ServerError.incomplete(path)
    }
    (head, tail) = (String(parts[0]), String(parts[1]))
    self.version = version
    styles = bundle.styles.map { "\"\($0)\"" }.joined(separator: ",")
    digests = [begin, map].map { "sha256-" + Base64URL.standard(Array(AccessToken.digest($0))) }
  }

  private static func address(_ version: String) -> String { "/page/\(version)/" }

  /// The page of a request, and a tag of it.
  func page(isSignedIn: Bool) -> (html: String, tag: String) {
    let given =
      "{\"files\":\"\(Self.address(version))\",\"signedIn\":\(isSignedIn),\"styles\":[\(styles)]}"
    let element = "<script id=\"given\" type=\"application/json\">\(given)</script>"
    return (head + element + tail, "\"\(version)-\(isSignedIn)\"")
  }
}

internal import MixCore
internal import Notation

/// The HTML of the page. Nothing that it needs at first is asked for later: it ends with which styles it has and, if
/// somebody is signed in, the screens that there are and what the first one shows.
struct PageDocument: Sendable {
  /// The digest of the import map, for a Content-Security-Policy.
  let digest: String
  /// The part before that, the same for all.
  let head: String
  private let tail: String
  private let files: String
  private let styles: JSON

  private static let givenMark = "<script id=\"given\" type=\"application/json\">{}</script>"

  /// - Parameters:
  ///   - bundle: its HTML names other files by `/page/…`.
  ///   - version: of the files; see ``PageFiles/version``.
  ///   - path: the file of the HTML, for messages.
  /// - Throws: ``ServerError/incomplete(_:)`` for HTML without the place of what is given.
  init(_ bundle: PageBundle, version: String, path: String) throws {
    files = "/page/\(version)/"
    let map = bundle.importMap(files)
    let parts = bundle.html.replacing("\"/page/", with: "\"\(files)")
      .replacing(PageBundle.mapMark, with: "<script type=\"importmap\">\(map)</script>")
      .split(separator: Self.givenMark, omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw ServerError.incomplete(path) }
    (head, tail) = (String(parts[0]), String(parts[1]))
    styles = .array(bundle.styles.map { .string($0) })
    digest = "sha256-" + Base64URL.standard(Array(AccessToken.digest(map)))
  }

  /// The part after ``head``.
  /// - Parameters:
  ///   - screens: all screens; nil for somebody who is not signed in.
  ///   - first: the one that is shown first; see ``FirstTree``.
  func rest(screens: JSON? = nil, first: JSON? = nil) -> String {
    let given: JSON = .members([
      "files": .string(files), "styles": styles, "screens": screens, "first": first,
    ])
    // Texts are anybody's: none of them ends the element.
    let text = String(decoding: given.bytes, as: UTF8.self).replacing("<", with: "\\u003C")
    return "<script id=\"given\" type=\"application/json\">\(text)</script>\(tail)"
  }
}

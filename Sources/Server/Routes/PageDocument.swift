internal import MixCore
internal import Notation

/// The HTML of the page. It contains everything that a first visit needs: the list of its styles
/// and, for a signed-in client, all screens and the content of the first.
struct PageDocument: Sendable {
  /// The digest of the import map, for the Content-Security-Policy.
  let digest: String
  /// The part before the given data, the same for all clients.
  let head: String
  private let tail: String
  private let files: String
  private let styles: JSON

  private static let givenMark = "<script id=\"given\" type=\"application/json\">{}</script>"

  /// - Parameters:
  ///   - bundle: the bundle; its HTML names other files by `/page/…`.
  ///   - version: the version of the files; see ``PageFiles/version``.
  ///   - path: the path of the HTML file, for messages.
  /// - Throws: ``ServerError/incomplete(_:)`` if the HTML has no place for the given data.
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
  ///   - screens: all screens; nil for a client that is not signed in.
  ///   - first: the first screen's content; see ``FirstTree``.
  func rest(screens: JSON? = nil, first: JSON? = nil) -> String {
    let given: JSON = .members([
      "files": .string(files), "styles": styles, "screens": screens, "first": first,
    ])
    return "<script id=\"given\" type=\"application/json\">\(Self.inScript(given))</script>\(tail)"
  }

  /// JSON whose texts, which come from anywhere, cannot end a script element.
  static func inScript(_ json: JSON) -> String {
    // By bytes: a letter before a sign may make one character with it.
    let less = Array("\\u003C".utf8)
    let bytes = json.bytes.flatMap { $0 == UInt8(ascii: "<") ? less : [$0] }
    return String(decoding: bytes, as: UTF8.self)
  }
}

internal import Glibc
internal import Hummingbird
internal import MixCore
internal import NIOCore

/// The page's files, read once at the start: the folder `web`, and the description of the routes.
struct PageFiles: Sendable {
  /// A file to serve.
  struct Asset: Sendable {
    let type: String
    let bytes: ByteBuffer
    let tag: String

    var text: String { String(buffer: bytes) }
  }

  /// The files by path below the folder, such as `kinds/table.js`.
  let web: [String: Asset]
  /// The first part of the address of immutable files; it changes with their contents.
  let version: String
  let document: PageDocument
  let description: Asset

  private static let types = [
    "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8", "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
  ]

  /// - Parameter share: the folder of the installation's shared files.
  /// - Throws: ``ServerError/incomplete(_:)``, ``PageBundle/Problem``, `FileError`.
  init(share: String) throws {
    var web: [String: Asset] = [:]
    for path in Self.paths(in: "\(share)/web") {
      guard let type = path.split(separator: ".").last.flatMap({ Self.types[String($0)] }) else {
        continue
      }
      web[path] = try Self.read("\(share)/web/\(path)", type)
    }
    // Without these files a browser would show a blank page.
    for needed in ["index.html", "shell.js", "icon.svg"] where web[needed] == nil {
      throw ServerError.incomplete("\(share)/web/\(needed)")
    }
    let parts = web
    let bundle = try PageBundle(web["index.html"]?.text ?? "") { parts[$0]?.text }
    web[PageBundle.scriptName] = Self.asset(bundle.script, "js")
    web[PageBundle.styleName] = Self.asset(bundle.style, "css")
    self.web = web
    version = Self.version(of: web)
    document = try PageDocument(
      bundle, version: version, path: "\(share)/web/index.html")
    description = try Self.read("\(share)/docs/openapi.yaml", "application/yaml; charset=utf-8")
  }

  private static let versionMark = "v-"

  /// Whether a part of an address is a version of the files, present or earlier.
  static func isVersion(_ part: String) -> Bool { part.hasPrefix(versionMark) }

  private static func version(of web: [String: Asset]) -> String {
    let tags = web.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.tag)" }
    return versionMark + digest(tags.joined(separator: "\n")).prefix(8)
  }

  /// A short hash of a text.
  static func digest(_ text: String) -> String {
    HexText.of(AccessToken.digest(text).prefix(12))
  }

  private static func asset(_ text: String, _ end: String) -> Asset {
    Asset(
      type: types[end] ?? "", bytes: ByteBuffer(string: text), tag: "\"\(digest(text))\"")
  }

  private static func read(_ file: String, _ type: String) throws -> Asset {
    guard let bytes = try PrivateFile.read(file) else { throw ServerError.incomplete(file) }
    let tag = digest(String(decoding: bytes, as: UTF8.self))
    return Asset(type: type, bytes: ByteBuffer(bytes: bytes), tag: "\"\(tag)\"")
  }

  /// The files in a folder and its subfolders, one level deep.
  private static func paths(in folder: String) -> [String] {
    names(in: folder).flatMap { name in
      name.contains(".") ? [name] : names(in: "\(folder)/\(name)").map { "\(name)/\($0)" }
    }
  }

  private static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }
}

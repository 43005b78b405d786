internal import Hummingbird
internal import MixCore

/// The page, its parts, and the description of the routes: a fixed list of files, read once.
struct PageRoutes {
  /// A file as it is served.
  private struct Asset: Sendable {
    let path: String
    let type: String
    let bytes: ByteBuffer
    let tag: String
  }

  private static let files = [
    ("/", "web/index.html", "text/html; charset=utf-8"),
    ("/app.js", "web/app.js", "text/javascript; charset=utf-8"),
    ("/style.css", "web/style.css", "text/css; charset=utf-8"),
    ("/icon.svg", "web/icon.svg", "image/svg+xml"),
    ("/openapi.yaml", "docs/openapi.yaml", "application/yaml; charset=utf-8"),
  ]

  private let assets: [Asset]

  /// - Parameter share: the folder of the files that come with mixhost.
  /// - Throws: ``ServerError/incomplete(_:)``, `FileError`.
  init(share: String) throws {
    assets = try Self.files.map { path, file, type in
      guard let bytes = try PrivateFile.read("\(share)/\(file)") else {
        throw ServerError.incomplete("\(share)/\(file)")
      }
      let digest = AccessToken.digest(String(decoding: bytes, as: UTF8.self))
      let tag = digest.prefix(12).map { String($0, radix: 16) }.joined()
      return Asset(path: path, type: type, bytes: ByteBuffer(bytes: bytes), tag: "\"\(tag)\"")
    }
  }

  func add(to router: some RouterMethods<ServeContext>) {
    for asset in assets {
      router.get(RouterPath(asset.path)) { request, _ -> Response in
        let headers: HTTPFields = [
          .contentType: asset.type, .cacheControl: "no-cache", .eTag: asset.tag,
        ]
        if EntityTag.isNamed(in: request.headers[.ifNoneMatch], asset.tag) {
          return Response(status: .notModified, headers: headers)
        }
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: asset.bytes))
      }
    }
  }
}

internal import Hummingbird
internal import NIOCore

/// Serves the page, its modules and styles, and the description of the routes.
struct PageRoutes {
  private let files: PageFiles
  /// The files that have fixed addresses of their own; the last two for a page that is installed.
  private static let outside = ["icon.svg", "manifest.webmanifest", "worker.js", "offline.html"]

  /// - Parameter share: the folder of the installation's shared files.
  /// - Throws: ``ServerError/incomplete(_:)``, ``PageBundle/Problem``, `FileError`.
  init(share: String) throws { files = try PageFiles(share: share) }

  /// The digest of the page's import map.
  var mapDigest: String { files.document.digest }

  /// - Parameter given: returns the screen routes that fill the page for a signed-in client; nil
  ///   for others.
  func add(
    to routes: inout ServeRoutes, given: @escaping @Sendable (RequestFacts) -> ScreenRoutes?
  ) {
    let (web, document) = (files.web, files.document)
    // The page reads its own address: each screen has one that can be opened, bookmarked and sent.
    for path in ["/", "/screens/:program/:name"] {
      routes.get(path, .open) { request, context in
        let type = web["index.html"]?.type ?? ""
        if let screens = given(context.facts) {
          let names = ["program", "name"].compactMap { context.parameters.get($0) }
          return Self.page(type, document, screens, names.joined(separator: "/"))
        }
        let html = document.head + document.rest()
        return Self.answer(
          request,
          PageFiles.Asset(
            type: type, bytes: ByteBuffer(string: html), tag: "\"\(PageFiles.digest(html))\""))
      }
    }
    for name in Self.outside {
      routes.get("/\(name)", .open) { request, _ in try Self.answer(request, web[name]) }
    }
    let description = files.description
    routes.get("/openapi.yaml", .session) { request, _ in Self.answer(request, description) }
    addFiles(to: &routes)
  }

  /// Serves modules and styles, under their own paths and below the version. An older page gets
  /// today's files below its own version, but may not cache them.
  private func addFiles(to routes: inout ServeRoutes) {
    let (web, version) = (files.web, files.version)
    // The router requires the same parameter name at the same position of a path.
    routes.get("/page/:part", .open) { request, context in
      try Self.answer(request, web[context.parameters.get("part") ?? ""])
    }
    routes.get("/page/:part/:file", .open) { request, context in
      let part = context.parameters.get("part") ?? ""
      let file = context.parameters.get("file") ?? ""
      if PageFiles.isVersion(part) {
        return try Self.answer(request, web[file], isFixed: part == version)
      }
      return try Self.answer(request, web["\(part)/\(file)"])
    }
    routes.get("/page/:part/:file/:name", .open) { request, context in
      let part = context.parameters.get("part") ?? ""
      guard PageFiles.isVersion(part) else { return try Self.answer(request, nil) }
      let path = ["file", "name"].map { context.parameters.get($0) ?? "" }
      return try Self.answer(
        request, web[path.joined(separator: "/")], isFixed: part == version)
    }
  }

  /// The page with a screen's content. The browser fetches modules and styles while the content is
  /// made; the answer may not be cached.
  private static func page(
    _ type: String, _ document: PageDocument, _ screens: ScreenRoutes, _ name: String
  ) -> Response {
    Response(
      status: .ok, headers: [.contentType: type, .cacheControl: "no-store"],
      body: .init { writer in
        try await writer.write(ByteBuffer(string: document.head))
        let (all, first) = try await screens.given(name)
        try await writer.write(ByteBuffer(string: document.rest(screens: all, first: first)))
        try await writer.finish(nil)
      })
  }

  private static func answer(
    _ request: Request, _ asset: PageFiles.Asset?, isFixed: Bool = false
  ) throws -> Response {
    guard let asset else { throw RouteProblem(404, "the page has no such file") }
    return answer(request, asset, isFixed: isFixed)
  }

  private static func answer(
    _ request: Request, _ asset: PageFiles.Asset, isFixed: Bool = false
  ) -> Response {
    let headers: HTTPFields = [
      .contentType: asset.type, .eTag: asset.tag,
      .cacheControl: isFixed ? "public, max-age=31536000, immutable" : "no-cache",
    ]
    if EntityTag.isNamed(in: request.headers[.ifNoneMatch], asset.tag) {
      return Response(status: .notModified, headers: headers)
    }
    return Response(status: .ok, headers: headers, body: .init(byteBuffer: asset.bytes))
  }
}

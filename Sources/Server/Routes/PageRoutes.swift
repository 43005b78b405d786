internal import Hummingbird

/// The page, its modules and styles, and the description of the routes.
struct PageRoutes {
  private let files: PageFiles

  /// - Parameter share: the folder of the files that come with mixhost.
  /// - Throws: ``ServerError/incomplete(_:)``, `FileError`.
  init(share: String) throws { files = try PageFiles(share: share) }

  func add(to router: some RouterMethods<ServeContext>) {
    let web = files.web
    // The page reads its own address: each screen has one, which can be opened, kept and sent.
    for path in ["/", "/screens/:program/:name"] {
      router.get(RouterPath(path)) { request, _ in try Self.answer(request, web["index.html"]) }
    }
    router.get("/icon.svg") { request, _ in try Self.answer(request, web["icon.svg"]) }
    let description = files.description
    router.get("/openapi.yaml") { request, _ in try Self.answer(request, description) }
    // The router wants one name for what stands at one place of a path.
    router.get("/page/:part") { request, context in
      try Self.answer(request, web[context.parameters.get("part") ?? ""])
    }
    router.get("/page/:part/:file") { request, context in
      let folder = context.parameters.get("part") ?? ""
      return try Self.answer(request, web["\(folder)/\(context.parameters.get("file") ?? "")"])
    }
  }

  private static func answer(_ request: Request, _ asset: PageFiles.Asset?) throws -> Response {
    guard let asset else { throw RouteProblem(404, "the page has no such file") }
    let headers: HTTPFields = [
      .contentType: asset.type, .cacheControl: "no-cache", .eTag: asset.tag,
    ]
    if EntityTag.isNamed(in: request.headers[.ifNoneMatch], asset.tag) {
      return Response(status: .notModified, headers: headers)
    }
    return Response(status: .ok, headers: headers, body: .init(byteBuffer: asset.bytes))
  }
}

import Hummingbird
import NIOCore

/// The covers of Open Library, `GET /covers/b/{id|isbn|olid}/VALUE-{S|M|L}.jpg`, and of Google Books,
/// `GET /google_covers/books/content?id=ID`.
struct CoversUpstream: Sendable {
  let catalogue: BookCatalogue

  func addRoutes(to router: some RouterMethods<MockContext>) {
    router.get("/covers/b/:kind/:file") { request, context in
      let file = context.parameters.get("file") ?? ""
      let name = file.hasSuffix(".jpg") ? String(file.dropLast(4)) : file
      let parts = name.split(separator: "-")
      guard parts.count == 2, let size = CoverImage.Size(rawValue: String(parts[1])) else {
        return Response(status: .notFound)
      }
      let book = book(context.parameters.get("kind") ?? "", String(parts[0]))
      // Without a picture the service sends one point, unless `default=false` forbids it.
      let strict = QueryString(request.uri.query)["default"] == "false"
      return image(book, size, orMissing: strict)
    }
    router.get("/google_covers/books/content") { request, _ in
      let number = GoogleVolumeID.number(QueryString(request.uri.query)["id"] ?? "")
      let index = number.map { $0 / BookListing.perBook }.flatMap { existing($0) }
      return image(index, .medium, orMissing: false)
    }
  }

  private func image(_ book: Int?, _ size: CoverImage.Size, orMissing: Bool) -> Response {
    let cover = book.flatMap {
      catalogue.listing(.work, of: catalogue.book($0), at: .openLibrary)?.cover
    }
    switch cover {
    case .picture:
      let (across, down) = size.blocks
      return MediaUpstream.picture(
        DrawnPicture.cover(
          book.map { catalogue.book($0).title } ?? "", width: across * 8, height: down * 8))
    case nil where orMissing:
      return Response(status: .notFound)
    case nil, .blank:
      return Response(
        status: .ok, headers: [.contentType: "image/gif"],
        body: .init(byteBuffer: ByteBuffer(bytes: CoverImage.blank)))
    }
  }

  private func book(_ kind: String, _ value: String) -> Int? {
    switch kind {
    case "id": Int(value).map(OpenLibraryID.book(cover:)).flatMap(existing)
    case "isbn": BookNumber(value).flatMap { existing($0.book) }
    case "olid": OpenLibraryID.edition(key: value).flatMap { existing($0.book) }
    default: nil
    }
  }

  private func existing(_ index: Int) -> Int? { (0..<catalogue.size).contains(index) ? index : nil }
}

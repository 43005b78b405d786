internal import Crypto
internal import Hummingbird
internal import MixCore

/// Serves pictures and sounds of screens at `/media/…`.
struct MediaRoutes {
  let signer: MediaSigner
  let fetcher: MediaFetcher

  func add(to routes: inout ServeRoutes) {
    routes.get("/media/:signature/:address", .session) { request, context in
      guard
        let wanted = signer.wanted(
          signature: context.parameters.get("signature") ?? "",
          address: context.parameters.get("address") ?? "")
      else { throw RouteProblem(404, "no screen of this server has shown this picture") }
      let tag = "\"\(context.parameters.get("signature") ?? "")\""
      let found: MediaFetcher.Found
      do { found = try await fetcher.fetch(wanted) } catch let problem as MediaFetcher.Problem {
        throw RouteProblem(problem.status, problem.message)
      }
      return Self.answer(found, request, tag)
    }
  }

  private static func answer(
    _ found: MediaFetcher.Found, _ request: Request, _ tag: String
  ) -> Response {
    var headers: HTTPFields = [
      .contentType: found.type.rawValue, .eTag: tag, .acceptRanges: "bytes",
      .cacheControl: "private, max-age=604800, immutable",
    ]
    if EntityTag.isNamed(in: request.headers[.ifNoneMatch], tag) {
      return Response(status: .notModified, headers: headers)
    }
    let bytes = ByteBuffer(bytes: found.bytes)
    guard let range = range(request.headers[.range], of: found.bytes.count) else {
      return Response(status: .ok, headers: headers, body: .init(byteBuffer: bytes))
    }
    headers[.contentRange] =
      "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(found.bytes.count)"
    let part = bytes.getSlice(at: range.lowerBound, length: range.count) ?? ByteBuffer()
    return Response(status: .partialContent, headers: headers, body: .init(byteBuffer: part))
  }

  /// The single range that audio players ask for (RFC 9110, section 14.1.2); nil for the whole
  /// file.
  static func range(_ field: String?, of count: Int) -> Range<Int>? {
    guard let field, field.hasPrefix("bytes="), !field.contains(",") else { return nil }
    let ends = field.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2 else { return nil }
    switch (Int(ends[0]), Int(ends[1])) {
    case (let first?, let last?) where first >= 0 && first <= last && first < count:
      return first..<min(last, count - 1) + 1
    case (let first?, nil) where ends[1].isEmpty && first >= 0 && first < count:
      return first..<count
    case (nil, let length?) where ends[0].isEmpty && length > 0 && count > 0:
      return max(0, count - length)..<count
    default: return nil
    }
  }
}

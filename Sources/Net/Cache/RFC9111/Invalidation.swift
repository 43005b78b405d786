/// The answers that a change at the origin makes worthless (RFC 9111, 4.4).
public enum Invalidation {
  /// Whether a method may change things at the origin (RFC 9110, 9.2.1).
  public static func isUnsafe(_ method: String) -> Bool {
    !["GET", "HEAD", "OPTIONS", "TRACE"].contains(method)
  }

  /// The addresses to forget after the answer to an unsafe request: its own and, where they lead to
  /// the same origin, those of Location and Content-Location. None for an error answer.
  public static func addresses(method: String, url: String, status: Int, headers: HTTPHeaders)
    -> [String]
  {
    guard isUnsafe(method), (200..<400).contains(status) else { return [] }
    let named = ["Location", "Content-Location"].compactMap { headers[$0] }
    return [url] + named.compactMap { sameOrigin($0, as: url) }
  }

  // Resolves the three forms that servers send: absolute, `//host/…` and paths.
  private static func sameOrigin(_ reference: String, as url: String) -> String? {
    guard let scheme = url.firstRange(of: "://") else { return nil }
    let rest = url[scheme.upperBound...]
    let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    let origin = String(url[..<end])
    if reference.hasPrefix("//") {
      return sameOrigin(url[..<scheme.lowerBound] + ":" + reference, as: url)
    }
    if reference.hasPrefix("/") { return origin + reference }
    if reference.firstRange(of: "://") != nil {
      let match = reference.lowercased().hasPrefix(origin.lowercased())
      let after = reference.dropFirst(origin.count).first
      guard match, after == nil || "/?#".contains(after!) else { return nil }
      return origin + reference.dropFirst(origin.count)
    }
    let path = rest[end...].prefix { $0 != "?" && $0 != "#" }
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
    return origin + folder + reference
  }
}

extension HTTPURL {
  /// Resolves a reference, such as the Location of a redirect, against this address (RFC 3986, 5.2).
  /// - Throws: ``HTTPError`` of kind `invalidURL` or `denied`, as the initialiser does.
  package func resolving(_ reference: String) throws(HTTPError) -> HTTPURL {
    let cut = reference.prefix { $0 != "#" }
    if cut.isEmpty { return self }
    if Self.isAbsolute(cut) { return try HTTPURL(String(cut)) }
    if cut.hasPrefix("//") { return try HTTPURL("\(scheme.rawValue):\(cut)") }
    let origin = "\(scheme.rawValue)://\(authority)"
    let path = target.prefix { $0 != "?" }
    if cut.hasPrefix("?") { return try HTTPURL(origin + path + cut) }
    let query = cut.drop { $0 != "?" }
    let relative = cut.prefix { $0 != "?" }
    let merged: String
    if relative.hasPrefix("/") {
      merged = String(relative)
    } else {
      merged = String(path[...(path.lastIndex(of: "/") ?? path.startIndex)] + relative)
    }
    return try HTTPURL(origin + Self.removingDotSegments(merged) + query)
  }

  /// Whether a reference names its own scheme or host.
  static func isAbsolute(_ reference: some StringProtocol) -> Bool {
    let scheme = reference.prefix { $0 != ":" && $0 != "/" && $0 != "?" }
    return !scheme.isEmpty && reference.dropFirst(scheme.count).hasPrefix(":")
  }

  /// RFC 3986, 5.2.4; a dot may be written as `%2E`, as browsers read it.
  static func removingDotSegments(_ path: String) -> String {
    var kept: [Substring] = []
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    for (index, segment) in segments.enumerated() {
      let last = index == segments.count - 1
      let isShort = segment.utf8.count <= "%2E%2E".utf8.count
      switch isShort ? segment.uppercased().replacing("%2E", with: ".") : "" {
      case ".": if last { kept.append("") }
      case "..":
        if !kept.isEmpty { kept.removeLast() }
        if last { kept.append("") }
      default: kept.append(segment)
      }
    }
    return "/" + kept.joined(separator: "/")
  }
}

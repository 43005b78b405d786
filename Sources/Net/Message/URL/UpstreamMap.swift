/// An address prefix and where it really is: a mock, or a mirror of a service.
public struct UpstreamPlace: Sendable, Hashable {
  /// The address that scripts name, such as `https://api.example.org`.
  public var canonical: String
  /// The address that requests go to, such as `http://127.0.0.1:8080/example`. Granted automatically.
  public var actual: String

  /// Makes an entry.
  public init(canonical: String, actual: String) {
    self.canonical = canonical
    self.actual = actual
  }
}

/// Translates canonical addresses, which scripts name, into actual ones, which requests go to.
package struct UpstreamMap {
  private struct Entry {
    let canonical: HTTPURL
    let actual: HTTPURL
  }

  private let entries: [Entry]
  private let elsewhere: HTTPURL?

  /// - Parameter elsewhere: where addresses of no entry lead; nil: to themselves.
  /// - Throws: ``HTTPError`` of kind `invalidURL` for an address that cannot be parsed.
  package init(_ upstreams: [UpstreamPlace], elsewhere: String? = nil) throws(HTTPError) {
    var place: HTTPURL?
    if let elsewhere { place = try HTTPURL(elsewhere) }
    self.elsewhere = place
    var entries: [Entry] = []
    for upstream in upstreams {
      entries.append(
        Entry(
          canonical: try HTTPURL(upstream.canonical), actual: try HTTPURL(upstream.actual)))
    }
    // The longest prefix wins.
    self.entries = entries.sorted { $0.canonical.target.count > $1.canonical.target.count }
  }

  /// The real place of a canonical address; nil when it is the address itself.
  package func actual(for url: HTTPURL) -> HTTPURL? {
    if entries.isEmpty, elsewhere == nil { return nil }
    for entry in entries {
      if let mapped = Self.translate(url, from: entry.canonical, to: entry.actual) {
        return mapped
      }
    }
    guard let elsewhere, !url.sameOrigin(as: elsewhere) else { return nil }
    return HTTPURL(
      scheme: elsewhere.scheme, host: elsewhere.host, port: elsewhere.port,
      target: "\(elsewhere.target)/\(url.host)\(url.target)")
  }

  /// The canonical address of an actual one; nil when it stands for none.
  func canonical(for url: HTTPURL) -> HTTPURL? {
    for entry in entries {
      if let mapped = Self.translate(url, from: entry.actual, to: entry.canonical) {
        return mapped
      }
    }
    return nil
  }

  /// The target of a redirect, in canonical form.
  ///
  /// A server of the user's own is asked by the user's programs: no other service leads there.
  /// - Throws: ``HTTPError`` of kind `invalidURL` or `denied`.
  func redirect(from url: HTTPURL, location: String) throws(HTTPError) -> HTTPURL {
    let target = try target(of: url, location: location)
    let meant = canonical(for: target) ?? target
    guard !Self.isOfUser(meant) || meant.sameOrigin(as: url) else {
      throw HTTPError(
        .denied, "\(url.host) redirects to a server of yours, which is refused", url: target.text,
        rule: .grantedHosts)
    }
    return target
  }

  /// An upstream that knows nothing of its stand-in place names paths of the canonical host. A service that a
  /// user runs has none: its paths are those of the place that the user has named.
  private func target(of url: HTTPURL, location: String) throws(HTTPError) -> HTTPURL {
    guard let actual = actual(for: url) else { return try url.resolving(location) }
    let target = try actual.resolving(location)
    // An address that stands for another one, such as the same with a slash behind it, would lead back.
    if let canonical = canonical(for: target), self.actual(for: canonical) == target {
      return canonical
    }
    return HTTPURL.isAbsolute(location) || Self.isOfUser(url) ? target : try url.resolving(location)
  }

  /// An error of a server of the user's own with the host that the user has named, not with the one
  /// that stands for it.
  func shown(_ error: HTTPError, of url: HTTPURL) -> HTTPError {
    guard Self.isOfUser(url), let actual = actual(for: url) else { return error }
    var shown = error
    shown.message = error.message.replacing(url.host, with: actual.authority)
    // Its path may be a secret of the user's.
    shown.url = "\(actual.scheme)://\(actual.authority)"
    return shown
  }

  /// Whether a host stands for one that each user names (``Upstream/isOfUser``).
  private static func isOfUser(_ url: HTTPURL) -> Bool { url.host.hasSuffix(".mixhost.invalid") }

  private static func translate(_ url: HTTPURL, from: HTTPURL, to: HTTPURL) -> HTTPURL? {
    guard url.sameOrigin(as: from) else { return nil }
    let prefix = trimmed(from.target)
    guard url.target.hasPrefix(prefix) else { return nil }
    var rest = url.target.dropFirst(prefix.count)
    guard rest.isEmpty || rest.hasPrefix("/") || rest.hasPrefix("?") else { return nil }
    // The root of the one is the root of the other as it is written: a feed's address ends in no slash.
    if rest == "/" || rest.hasPrefix("/?") { rest = rest.dropFirst() }
    let isRoot = rest.isEmpty || rest.hasPrefix("?")
    let target = (isRoot ? to.target : trimmed(to.target)) + rest
    return HTTPURL(
      scheme: to.scheme, host: to.host, port: to.port,
      target: target.hasPrefix("/") ? String(target) : "/" + target)
  }

  private static func trimmed(_ target: Substring) -> Substring {
    target.hasSuffix("/") ? target.dropLast() : target
  }
}

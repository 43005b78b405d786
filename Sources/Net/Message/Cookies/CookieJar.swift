internal import CCurl

// @unchecked Sendable: touched on the reactor's thread only.
/// The cookies of one client, for as long as it lives (RFC 6265bis). Never written to disk.
///
/// A cookie goes back to the host that set it. It goes to other hosts of a domain only when the field names
/// that domain, and the domain is not a public suffix, under which anyone can register names.
public final class CookieJar: @unchecked Sendable {  // confined: see above
  /// The most cookies of a domain and in all: those used longest ago go first.
  private static let (maxPerDomain, maxCount) = (50, 3_000)
  /// The longest lifetime in seconds: 400 days.
  private static let maxLifetime = 400.0 * 86_400
  /// The most bytes of cookies in a request: servers take few more.
  private static let maxSent = 8_190

  private struct Kept {
    var cookie: Cookie
    /// Whether other hosts of the domain get it, too.
    var isForDomain: Bool
    var path: String
    var expires: Double
    var created: Int
    var used: Int
  }

  // By domain, or by the host that alone gets them.
  private var kept: [String: [Kept]] = [:]
  private var turn = 0

  /// An empty jar.
  public init() {}

  /// How many cookies there are, those that are over included.
  public var count: Int { kept.values.reduce(0) { $0 + $1.count } }

  /// Takes the cookies of an answer.
  /// - Parameters:
  ///   - fields: its Set-Cookie fields.
  ///   - now: seconds since 1970.
  func store(_ fields: [String], from url: HTTPURL, now: Double) {
    for field in fields {
      guard let cookie = Cookie(field, now: now) else { continue }
      store(cookie, from: url, now: now)
    }
  }

  private func store(_ cookie: Cookie, from url: HTTPURL, now: Double) {
    guard !cookie.isSecure || Self.isSafe(url), let place = Self.place(cookie.domain, url) else {
      return
    }
    let path = cookie.path ?? Self.folder(of: url)
    var list = kept[place.domain] ?? []
    turn += 1
    var created = turn
    let same = list.firstIndex {
      $0.cookie.name == cookie.name && $0.path == path && $0.isForDomain == place.isForDomain
    }
    if let same {
      // 5.7, 16: a plain connection must not change what came over a safe one.
      if list[same].cookie.isSecure && !Self.isSafe(url) { return }
      created = list[same].created
      list.remove(at: same)
    }
    let lifetime = min(cookie.lifetime ?? .infinity, Self.maxLifetime)
    if lifetime > 0 {
      list.append(
        Kept(
          cookie: cookie, isForDomain: place.isForDomain, path: path, expires: now + lifetime,
          created: created, used: turn))
    }
    if list.count > Self.maxPerDomain { Self.shrink(&list, now) }
    kept[place.domain] = list.isEmpty ? nil : list
    if count > Self.maxCount { dropOldestDomain(now) }
  }

  /// The Cookie field for a request; nil when there is none.
  func field(for url: HTTPURL, now: Double) -> String? {
    if kept.isEmpty { return nil }
    turn += 1
    var found: [Kept] = []
    for domain in Self.domains(of: url) {
      guard var list = kept[domain] else { continue }
      list.removeAll { $0.expires <= now }
      for index in list.indices
      where (list[index].isForDomain || domain == url.host)
        && Self.holds(list[index].path, url) && (!list[index].cookie.isSecure || Self.isSafe(url))
      {
        list[index].used = turn
        found.append(list[index])
      }
      kept[domain] = list.isEmpty ? nil : list
    }
    // 5.8.3: longer paths first, then older cookies.
    found.sort { ($1.path.utf8.count, $0.created) < ($0.path.utf8.count, $1.created) }
    var text = ""
    for one in found {
      let pair =
        one.cookie.name.isEmpty ? one.cookie.value : "\(one.cookie.name)=\(one.cookie.value)"
      if text.utf8.count + pair.utf8.count + 2 > Self.maxSent { break }
      text += (text.isEmpty ? "" : "; ") + pair
    }
    return text.isEmpty ? nil : text
  }

  // MARK: Rules

  /// Whether others cannot read along: https, and this machine.
  private static func isSafe(_ url: HTTPURL) -> Bool {
    url.scheme == .https || PolicyCheck.isLoopback(url)
  }

  /// Where a cookie belongs; nil when the host must not set it there.
  private static func place(_ domain: String?, _ url: HTTPURL) -> (
    domain: String, isForDomain: Bool
  )? {
    guard let domain, domain != url.host else {
      // A host that is a public suffix itself sets cookies for itself alone, as does an address.
      let isForDomain =
        domain != nil && url.origin.address == nil && !isPublicSuffix(url.host)
      return (url.host, isForDomain)
    }
    guard url.origin.address == nil, url.host.hasSuffix("." + domain), !isPublicSuffix(domain)
    else { return nil }
    return (domain, true)
  }

  private static func isPublicSuffix(_ domain: String) -> Bool {
    !domain.contains(".") || ccurl_is_public_suffix(domain) != 0
  }

  /// The host and the domains above it.
  private static func domains(of url: HTTPURL) -> [String] {
    var domains = [url.host]
    if url.origin.address != nil { return domains }
    var rest = url.host[...]
    while let dot = rest.firstIndex(of: ".") {
      rest = rest[rest.index(after: dot)...]
      if rest.contains(".") { domains.append(String(rest)) }
    }
    return domains
  }

  private static func path(of url: HTTPURL) -> Substring { url.target.prefix { $0 != "?" } }

  /// 5.1.4: the default path.
  private static func folder(of url: HTTPURL) -> String {
    let path = path(of: url)
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  private static func holds(_ folder: String, _ url: HTTPURL) -> Bool {
    let path = path(of: url)
    guard path.hasPrefix(folder) else { return false }
    return folder.hasSuffix("/") || path.utf8.count == folder.utf8.count
      || path.dropFirst(folder.count).hasPrefix("/")
  }

  // MARK: Limits

  private static func shrink(_ list: inout [Kept], _ now: Double) {
    list.removeAll { $0.expires <= now }
    while list.count > maxPerDomain,
      let oldest = list.indices.min(by: { list[$0].used < list[$1].used })
    {
      list.remove(at: oldest)
    }
  }

  private func dropOldestDomain(_ now: Double) {
    let lastUse = kept.mapValues { $0.map(\.used).max() ?? 0 }
    if let oldest = lastUse.min(by: { $0.value < $1.value })?.key { kept[oldest] = nil }
  }
}

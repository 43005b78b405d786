internal import Notation

/// A proxy as messages show it: without a user's name and password.
struct ProxyName {
  /// nil when the address is asked directly.
  let shown: String?

  init(_ rules: ProxyRules, _ url: HTTPURL) {
    shown = rules.proxy(for: url).map { String($0.split(separator: "@").last ?? "") }
  }
}

/// The requests that go through a proxy: the user's configuration, as other programs read it from the
/// environment (`HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`).
///
/// This machine is never asked through a proxy, whose loopback is another one. Behind a proxy nothing is
/// known of the addresses that it connects to, so that a name which only a local network can know needs
/// a grant; see ``PolicyCheck/checkProxied(_:_:)``.
public struct ProxyRules: Sendable, Hashable {
  /// For https addresses: `http://host:port`, or with `https`, `socks5` and `socks5h`; nil: none.
  public var https: String?
  /// For http addresses.
  public var http: String?
  /// Hosts asked directly: `host`, `.host`, `host:port`, an address, a range such as `10.0.0.0/8`, `*`.
  public var exceptions: [String]

  /// No proxy unless given.
  /// - Parameter exceptions: as in `NO_PROXY`, separated by commas or spaces.
  public init(https: String? = nil, http: String? = nil, exceptions: String = "") {
    self.https = https.map(Self.escaped)
    self.http = http.map(Self.escaped)
    self.exceptions = exceptions.split { $0 == "," || $0 == " " }.map { $0.lowercased() }
  }

  /// Whether a text is a proxy's address that libcurl can use.
  public static func isProxy(_ text: String) -> Bool {
    var rest = text[...]
    if let mark = text.firstRange(of: "://") {
      guard ["http", "https", "socks5", "socks5h"].contains(text[..<mark.lowerBound].lowercased())
      else { return false }
      rest = text[mark.upperBound...]
    }
    // A user's name and password may stand before the host.
    let host = rest.split(separator: "@").last ?? ""
    return text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
      && (try? HTTPURL("http://\(host)")) != nil
  }

  /// A proxy's address whose user and password stand as addresses have them: people write them as they are,
  /// with `@`, `/` or `#` in them.
  private static func escaped(_ text: String) -> String {
    guard let at = text.lastIndex(of: "@") else { return text }
    let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
    guard start <= at else { return text }
    let user = text[start..<at]
    let parts = user.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    return text[..<start]
      + parts.map { FormFields.escape(FormFields.unescape($0)) }.joined(separator: ":")
      + text[at...]
  }

  /// The proxy that a request goes through; nil for a direct one.
  func proxy(for url: HTTPURL) -> String? {
    guard let proxy = url.scheme == .https ? https : http else { return nil }
    if PolicyCheck.isLoopback(url) || exceptions.contains(where: { Self.matches($0, url) }) {
      return nil
    }
    return proxy
  }

  private static func matches(_ exception: String, _ url: HTTPURL) -> Bool {
    if exception == "*" { return true }
    if let address = url.origin.address { return matches(exception, address, url) }
    var name = exception[...]
    if let colon = name.lastIndex(of: ":") {
      guard Int(name[name.index(after: colon)...]) == url.port else { return false }
      name = name[..<colon]
    }
    if name.hasPrefix("*.") { name = name.dropFirst() }
    if name.hasPrefix(".") { name = name.dropFirst() }
    return !name.isEmpty && (url.host == name || url.host.hasSuffix("." + name))
  }

  private static func matches(_ exception: String, _ address: IPAddress, _ url: HTTPURL) -> Bool {
    let parts = exception.split(separator: "/", maxSplits: 1)
    guard parts.count == 2 else {
      return exception == url.host || exception == "\(url.host):\(url.port)"
        || IPAddress(exception) == address
    }
    guard let range = IPAddress(String(parts[0])), let bits = Int(parts[1]), bits >= 0,
      range.bytes.count == address.bytes.count, bits <= 8 * range.bytes.count
    else { return false }
    return (0..<bits).allSatisfy { bit in
      let mask = UInt8(0x80) >> UInt8(bit % 8)
      return range.bytes[bit / 8] & mask == address.bytes[bit / 8] & mask
    }
  }
}

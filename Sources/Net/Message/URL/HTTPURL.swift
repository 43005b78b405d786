internal import CCurl

/// An absolute http or https address in its normal form (RFC 3986, 6.2.2; no fragment).
package struct HTTPURL: Hashable, Sendable {
  /// The two schemes that exist for this client.
  package enum Scheme: String, Sendable {
    case http
    case https

    var defaultPort: Int { self == .https ? 443 : 80 }
  }

  /// Scheme, host and port (RFC 6454).
  package final class Origin: Sendable {
    package let scheme: Scheme
    /// In lower case; an IPv6 literal without its brackets.
    package let host: String
    package let port: Int
    /// `host` or `host:port` where the port is not the scheme's own: names limits and breakers.
    let authority: String
    /// `https://authority`.
    package let text: String
    /// The host as an IP address; nil for a name.
    package let address: IPAddress?
    /// Whether it names this machine.
    package let isLoopback: Bool

    init(scheme: Scheme, host: String, port: Int) {
      self.scheme = scheme
      self.host = host
      self.port = port
      let literal = host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
      authority = port == scheme.defaultPort ? literal : "\(literal):\(port)"
      text = (scheme == .https ? "https://" : "http://") + authority
      let address = IPAddress(host)
      self.address = address
      isLoopback = address?.isLoopback ?? Self.isLoopbackName(host)
    }

    private static func isLoopbackName(_ host: String) -> Bool {
      host == "localhost" || host == "localhost." || host.hasSuffix(".localhost")
    }
  }

  package let origin: Origin
  /// The whole address.
  package let text: String

  /// Path and query, with a leading slash.
  var target: Substring {
    text[text.utf8.index(text.startIndex, offsetBy: origin.text.utf8.count)...]
  }

  /// The path, with a leading slash.
  package var path: Substring { target.prefix { $0 != "?" } }

  package var scheme: Scheme { origin.scheme }
  package var host: String { origin.host }
  package var port: Int { origin.port }
  var authority: String { origin.authority }

  /// Parses an address.
  /// - Throws: ``HTTPError`` of kind `invalidURL`, or `denied` for any other scheme.
  package init(_ text: String) throws(HTTPError) {
    let bytes = Array(text.utf8)
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      Self.isScheme(bytes[..<colon])
    else {
      throw HTTPError(.invalidURL, "\"\(text)\" is not an absolute address: begin with https://")
    }
    guard let scheme = Self.scheme(bytes[..<colon]) else {
      let name = String(decoding: bytes[..<colon], as: UTF8.self)
      throw HTTPError(
        .denied, "\(name): addresses are not fetched: use https", url: text, rule: .httpsOnly)
    }
    guard bytes[(colon + 1)...].starts(with: [0x2F, 0x2F]) else {
      throw HTTPError(.invalidURL, "\"\(text)\" lacks \"//\" after its scheme")
    }
    let start = colon + 3
    let end = bytes[start...].firstIndex { $0 == 0x2F || $0 == 0x3F || $0 == 0x23 } ?? bytes.count
    let (host, port) = try Self.parseAuthority(bytes[start..<end], of: text)
    let target = Self.withoutDotSegments(try Self.normalTarget(bytes[end...], of: text))
    self.init(scheme: scheme, host: host, port: port ?? scheme.defaultPort, target: target)
  }

  /// Makes an address from parts in normal form.
  init(scheme: Scheme, host: String, port: Int, target: String) {
    self.init(origin: Origin(scheme: scheme, host: host, port: port), target: target)
  }

  private init(origin: Origin, target: String) {
    self.init(origin: origin, text: origin.text + target)
  }

  private init(origin: Origin, text: String) {
    self.origin = origin
    self.text = text
  }

  /// The address with text at its end that needs no encoding.
  func appending(_ text: String) -> HTTPURL { HTTPURL(origin: origin, text: self.text + text) }

  package static func == (left: HTTPURL, right: HTTPURL) -> Bool { left.text == right.text }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }

  /// Whether two addresses have scheme, host and port in common (RFC 6454).
  func sameOrigin(as other: HTTPURL) -> Bool {
    origin.text == other.origin.text
  }

  // MARK: parts

  private static func scheme(_ bytes: ArraySlice<UInt8>) -> Scheme? {
    let lower = bytes.lazy.map(lowered)
    if lower.elementsEqual("https".utf8) { return .https }
    return lower.elementsEqual("http".utf8) ? .http : nil
  }

  private static func lowered(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }

  private static func isScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, isLetter(first) else { return false }
    return bytes.allSatisfy {
      isLetter($0) || isDigit($0) || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E
    }
  }

  private static func parseAuthority(
    _ bytes: ArraySlice<UInt8>, of text: String
  ) throws(HTTPError) -> (host: String, port: Int?) {
    if bytes.contains(UInt8(ascii: "@")) {
      throw HTTPError(
        .invalidURL, "an address must not hold a user name: send an Authorization header",
        url: text)
    }
    var host = bytes
    var port: ArraySlice<UInt8> = []
    if bytes.first == UInt8(ascii: "[") {
      guard let close = bytes.firstIndex(of: UInt8(ascii: "]")) else {
        throw HTTPError(.invalidURL, "\"\(text)\" lacks the ] of its IPv6 address")
      }
      host = bytes[(bytes.startIndex + 1)..<close]
      port = bytes[(close + 1)...]
    } else if let colon = bytes.firstIndex(of: UInt8(ascii: ":")) {
      host = bytes[..<colon]
      port = bytes[colon...]
    }
    return (
      try normalHost(host, bracketed: bytes.first == 0x5B, of: text), try parsePort(port, text)
    )
  }

  private static func normalHost(
    _ bytes: ArraySlice<UInt8>, bracketed: Bool, of text: String
  ) throws(HTTPError) -> String {
    let lower = bytes.contains { (0x41...0x5A).contains($0) } ? bytes.map(lowered)[...] : bytes
    let name = String(decoding: lower, as: UTF8.self)
    if bracketed {
      guard let address = IPAddress(name), address.bytes.count == 16 else {
        throw HTTPError(.invalidURL, "[\(name)] is not an IPv6 address")
      }
      return name
    }
    if bytes.contains(where: { $0 >= 0x80 }) { return try asciiHost(name, of: text) }
    let plain = bytes.allSatisfy {
      isLetter($0) || isDigit($0) || $0 == 0x2D || $0 == 0x2E || $0 == 0x5F
    }
    guard plain, !name.isEmpty, name.utf8.count <= 253 else {
      throw HTTPError(
        .invalidURL, "\"\(text)\" has no valid host name")
    }
    return name
  }

  /// The form in which an international name is looked up, judged and shown: letters that look alike
  /// cannot pass for others in it (IDNA 2008, mapped after UTS 46).
  private static func asciiHost(_ name: String, of text: String) throws(HTTPError) -> String {
    var ascii = [CChar](repeating: 0, count: 256)
    // A longer text is not a host's name, and need not be mapped to tell.
    let isPlain = name.utf8.allSatisfy {
      $0 >= 0x80 || isLetter($0) || isDigit($0) || $0 == 0x2D || $0 == 0x2E
    }
    let problem =
      !isPlain
      ? "a character has no place in it"
      : name.utf8.count > 1_024 || name.utf8.contains(0)
        ? "it is too long, or holds a zero"
        : ccurl_ascii_host(name, &ascii, ascii.count).map { String(cString: $0) }
    guard problem == nil else {
      throw HTTPError(.invalidURL, "\"\(text)\" has no valid host name: \(problem ?? "")")
    }
    let host = ascii.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    // An empty label is one that was mapped away.
    let labels = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    if host.contains(where: { $0 >= 0x80 }) || labels.dropLast().contains(where: \.isEmpty) {
      throw HTTPError(.invalidURL, "\"\(text)\" has no valid host name")
    }
    return try normalHost(host[...], bracketed: false, of: text)
  }

  private static func parsePort(
    _ bytes: ArraySlice<UInt8>, _ text: String
  ) throws(HTTPError) -> Int? {
    guard let first = bytes.first else { return nil }
    let digits = bytes.dropFirst()
    if first == UInt8(ascii: ":") {
      if digits.isEmpty { return nil }
      if digits.count <= 5, digits.allSatisfy(isDigit) {
        let port = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        if (1...65535).contains(port) { return port }
      }
    }
    throw HTTPError(.invalidURL, "\"\(text)\" has no valid port (1 to 65535)")
  }

  /// Path and query without fragment; what may not stand in a request line is percent-encoded.
  private static func normalTarget(
    _ bytes: ArraySlice<UInt8>, of text: String
  ) throws(HTTPError) -> String {
    let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
    let visible = bytes[bytes.startIndex..<end]
    if visible.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
      throw HTTPError(.invalidURL, "an address must not hold control characters")
    }
    let isRooted = visible.first == UInt8(ascii: "/")
    if !visible.contains(where: mustEncode) {
      let text = String(decoding: visible, as: UTF8.self)
      return isRooted ? text : "/" + text
    }
    let hex = Array("0123456789ABCDEF".utf8)
    var encoded: [UInt8] = []
    for byte in visible {
      if mustEncode(byte) {
        encoded += [UInt8(ascii: "%"), hex[Int(byte >> 4)], hex[Int(byte & 15)]]
      } else {
        encoded.append(byte)
      }
    }
    return (isRooted ? "" : "/") + String(decoding: encoded, as: UTF8.self)
  }

  /// A target without `.` and `..` in its path, which libcurl and servers leave out as well: what is
  /// judged, kept and sent is one address.
  private static func withoutDotSegments(_ target: String) -> String {
    guard mayHaveDotSegments(target) else { return target }
    let end = target.firstIndex(of: "?") ?? target.endIndex
    return removingDotSegments(String(target[..<end])) + target[end...]
  }

  // By bytes, because every address passes here.
  private static func mayHaveDotSegments(_ target: String) -> Bool {
    var before: UInt8 = 0
    for byte in target.utf8 {
      if byte == UInt8(ascii: "?") { return false }
      let isDot = byte == UInt8(ascii: ".") || byte == UInt8(ascii: "%")
      if isDot, before == UInt8(ascii: "/") { return true }
      before = byte
    }
    return false
  }

  private static func mustEncode(_ byte: UInt8) -> Bool {
    switch byte {
    case ...0x20, 0x7F..., UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: "\\"), UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"),
      UInt8(ascii: "|"), UInt8(ascii: "}"):
      true
    default: false
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}

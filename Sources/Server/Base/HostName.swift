#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Parses names of servers in the Host and Origin fields of HTTP.
enum HostName {
  /// The name and port of `name`, `name:80` or `[::1]:80`; the name in lower case, without brackets
  /// and without the root's dot. nil for any other text.
  static func parse(_ text: String) -> (name: String, port: Int?)? {
    var rest = text.lowercased()[...]
    var name: Substring
    if rest.hasPrefix("[") {
      guard let end = rest.firstIndex(of: "]") else { return nil }
      name = rest[rest.index(after: rest.startIndex)..<end]
      rest = rest[rest.index(after: end)...]
      guard rest.isEmpty || rest.hasPrefix(":"), isAddress(String(name), AF_INET6) else {
        return nil
      }
    } else {
      let end = rest.firstIndex(of: ":") ?? rest.endIndex
      name = rest[..<end]
      rest = rest[end...]
      if name.hasSuffix(".") { name = name.dropLast() }
      guard !name.isEmpty, name.utf8.allSatisfy(isNameByte) else { return nil }
    }
    if rest.isEmpty { return (String(name), nil) }
    guard
      rest.dropFirst().utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let port = Int(rest.dropFirst()), (0...65_535).contains(port), rest.count <= 6
    else {
      return nil
    }
    return (String(name), port)
  }

  /// Whether a parsed name certainly means this machine; answers of resolvers do not count.
  static func isLoopback(_ name: String) -> Bool {
    if name == "localhost" || name.hasSuffix(".localhost") { return true }
    var four = in_addr()
    if inet_pton(AF_INET, name, &four) == 1 { return UInt32(bigEndian: four.s_addr) >> 24 == 127 }
    return isAddress(name, AF_INET6) && (name == "::1" || name == "0:0:0:0:0:0:0:1")
  }

  /// The 4 or 16 bytes of an IP address; nil for a name.
  static func addressBytes(_ text: String) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, text, &bytes) == 1 { return Array(bytes[..<4]) }
    return inet_pton(AF_INET6, text, &bytes) == 1 ? bytes : nil
  }

  /// The bytes of an address, without the prefix that a dual-stack socket puts before IPv4
  /// addresses (RFC 4291, section 2.5.5.2).
  static func plain(_ bytes: [UInt8]) -> [UInt8] {
    let isMapped =
      bytes.count == 16 && bytes.prefix(10).allSatisfy { $0 == 0 }
      && bytes[10...11] == [0xFF, 0xFF]
    return isMapped ? Array(bytes.suffix(4)) : bytes
  }

  private static func isAddress(_ text: String, _ family: Int32) -> Bool {
    var address = in6_addr()
    return inet_pton(family, text, &address) == 1
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

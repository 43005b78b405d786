/// An IPv4 or IPv6 address and the kind of network it belongs to.
package struct IPAddress: Hashable, Sendable {
  /// 4 or 16 bytes in network order; an IPv4 address mapped into IPv6 as its 4 bytes.
  let bytes: [UInt8]

  /// Takes 4 or 16 bytes in network order.
  init(bytes: [UInt8]) {
    precondition(bytes.count == 4 || bytes.count == 16)
    self.bytes = bytes
  }

  /// Parses a dotted quad or an IPv6 literal (RFC 4291, 2.2; without scope or brackets).
  init?(_ text: String) {
    // Most hosts are names, and those end with a letter.
    guard let last = text.utf8.last else { return nil }
    if (0x30...0x39).contains(last), let four = Self.parseV4(Substring(text)) {
      bytes = four
    } else if text.utf8.contains(UInt8(ascii: ":")), let sixteen = Self.parseV6(text) {
      bytes = sixteen
    } else {
      return nil
    }
  }

  /// Whether it names this machine (127.0.0.0/8, ::1).
  var isLoopback: Bool {
    let plain = unmapped
    if plain.count == 4 { return plain[0] == 127 }
    return plain.dropLast().allSatisfy { $0 == 0 } && plain[15] == 1
  }

  /// The purpose of an address that is not a public unicast address; nil for public ones (IANA's IPv4 and
  /// IPv6 Special-Purpose Address Registries, RFC 6890).
  package var specialPurpose: String? {
    if isLoopback { return "loopback" }
    let plain = unmapped
    if plain.count == 4 { return Self.specialV4(plain) }
    if let embedded = translated { return Self.specialV4(embedded) }
    return Self.specialV6(plain)
  }

  /// The IPv4 address of ::ffff:a.b.c.d, which the system connects to as IPv4; else the bytes.
  private var unmapped: [UInt8] {
    Self.begins(bytes, [0, 0, 0, 0, 0, 0xFFFF]) ? Array(bytes[12...]) : bytes
  }

  /// The IPv4 address that a translator or relay on the way would connect to: NAT64's well-known
  /// prefix 64:ff9b::/96 (RFC 6052), which stands before public addresses in networks without IPv4,
  /// and 6to4 (RFC 3056).
  private var translated: [UInt8]? {
    if Self.begins(bytes, [0x64, 0xFF9B, 0, 0, 0, 0]) { return Array(bytes[12...]) }
    if Self.begins(bytes, [0x2002]) { return Array(bytes[2..<6]) }
    return nil
  }

  /// Whether an IPv6 address begins with these groups of 16 bits.
  private static func begins(_ bytes: [UInt8], _ groups: [UInt16]) -> Bool {
    bytes.count == 16
      && groups.indices.allSatisfy {
        bytes[2 * $0] == UInt8(groups[$0] >> 8) && bytes[2 * $0 + 1] == UInt8(groups[$0] & 0xFF)
      }
  }

  private static func specialV4(_ b: [UInt8]) -> String? {
    switch (b[0], b[1]) {
    case (0, _): "unspecified"
    case (10, _), (172, 16...31), (192, 168): "private"
    case (100, 64...127): "carrier-grade NAT"
    case (127, _): "loopback"
    case (169, 254): "link-local"
    case (192, 0) where b[2] == 0 || b[2] == 2: "reserved"
    case (192, 31) where b[2] == 196: "reserved"
    case (192, 52) where b[2] == 193: "reserved"
    case (192, 88) where b[2] == 99: "6to4 relay"
    case (192, 175) where b[2] == 48: "reserved"
    case (198, 18...19): "reserved"
    case (198, 51) where b[2] == 100: "reserved"
    case (203, 0) where b[2] == 113: "reserved"
    case (224...239, _): "multicast"
    case (240..., _): "reserved"
    default: nil
    }
  }

  private static func specialV6(_ b: [UInt8]) -> String? {
    if b.allSatisfy({ $0 == 0 }) { return "unspecified" }
    if b[0] & 0xFE == 0xFC { return "unique local" }
    if b[0] == 0xFE && b[1] & 0xC0 == 0x80 { return "link-local" }
    if b[0] == 0xFE && b[1] & 0xC0 == 0xC0 { return "site-local" }
    if b[0] == 0xFF { return "multicast" }
    // A network's own translator (RFC 8215): nobody outside knows where its addresses lead.
    if begins(b, [0x64, 0xFF9B, 1]) { return "NAT64" }
    // IPv4-translated (RFC 2765) and IPv4-compatible (RFC 4291) addresses.
    if begins(b, [0, 0, 0, 0, 0xFFFF, 0]) { return "IPv4-translated" }
    if begins(b, [0, 0, 0, 0, 0, 0]) { return "reserved" }
    // Only 2000::/3 is given out as global unicast (RFC 4291, 2.4).
    if b[0] & 0xE0 != 0x20 { return "reserved" }
    if begins(b, [0x2001, 0]) { return "Teredo" }
    // 2001::/23, protocols of the IETF; documentation (RFC 3849, RFC 9637); AS112 (RFC 7534).
    if b[0] == 0x20 && b[1] == 0x01 && b[2] & 0xFE == 0 { return "reserved" }
    if begins(b, [0x2001, 0x0DB8]) || begins(b, [0x2620, 0x4F, 0x8000]) { return "reserved" }
    if b[0] == 0x3F && b[1] == 0xFF && b[2] & 0xF0 == 0 { return "reserved" }
    return nil
  }

  /// Four decimal numbers without leading zeros.
  private static func parseV4(_ text: Substring) -> [UInt8]? {
    var bytes: [UInt8] = []
    var number = 0
    var digits = 0
    for character in text.utf8 {
      if character == UInt8(ascii: "."), digits > 0, bytes.count < 3 {
        bytes.append(UInt8(number))
        (number, digits) = (0, 0)
        continue
      }
      let digit = Int(character) - 0x30
      guard (0...9).contains(digit), digits == 0 || number > 0 else { return nil }
      number = number * 10 + digit
      digits += 1
      if number > 255 { return nil }
    }
    guard digits > 0, bytes.count == 3 else { return nil }
    return bytes + [UInt8(number)]
  }

  private static func parseV6(_ text: String) -> [UInt8]? {
    let halves = text.split(separator: "::", maxSplits: 1, omittingEmptySubsequences: false)
    guard let left = parseGroups(halves[0]) else { return nil }
    if halves.count == 1 { return left.count == 16 ? left : nil }
    guard let right = parseGroups(halves[1]), left.count + right.count <= 14 else { return nil }
    return left + [UInt8](repeating: 0, count: 16 - left.count - right.count) + right
  }

  private static func parseGroups(_ text: Substring) -> [UInt8]? {
    if text.isEmpty { return [] }
    var bytes: [UInt8] = []
    let groups = text.split(separator: ":", omittingEmptySubsequences: false)
    for (index, group) in groups.enumerated() {
      if index == groups.count - 1, let four = parseV4(group) {
        bytes += four
        continue
      }
      guard (1...4).contains(group.utf8.count), group.allSatisfy(\.isHexDigit),
        let value = UInt16(group, radix: 16)
      else { return nil }
      bytes += [UInt8(value >> 8), UInt8(value & 0xFF)]
    }
    return bytes
  }
}

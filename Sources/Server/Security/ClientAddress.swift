internal import MixCore
internal import NIOCore

/// Tells one client from another.
enum ClientAddress {
  /// The text by which a client's requests and connections are counted: an IPv4 address, or the first
  /// 64 bits of an IPv6 address, all of which one host may have (RFC 6177).
  static func key(_ address: SocketAddress?) -> String {
    let text = text(address)
    guard let bytes = HostName.addressBytes(text), bytes.count == 16 else { return text }
    // An IPv4 address as a socket of both families shows it (RFC 4291, section 2.5.5.2).
    if bytes.prefix(10).allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF {
      return bytes.suffix(4).map { "\($0)" }.joined(separator: ".")
    }
    return HexText.of(bytes.prefix(8))
  }

  /// The address as logs show it.
  static func text(_ address: SocketAddress?) -> String { address?.ipAddress ?? "local" }
}

internal import MixCore
internal import NIOCore

/// Identifies clients by their address.
enum ClientAddress {
  /// The key under which a client's requests and connections are counted: an IPv4 address, or the
  /// first 64 bits of an IPv6 address, because one client may own that whole range (RFC 6177).
  static func key(_ address: String) -> String {
    guard let bytes = HostName.addressBytes(address).map(HostName.plain) else { return address }
    if bytes.count == 16 { return HexText.of(bytes.prefix(8)) }
    return bytes.map { "\($0)" }.joined(separator: ".")
  }

  /// The address as logs show it.
  static func text(_ address: SocketAddress?) -> String { address?.ipAddress ?? "local" }
}

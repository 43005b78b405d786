/// The reverse proxies, by address, that are trusted to name their clients.
///
/// The fields are those of RFC 7239 (`Forwarded`) and the older `X-Forwarded-For`, `-Proto` and
/// `-Host`. Any client can send them, so they are read only from these proxies.
package struct TrustedProxies: Sendable {
  /// A proxy's statement about a request.
  struct Forwarded: Equatable {
    var client: String?
    var scheme: String?
    var host: String?
    var fault: String?
  }

  private struct Range: Sendable {
    let bytes: [UInt8]
    let bits: Int

    func contains(_ address: [UInt8]) -> Bool {
      guard address.count == bytes.count else { return false }
      return zip(bytes, address).enumerated().allSatisfy { index, pair in
        let left = max(0, min(8, bits - index * 8))
        return (pair.0 ^ pair.1) >> (8 - left) == 0
      }
    }
  }

  /// The most addresses read from a chain of proxies.
  private static let mostHops = 32

  private let ranges: [Range]

  /// Trusts no proxy.
  package init() { ranges = [] }

  /// - Parameter texts: addresses, or networks such as `192.168.1.0/24`.
  /// - Throws: ``ServerError/proxy(_:)``.
  package init(_ texts: [String]) throws {
    ranges = try texts.map { text in
      let parts = text.split(separator: "/", omittingEmptySubsequences: false)
      let name = parts[0].hasPrefix("[") ? parts[0].dropFirst().dropLast() : parts[0]
      guard let bytes = Self.bytes(String(name)), parts.count <= 2 else {
        throw ServerError.proxy(text)
      }
      guard parts.count == 2 else { return Range(bytes: bytes, bits: bytes.count * 8) }
      guard let bits = Int(parts[1]), (1...bytes.count * 8).contains(bits) else {
        throw ServerError.proxy(text)
      }
      return Range(bytes: bytes, bits: bits)
    }
  }

  /// Whether an address belongs to a trusted proxy.
  func contain(_ address: String) -> Bool {
    guard !ranges.isEmpty, let bytes = Self.bytes(address) else { return false }
    return ranges.contains { $0.contains(bytes) }
  }

  /// Reads a proxy's statement about its client.
  /// - Parameter values: returns the values of a field, by its lower-case name.
  /// - Returns: nil for a peer that is not trusted or sends no such field.
  func forwarded(by peer: String, _ values: (String) -> [String]) -> Forwarded? {
    guard contain(peer) else { return nil }
    let standard = values("forwarded")
    let addresses = Self.items(values("x-forwarded-for"))
    let (scheme, host) = (
      Self.items(values("x-forwarded-proto")).last, Self.items(values("x-forwarded-host")).last
    )
    if standard.isEmpty {
      if addresses.isEmpty, scheme == nil, host == nil { return nil }
      return Forwarded(client: client(addresses), scheme: Self.scheme(scheme), host: host)
    }
    // A proxy writes one kind of field, and may pass on the client's own field of the other kind.
    guard addresses.isEmpty, scheme == nil, host == nil else {
      return Forwarded(
        fault: "the proxy passes on both Forwarded and X-Forwarded-…: let it remove the one that "
          + "it does not write itself (docs/serve.md, \"Behind a proxy\")")
    }
    guard let hops = ForwardedField.hops(standard) else {
      return Forwarded(fault: "the proxy's Forwarded field is not correct (RFC 7239, section 4)")
    }
    return Forwarded(
      client: client(hops.map { $0["for"] ?? "" }), scheme: Self.scheme(hops.last?["proto"]),
      host: hops.last?["host"])
  }

  /// The last address that is not a trusted proxy's; earlier addresses come from the client and
  /// prove nothing.
  private func client(_ addresses: [String]) -> String? {
    var found: String?
    for text in addresses.suffix(Self.mostHops).reversed() {
      guard let address = Self.address(text) else { return found }
      found = address
      if !contain(address) { return found }
    }
    return found
  }

  /// The address in `192.0.2.7`, `192.0.2.7:80`, `2001:db8::7` or `[2001:db8::7]:80`; nil for other
  /// texts.
  private static func address(_ text: String) -> String? {
    if HostName.addressBytes(text) != nil { return text }
    guard let name = HostName.parse(text)?.name, HostName.addressBytes(name) != nil else {
      return nil
    }
    return name
  }

  /// The bytes of an address; an IPv4 address in IPv6 form equals the plain one.
  private static func bytes(_ address: String) -> [UInt8]? {
    HostName.addressBytes(address).map(HostName.plain)
  }

  private static func scheme(_ text: String?) -> String? {
    text.map { $0.lowercased() }.flatMap { ["http", "https"].contains($0) ? $0 : nil }
  }

  /// The items of all fields as one list (RFC 9110, section 5.3).
  private static func items(_ fields: [String]) -> [String] {
    fields.flatMap { $0.split(separator: ",") }.map { String($0.trimmed) }.filter { !$0.isEmpty }
  }
}

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The names and addresses of this machine in the network.
package enum MachineNames {
  /// Whether a name from ``HostName/parse(_:)``, or an address, belongs to this machine now;
  /// addresses change.
  static func contain(_ name: String) -> Bool {
    if let address = HostName.addressBytes(name) {
      return addresses().contains { HostName.addressBytes($0) == address }
    }
    return names(hostName).contains(name)
  }

  /// The addresses of active interfaces, IPv4 first, without loopback and link-local ones.
  package static func addresses() -> [String] {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return [] }
    defer { freeifaddrs(first) }
    var found: [String] = []
    for entry in sequence(first: first, next: { $0?.pointee.ifa_next }) {
      guard let entry, let address = entry.pointee.ifa_addr,
        entry.pointee.ifa_flags & UInt32(IFF_UP) != 0,
        let text = text(address), !isLocal(text), !found.contains(text)
      else { continue }
      found.append(text)
    }
    return found.filter { !$0.contains(":") } + found.filter { $0.contains(":") }
  }

  /// The names under which a machine is known: its full name, its first part, and that in multicast
  /// DNS (RFC 6762).
  static func names(_ host: String) -> Set<String> {
    let full = host.lowercased()
    guard let short = full.split(separator: ".").first.map(String.init) else { return [] }
    return [full, short, short + ".local"]
  }

  private static var hostName: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return "" }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static func isLocal(_ address: String) -> Bool {
    HostName.isLoopback(address) || address.hasPrefix("fe80:") || address.hasPrefix("169.254.")
  }

  private static func text(_ address: UnsafeMutablePointer<sockaddr>) -> String? {
    let length: Int
    switch Int32(address.pointee.sa_family) {
    case AF_INET: length = MemoryLayout<sockaddr_in>.size
    case AF_INET6: length = MemoryLayout<sockaddr_in6>.size
    default: return nil
    }
    var buffer = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    guard
      getnameinfo(
        address, socklen_t(length), &buffer, socklen_t(buffer.count), nil, 0, NI_NUMERICHOST) == 0
    else { return nil }
    let text = String(
      decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    // Drop the zone of a link-local address.
    return String(text.prefix { $0 != "%" })
  }
}

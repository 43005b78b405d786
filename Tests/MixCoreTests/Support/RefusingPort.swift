import Foundation

/// A loopback port that refuses every connection and that nobody else can get meanwhile: bound, never
/// listening.
final class RefusingPort {
  let base: String
  private let socketDescriptor: Int32

  init() throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = size
    let port = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> Int? in
        guard bind(descriptor, address, bound) == 0, getsockname(descriptor, address, &size) == 0
        else { return nil }
        return Int(UInt16(bigEndian: pointer.pointee.sin_port))
      }
    }
    guard let port else { throw POSIXError(.EADDRNOTAVAIL) }
    socketDescriptor = descriptor
    base = "http://127.0.0.1:\(port)"
  }

  deinit { close(socketDescriptor) }
}

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif
internal import NIOCore

extension ServerError {
  /// Converts an error of the network library.
  init(_ error: any Error, options: ServerOptions) {
    if let known = error as? ServerError {
      self = known
      return
    }
    guard let error = error as? IOError else {
      self = .cannotListen(host: options.host, port: options.port, reason: "\(error)")
      return
    }
    self =
      error.errnoCode == EADDRINUSE
      ? .portInUse(
        host: options.host, port: options.port,
        free: FreePort.after(options.port, host: options.host))
      : .cannotListen(
        host: options.host, port: options.port, reason: String(cString: strerror(error.errnoCode)))
  }
}

/// Finds a port without a listener.
enum FreePort {
  /// The first free port among the next twenty; nil if all are in use.
  static func after(_ port: Int, host: String) -> Int? {
    (port + 1...port + 20).first { $0 < 65_536 && isFree($0, host) }
  }

  private static func isFree(_ port: Int, _ host: String) -> Bool {
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host == "localhost" ? "127.0.0.1" : host, "\(port)", &hints, &list) == 0,
      let address = list
    else { return false }
    defer { freeaddrinfo(list) }
    let descriptor = socket(address.pointee.ai_family, address.pointee.ai_socktype, 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return bind(descriptor, address.pointee.ai_addr, address.pointee.ai_addrlen) == 0
  }
}

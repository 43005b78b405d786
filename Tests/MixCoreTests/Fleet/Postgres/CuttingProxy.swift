import Foundation
import Reactor

/// A way to a server that can be cut in the middle of a commit.
final class CuttingProxy: Sendable {
  /// The fate of the next COMMIT.
  enum Cut: Sendable {
    /// The server does not get it.
    case before
    /// The server gets it, the client does not get the answer.
    case after
    /// As `after`, and nobody is let through any more.
    case forGood
  }

  let port: Int
  private let listener: Int32
  private let server: Int
  private struct State {
    var cut: Cut?
    var meanwhile: (@Sendable () -> Void)?
    var isMute = false
    var isClosed = false
  }
  private let state = Guarded(State())

  init(to server: Int) throws {
    self.server = server
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = Self.loopback(0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(listener, pointer, length) == 0 && listen(listener, 16) == 0
          && getsockname(listener, pointer, &length) == 0
      }
    }
    guard isBound else { throw POSIXError(.EADDRNOTAVAIL) }
    port = Int(UInt16(bigEndian: address.sin_port))
    // A client that has gone must not end the tests.
    signal(SIGPIPE, SIG_IGN)
    Thread.detachNewThread { self.accept() }
  }

  /// Cuts the next commit.
  /// - Parameter meanwhile: called when the server has had the time to commit; the client still waits for its answer.
  func arm(_ cut: Cut, meanwhile: (@Sendable () -> Void)? = nil) {
    state.withLock { ($0.cut, $0.meanwhile) = (cut, meanwhile) }
  }

  /// Lets nobody through any more.
  func close() {
    state.withLock { $0.isClosed = true }
    shutdown(listener, Int32(SHUT_RDWR))
    Foundation.close(listener)
  }

  private func accept() {
    while true {
      let client = Foundation.accept(listener, nil, nil)
      if client < 0 || state.withLock({ $0.isClosed }) { return }
      let upstream = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = Self.loopback(UInt16(server))
      _ = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(upstream, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      Thread.detachNewThread { self.pump(client, upstream, isRequest: true) }
      Thread.detachNewThread { self.pump(upstream, client, isRequest: false) }
    }
  }

  private func pump(_ source: Int32, _ target: Int32, isRequest: Bool) {
    let commit = Data("COMMIT\0".utf8)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(source, &buffer, buffer.count)
      if count <= 0 { break }
      let bytes = Data(buffer[0..<count])
      if !isRequest, state.withLock({ $0.isMute }) { continue }
      guard isRequest, bytes.range(of: commit) != nil, let cut = state.withLock({ $0.cut }) else {
        if !bytes.withUnsafeBytes({ write(target, $0.baseAddress, $0.count) == $0.count }) { break }
        continue
      }
      state.withLock { $0.cut = nil }
      // Nobody may ask how it ended while the server still works on it.
      if cut == .forGood { close() }
      let meanwhile = state.withLock { state in
        state.isMute = state.meanwhile != nil
        return state.meanwhile
      }
      // The answer must not come through: the client is dropped first.
      if meanwhile == nil { shutdown(source, Int32(SHUT_RDWR)) }
      if cut != .before {
        _ = bytes.withUnsafeBytes { write(target, $0.baseAddress, $0.count) }
        usleep(200_000)
      }
      meanwhile?()
      state.withLock { ($0.isMute, $0.meanwhile) = (false, nil) }
      break
    }
    // The other direction drops the client when `meanwhile` is over, and not before.
    if !isRequest, state.withLock({ $0.isMute }) { return }
    shutdown(source, Int32(SHUT_RDWR))
    shutdown(target, Int32(SHUT_RDWR))
  }

  private static func loopback(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = port.bigEndian
    return address
  }
}

import Glibc
import Notation

@testable import Server

/// A TCP connection without any client library behind it. Calls block: they are made within `blocking`.
final class RawSocket: Sendable {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let descriptor: Int32

  /// - Parameter receiveBuffer: bytes that the system may hold back for a client that does not read.
  init(port: Int, receiveBuffer: Int32? = nil) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    if var size = receiveBuffer {
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
    // A test that waits for what never comes fails instead of hanging.
    var patience = timeval(tv_sec: 240, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw Failure(description: "cannot connect: errno \(errno)") }
  }

  deinit { close(descriptor) }

  func send(_ text: String) { send(Array(text.utf8)) }

  /// Sends as much as the server takes; what a closed connection does not take is lost.
  func send(_ bytes: [UInt8]) { _ = sendsAll(bytes) }

  /// Sends bytes.
  /// - Returns: whether the connection took them all; false once it has been closed.
  func sendsAll(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// The next bytes; empty at the end of the stream.
  func read(_ most: Int = 65_536) throws -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: most)
    let count = recv(descriptor, &buffer, most, 0)
    if count < 0, errno == ECONNRESET { return [] }
    guard count >= 0 else { throw Failure(description: "nothing came: errno \(errno)") }
    return Array(buffer[..<count])
  }

  func read(exactly count: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let more = try read(count - bytes.count)
      if more.isEmpty { throw Failure(description: "ended after \(bytes.count) of \(count) bytes") }
      bytes += more
    }
    return bytes
  }

  func readToEnd() throws -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let more = try read()
      if more.isEmpty { return bytes }
      bytes += more
    }
  }

  /// A response's head alone: what follows is left on the connection.
  func readHead() throws -> RawResponse {
    var head: [UInt8] = []
    while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) { head += try read(exactly: 1) }
    return RawResponse(head: String(decoding: head, as: UTF8.self), body: [])
  }

  /// A response's head and its body of Content-Length.
  func readResponse() throws -> RawResponse {
    var bytes: [UInt8] = []
    while true {
      if let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) {
        let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
        var response = RawResponse(head: head, body: Array(bytes[end.upperBound...]))
        let length = Int(response.header("content-length") ?? "0") ?? 0
        if response.status != 101, response.body.count < length {
          response.body += try read(exactly: length - response.body.count)
        }
        return response
      }
      let more = try read()
      if more.isEmpty { throw Failure(description: "no response: \(bytes.count) bytes") }
      bytes += more
    }
  }
}

/// An HTTP response.
struct RawResponse: Sendable {
  let head: String
  var body: [UInt8]

  var status: Int { Int(head.split(separator: " ").dropFirst().first ?? "") ?? 0 }

  var text: String { String(decoding: body, as: UTF8.self) }

  func json() throws -> JSON { try JSONReader.read(body) }

  /// The value of a field, by its name in lower case.
  func header(_ name: String) -> String? {
    for line in head.split(separator: "\r\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts.count == 2, parts[0].lowercased() == name {
        return String(parts[1].drop { $0 == " " })
      }
    }
    return nil
  }
}

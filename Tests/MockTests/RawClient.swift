import Foundation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A TCP connection without any HTTP client behind it.
struct RawClient: Sendable {
  struct Refused: Error {}

  private let descriptor: Int32

  init(port: Int) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else {
      close(descriptor)
      throw Refused()
    }
  }

  func send(_ text: String) {
    _ = write(descriptor, text, text.utf8.count)
  }

  func leave() {
    close(descriptor)
  }

  /// Reads until the server ends the connection or `enough` says so; on a thread of its own, as a
  /// read blocks.
  func answer(enough: @escaping @Sendable (RawAnswer) -> Bool) async -> RawAnswer {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var answer = RawAnswer()
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while !enough(answer) {
          let count = read(descriptor, &buffer, buffer.count)
          if count < 0, errno == EINTR { continue }
          answer.wasReset = count < 0 && errno == ECONNRESET
          if count <= 0 { break }
          answer.bytes.append(contentsOf: buffer[..<count])
        }
        continuation.resume(returning: answer)
      }
    }
  }
}

/// The bytes that came over a connection.
struct RawAnswer: Sendable {
  var bytes: [UInt8] = []
  /// The server aborted the connection.
  var wasReset = false

  private var headEnd: Range<Int>? { bytes.firstRange(of: Array("\r\n\r\n".utf8)) }

  /// The bytes after the head; nil as long as the head is not whole.
  var body: [UInt8]? { headEnd.map { Array(bytes[$0.upperBound...]) } }

  /// The status; nil without a status line.
  var status: Int? {
    String(decoding: bytes.prefix(12), as: UTF8.self).split(separator: " ").last.flatMap { Int($0) }
  }

  /// The value of a header, by its name in lower case.
  func header(_ name: String) -> String? {
    guard let end = headEnd?.lowerBound else { return nil }
    let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n")
    return lines.first { $0.lowercased().hasPrefix(name + ":") }
      .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
  }

  var contentLength: Int? { header("content-length").flatMap { Int($0) } }
}

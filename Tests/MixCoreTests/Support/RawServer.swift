import Foundation
import Reactor

/// One request as the scripted server read it.
struct RawRequest: Sendable {
  let method: String
  let target: String
  /// Names in lower case.
  let headers: [String: String]
  let body: [UInt8]
}

/// The scripted server's reaction to a request.
enum RawReply: Sendable {
  /// A well-formed answer with Content-Length; the connection stays open.
  case response(Int, [String: String] = [:], [UInt8] = [])
  /// These bytes as they are, then the connection is closed.
  case raw([UInt8])
  /// These bytes, then nothing more until the client closes.
  case stall([UInt8])
  /// These bytes again and again until the client closes.
  case endless(head: [UInt8], piece: [UInt8])
  /// These bytes, then only the sending half is closed.
  case halfClose([UInt8])

  static func text(_ text: String, _ headers: [String: String] = [:]) -> RawReply {
    .response(200, headers, Array(text.utf8))
  }

  static func raw(_ text: String) -> RawReply { .raw(Array(text.utf8)) }

  static func redirect(_ location: String, status: Int = 302) -> RawReply {
    .response(status, ["Location": location])
  }
}

/// An HTTP/1.1 server on a loopback port whose every byte a test decides; a thread per connection.
final class RawServer: Sendable {
  private struct State {
    var requests: [RawRequest] = []
    var inFlight = 0
    var maxInFlight = 0
    var connections = 0
    var open = 0
    var maxOpen = 0
    var isStopped = false
  }

  let port: Int
  private let listener: Int32
  private let state = Guarded(State())
  private let answer: @Sendable (RawRequest) -> RawReply

  init(_ answer: @escaping @Sendable (RawRequest) -> RawReply) throws {
    self.answer = answer
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let (listener, bound) = (listener, size)
    let port = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> Int? in
        guard bind(listener, address, bound) == 0, listen(listener, 256) == 0,
          getsockname(listener, address, &size) == 0
        else { return nil }
        return Int(UInt16(bigEndian: pointer.pointee.sin_port))
      }
    }
    guard let port else { throw POSIXError(.EADDRNOTAVAIL) }
    self.port = port
    Thread.detachNewThread { [self] in acceptLoop() }
  }

  var base: String { "http://127.0.0.1:\(port)" }
  var requests: [RawRequest] { state.withLock { $0.requests } }
  var maxInFlight: Int { state.withLock { $0.maxInFlight } }
  var connections: Int { state.withLock { $0.connections } }

  /// The most connections that were open at once.
  var maxOpen: Int { state.withLock { $0.maxOpen } }

  /// Ends the listener; open connections end with their clients. Once is enough.
  func stop() {
    // Closed by its thread: the number must not go to another server while that still uses it.
    let isFirst = state.withLock { state in
      defer { state.isStopped = true }
      return !state.isStopped
    }
    if isFirst { shutdown(listener, Int32(SHUT_RDWR)) }
  }

  private func acceptLoop() {
    defer { close(listener) }
    while true {
      let connection = accept(listener, nil, nil)
      if connection < 0 { return }
      state.withLock {
        $0.connections += 1
        $0.open += 1
        $0.maxOpen = max($0.maxOpen, $0.open)
      }
      Thread.detachNewThread { [self] in serve(connection) }
    }
  }

  private func serve(_ connection: Int32) {
    defer {
      close(connection)
      state.withLock { $0.open -= 1 }
    }
    var one: Int32 = 1
    setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &one, 4)
    var buffer: [UInt8] = []
    while let request = RawReader.next(&buffer, connection) {
      state.withLock {
        $0.requests.append(request)
        $0.inFlight += 1
        $0.maxInFlight = max($0.maxInFlight, $0.inFlight)
      }
      let reply = answer(request)
      state.withLock { $0.inFlight -= 1 }
      if !write(reply, to: connection, headOnly: request.method == "HEAD") { return }
    }
  }

  /// Returns whether the connection stays open.
  private func write(_ reply: RawReply, to connection: Int32, headOnly: Bool) -> Bool {
    switch reply {
    case .response(let status, let headers, let body):
      var head = "HTTP/1.1 \(status) Scripted\r\n"
      for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
        head += "\(name): \(value)\r\n"
      }
      if status != 304 && status != 204 { head += "Content-Length: \(body.count)\r\n" }
      return Self.send(Array((head + "\r\n").utf8) + (headOnly ? [] : body), to: connection)
    case .raw(let bytes):
      _ = Self.send(bytes, to: connection)
      return false
    case .stall(let bytes):
      _ = Self.send(bytes, to: connection)
      RawReader.untilClosed(connection)
      return false
    case .endless(let head, let piece):
      var open = Self.send(head, to: connection)
      while open { open = Self.send(piece, to: connection) }
      return false
    case .halfClose(let bytes):
      _ = Self.send(bytes, to: connection)
      shutdown(connection, Int32(SHUT_WR))
      RawReader.untilClosed(connection)
      return false
    }
  }

  private static func send(_ bytes: [UInt8], to connection: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes {
        Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if sent <= 0 { return false }
      rest = rest.dropFirst(sent)
    }
    return true
  }
}

/// Reads requests off a socket.
private enum RawReader {
  static func next(_ buffer: inout [UInt8], _ connection: Int32) -> RawRequest? {
    let mark: [UInt8] = [13, 10, 13, 10]
    while true {
      if let end = firstRange(of: mark, in: buffer) {
        let head = String(decoding: buffer[..<end], as: UTF8.self)
        buffer.removeFirst(end + 4)
        return request(head, &buffer, connection)
      }
      guard fill(&buffer, connection) else { return nil }
    }
  }

  static func untilClosed(_ connection: Int32) {
    var buffer: [UInt8] = []
    while fill(&buffer, connection) { buffer.removeAll() }
  }

  private static func request(
    _ head: String, _ buffer: inout [UInt8], _ connection: Int32
  ) -> RawRequest? {
    let lines = head.components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    guard words.count == 3 else { return nil }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      headers[parts[0].lowercased()] =
        parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
    }
    let length = headers["content-length"].flatMap(Int.init) ?? 0
    while buffer.count < length { guard fill(&buffer, connection) else { return nil } }
    let body = Array(buffer[..<length])
    buffer.removeFirst(length)
    return RawRequest(
      method: String(words[0]), target: String(words[1]), headers: headers, body: body)
  }

  private static func fill(_ buffer: inout [UInt8], _ connection: Int32) -> Bool {
    var piece = [UInt8](repeating: 0, count: 65_536)
    let count = recv(connection, &piece, piece.count, 0)
    if count <= 0 { return false }
    buffer += piece[..<count]
    return true
  }

  private static func firstRange(of mark: [UInt8], in bytes: [UInt8]) -> Int? {
    guard bytes.count >= mark.count else { return nil }
    return (0...(bytes.count - mark.count)).first {
      bytes[$0] == mark[0] && Array(bytes[$0..<($0 + mark.count)]) == mark
    }
  }
}

/// Holds the threads of a scripted server until a test opens it.
final class Gate: Sendable {
  // DispatchSemaphore is Sendable; each passer lets the next one through.
  private let semaphore = DispatchSemaphore(value: 0)

  func pass() {
    semaphore.wait()
    semaphore.signal()
  }

  func open() { semaphore.signal() }
}

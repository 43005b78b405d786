import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// `mixhost serve` as a process: signals, descriptors, what it prints.
@Suite struct ServeTests {
  /// A server in a process of its own, which ends with this object.
  private final class Server {
    let program: Program
    let process: Process
    /// Its output at its start.
    let lines: [String]
    let port: Int

    /// - Parameters:
    ///   - limit: of descriptors; nil: the system's.
    ///   - variables: of its environment, such as `NAME=text`.
    ///   - isJournal: whether its output says to be systemd's journal.
    init(
      _ arguments: String..., limit: Int? = nil, variables: [String] = [], isJournal: Bool = false
    ) throws {
      program = try Program()
      let output = Pipe()
      var variables = variables
      if isJournal {
        var info = stat()
        fstat(output.fileHandleForWriting.fileDescriptor, &info)
        variables.append("JOURNAL_STREAM=\(info.st_dev):\(info.st_ino)")
      }
      var wrapper = limit.map { ["/bin/sh", "-c", "ulimit -n \($0); exec \"$@\"", "sh"] } ?? []
      if !variables.isEmpty { wrapper = ["/usr/bin/env"] + variables + wrapper }
      process = program.process(
        ["serve", "--port", "0", "--no-refresh"] + arguments, wrapper: wrapper)
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      var text = ""
      while !text.contains("the token is kept") {
        let data = output.fileHandleForReading.availableData
        if data.isEmpty { break }
        text += String(decoding: data, as: UTF8.self)
      }
      lines = text.split(separator: "\n").map(String.init)
      port = Int(lines.first?.split(separator: ":").last ?? "") ?? 0
    }

    deinit {
      process.terminate()
      process.waitUntilExit()
    }

    /// Connects and sends a request.
    /// - Returns: the descriptor.
    func connect(_ request: String) throws -> Int32 {
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var patience = timeval(tv_sec: 60, tv_usec: 0)
      setsockopt(
        descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = in_port_t(port).bigEndian
      address.sin_addr.s_addr = inet_addr("127.0.0.1")
      let result = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      #expect(result == 0)
      _ = request.withCString { send(descriptor, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
      return descriptor
    }

    /// The whole answer to a request.
    func get(_ path: String, host: String = "localhost", fields: String = "") throws -> String {
      let descriptor = try connect(
        "GET \(path) HTTP/1.1\r\nHost: \(host)\r\n\(fields)Connection: close\r\n\r\n")
      defer { close(descriptor) }
      var bytes: [UInt8] = []
      var block = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = recv(descriptor, &block, block.count, 0)
        if count <= 0 { return String(decoding: bytes, as: UTF8.self) }
        bytes += block[..<count]
      }
    }

    /// The field that gives the token.
    func bearer() throws -> String {
      let token = try program.read("home/state/server/token").filter { !$0.isWhitespace }
      return "Authorization: Bearer \(token)\r\n"
    }

    /// The value of a counter.
    func metric(_ name: String) throws -> Int? {
      let text = try get("/metrics", fields: bearer())
      return text.split(separator: "\n").first { $0.hasPrefix(name + " ") }
        .flatMap { Int($0.dropFirst(name.count + 1).filter(\.isNumber)) }
    }
  }

  @Test func manyClientsDoNotEndIt() throws {
    let server = try Server(limit: 256)
    let bearer = try server.bearer()
    let streams = try (0..<300).map { _ in
      try server.connect("GET /api/events HTTP/1.1\r\nHost: localhost\r\n\(bearer)\r\n")
    }
    #expect(try server.get("/health").hasPrefix("HTTP/1.1 200"))
    for stream in streams { close(stream) }
    // Those that were served make room for others.
    while try !server.get("/api/library", fields: bearer).hasPrefix("HTTP/1.1 200") {}
    #expect(server.process.isRunning)
  }

  @Test func itOutlivesTheEndOfItsDescriptors() throws {
    // So few that not even the connections that hear of it have room.
    let server = try Server(limit: 60)
    let clients = try (0..<120).map { _ in try server.connect("") }
    defer { for client in clients { close(client) } }
    // Waits in the system's queue until there is room.
    let waiting = try server.connect("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
    defer { close(waiting) }
    for client in clients { shutdown(client, Int32(SHUT_RDWR)) }
    var byte: UInt8 = 0
    #expect(recv(waiting, &byte, 1, 0) == 1)
    #expect(server.process.isRunning)
  }

  @Test("Too few descriptors for a server are reported before it starts")
  func fewDescriptors() throws {
    let small = ["/bin/sh", "-c", #"ulimit -n 40; exec "$@""#, "sh"]
    let failed = try Program().run(["serve", "--port", "0"], wrapper: small)
    #expect(failed.status == 1)
    #expect(failed.errors.contains("needs 48 open files, and this process may have 40"))
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func aSignalEndsItInOrder(signal: Int32) throws {
    let server = try Server()
    let stream = try server.connect(
      "GET /api/events HTTP/1.1\r\nHost: localhost\r\n\(server.bearer())\r\n")
    defer { close(stream) }
    kill(server.process.processIdentifier, signal)
    server.process.waitUntilExit()
    #expect(server.process.terminationReason == .exit)
    #expect(server.process.terminationStatus == 0)
  }

  @Test func everyAddressIsNamed() throws {
    let server = try Server("--host", "0.0.0.0", "--insecure")
    #expect(server.lines.first == "mixhost serving on http://127.0.0.1:\(server.port)")
    let others = server.lines.filter { $0.hasPrefix("  and on http://") }
    #expect(others.allSatisfy { $0.hasSuffix(":\(server.port)") && !$0.contains("0.0.0.0") })
    for line in others {
      let host = String(try #require(line.split(separator: "/").last))
      #expect(
        try server.get("/api/session", host: host).contains("{\"signedIn\":false}"), "\(host)")
    }
    #expect(try server.get("/api/session", host: "evil.example").hasPrefix("HTTP/1.1 403"))
    #expect(server.lines.count { $0.contains("/login?code=") } == others.count + 1)
  }

  @Test func itPrintsALinkThatSignsInOnceAndNeverTheToken() throws {
    let server = try Server()
    let token = try server.program.read("home/state/server/token").filter { !$0.isWhitespace }
    #expect(!server.lines.joined().contains(token))
    let link = try #require(server.lines.first { $0.contains("/login?code=") })
    let path = "/login" + (link.split(separator: "/login").last ?? "")
    #expect(try server.get(path).hasPrefix("HTTP/1.1 303"))
    #expect(try server.get(path).hasPrefix("HTTP/1.1 403"))
  }

  @Test func theJournalGetsNoLink() throws {
    let server = try Server(isJournal: true)
    #expect(server.lines.first?.hasPrefix("mixhost serving on http://127.0.0.1:") == true)
    #expect(!server.lines.contains { $0.contains("code=") })
  }

  @Test func itsHelpIsItsOwn() throws {
    let outcome = try Program().run("serve", "--help")
    #expect(outcome.status == 0)
    for option in ["--certificate", "--allow-host", "--concurrency", "--no-refresh"] {
      #expect(outcome.output.contains(option))
    }
    let wrong = try Program().run("serve", "--nothing")
    #expect(wrong.status == 2)
    #expect(wrong.errors.contains("--nothing"))
  }

  @Test(
    "An invalid address is named",
    arguments: [
      ("--host", "127.0.0.1:8787"), ("--host", "http://127.0.0.1"), ("--host", "*"),
      ("--allow-host", "https://media.home/"), ("--allow-host", "*.home"),
    ])
  func wrongAddresses(_ option: String, _ value: String) throws {
    let wrong = try Program().run("serve", option, value)
    #expect(wrong.status == 2)
    #expect(wrong.errors.contains("\(option) \(value) is not a"), "\(wrong.errors)")
  }
}

import Files
import Foundation
import MixCore
import Reactor
import Testing

/// Downloads into files: one that is cut continues, one that fails stays.
@Suite struct DownloadTests {
  private static let content = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 7) }

  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("mixhost-download-\(UUID().uuidString)")

  private var path: String { folder.appendingPathComponent("out.bin").path }

  private func inFolder(_ body: () async throws -> Void) async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body()
  }

  /// A server that has the content, and ends each of the first `cuts` answers after `piece` bytes.
  private func server(
    cuts: Int = 0, piece: Int = 700_000, tag: String? = "\"v1\""
  ) throws -> RawServer {
    let count = Guarded(0)
    return try RawServer { request in
      let number = count.withLock { count in
        defer { count += 1 }
        return count
      }
      let first = Self.first(of: request, tag)
      let rest = Self.content[first...]
      var head = "HTTP/1.1 \(first > 0 ? 206 : 200) Scripted\r\nContent-Length: \(rest.count)\r\n"
      if let tag { head += "ETag: \(tag)\r\n" }
      if first > 0 {
        let total = Self.content.count
        head += "Content-Range: bytes \(first)-\(total - 1)/\(total)\r\n"
      }
      let body = number < cuts ? Array(rest.prefix(piece)) : Array(rest)
      return .raw(Array((head + "\r\n").utf8) + body)
    }
  }

  private static func first(of request: RawRequest, _ tag: String?) -> Int {
    guard let range = request.headers["range"], tag != nil, request.headers["if-range"] == tag
    else { return 0 }
    return Int(range.dropFirst("bytes=".count).dropLast()) ?? 0
  }

  private func download(_ rig: Rig, _ server: RawServer) async throws -> Download.Outcome {
    var request = HTTPRequest(url: server.base + "/x")
    request.options.retry = RetryPolicy.none
    request.options.maxBytes = 10_000_000
    let file = GrantedFile(root: folder.path, path: path)
    return try await Download(request, in: file.holdFolder()).run(
      with: rig.client, context: Rig.local)
  }

  private var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }

  @Test("A download that is cut three times is whole, and fetches nothing twice")
  func resumes() async throws {
    let server = try server(cuts: 3)
    defer { server.stop() }
    try await inFolder {
      let outcome = try await Rig.run { try await download($0, server) }
      #expect(outcome.bytes == Self.content.count && outcome.kept == 0)
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(Self.content))
      #expect(names == ["out.bin"])
    }
    #expect(
      server.requests.map { $0.headers["range"] } == [
        nil, "bytes=700000-", "bytes=1400000-", "bytes=2100000-",
      ])
  }

  @Test("The next run resumes a download where the last one stopped")
  func goesOnLater() async throws {
    let cut = try server(cuts: 100, piece: 100_000)
    defer { cut.stop() }
    try await inFolder {
      let error = await #expect(throws: HTTPError.self) {
        try await Rig.run { try await download($0, cut) }
      }
      #expect(error?.kind == .truncated)
      #expect(error?.message.contains("2100000 bytes are kept in \(path).part") == true)
      #expect(names == ["out.bin.part", "out.bin.part.from"])
      // Of another address it is not.
      let whole = try server()
      defer { whole.stop() }
      let outcome = try await Rig.run { try await download($0, whole) }
      #expect(outcome.kept == 0 && outcome.bytes == Self.content.count)
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(Self.content))
    }
  }

  @Test("Without a tag, and with a changed one, it begins anew", arguments: [nil, "W/\"weak\""])
  func beginsAnew(_ tag: String?) async throws {
    let server = try server(cuts: 1, tag: tag)
    defer { server.stop() }
    try await inFolder {
      let outcome = try await Rig.run { try await download($0, server) }
      #expect(outcome.bytes == Self.content.count)
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(Self.content))
    }
    #expect(server.requests.map { $0.headers["range"] } == [nil, nil])
  }

  @Test("An answer that is not a file is returned, and leaves nothing behind")
  func failures() async throws {
    let server = try RawServer { _ in .response(404, [:], Array("no such file".utf8)) }
    defer { server.stop() }
    try await inFolder {
      let outcome = try await Rig.run { try await download($0, server) }
      #expect(outcome.response.status == 404 && outcome.response.text == "no such file")
      #expect(names == [])
    }
  }

  @Test(
    "A server that sends another part, one of another version or a part as the whole spoils nothing",
    arguments: [
      (206, "bytes 0-8/9", "\"a\"", "123456789"), (206, "bytes 3-8/9", "\"a\"", "456789"),
      (206, "bytes 7-8/9", "\"a\"", "89"), (206, "bytes 5-8/9", "\"b\"", "xxxx"),
      (206, "bytes 0-8/9", "\"b\"", "xxxxxxxxx"), (200, "bytes 5-8/9", "\"a\"", "6789"),
      (206, "bytes 5-7/8", "\"a\"", "678"), (206, "bytes 5-3/9", "\"a\"", "6789"),
      (206, "bytes 5-8/8", "\"a\"", "6789"), (206, "bytes 5-\(Int.max)/*", "\"a\"", "6789"),
      (412, "", "\"b\"", ""),
      (416, "bytes */5", "\"b\"", ""), (416, "bytes */4", "\"a\"", ""),
    ])
  func otherParts(_ status: Int, _ range: String, _ tag: String, _ body: String) async throws {
    let count = Guarded(0)
    let server = try RawServer { request in
      let number = count.withLock { count in
        count += 1
        return count
      }
      guard request.headers["range"] == nil else {
        return .response(status, ["Content-Range": range, "ETag": tag], Array(body.utf8))
      }
      let cut = number == 1 ? "12345" : "123456789"
      return .raw("HTTP/1.1 200 OK\r\nETag: \"a\"\r\nContent-Length: 9\r\n\r\n" + cut)
    }
    defer { server.stop() }
    try await inFolder {
      let outcome = try await Rig.run { try await download($0, server) }
      #expect(outcome.bytes == 9)
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "123456789")
    }
  }

  @Test("A server that has but a later part of the whole is asked once")
  func laterPart() async throws {
    let server = try RawServer { _ in
      .response(206, ["Content-Range": "bytes 5-8/9", "ETag": "\"a\""], Array("6789".utf8))
    }
    defer { server.stop() }
    try await inFolder {
      let error = await #expect(throws: HTTPError.self) {
        try await Rig.run { try await download($0, server) }
      }
      #expect(error?.kind == .protocolError && names == [])
    }
    #expect(server.requests.count == 1)
  }

  @Test("A slice that comes in place of the whole is continued", arguments: [200, 206])
  func slice(status: Int) async throws {
    let server = try RawServer { request in
      let isFirst = request.headers["range"] == nil
      return .response(
        isFirst ? status : 206,
        ["Content-Range": isFirst ? "bytes 0-4/9" : "bytes 5-8/9", "ETag": "\"a\""],
        Array((isFirst ? "12345" : "6789").utf8))
    }
    defer { server.stop() }
    try await inFolder {
      let outcome = try await Rig.run { try await download($0, server) }
      #expect(outcome.bytes == 9)
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "123456789")
    }
  }

  @Test("A file of which nothing is missing is whole, as a 416 says")
  func alreadyWhole() async throws {
    let server = try RawServer { request in
      guard request.headers["range"] == nil else {
        return .response(416, ["Content-Range": "bytes */5", "ETag": "\"a\""])
      }
      let head = "HTTP/1.1 200 OK\r\nETag: \"a\"\r\nTransfer-Encoding: chunked\r\n\r\n"
      return .raw(head + "5\r\n12345\r\n")
    }
    defer { server.stop() }
    try await inFolder {
      let outcome = try await Rig.run { try await download($0, server) }
      #expect(outcome.bytes == 5 && outcome.response.status == 200)
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "12345")
    }
  }

  /// A server whose first answer is cut after 5 of 9 bytes; `rest` is what it sends to who asks for the rest.
  private func cutServer(_ rest: String) throws -> RawServer {
    try RawServer { request in
      guard request.headers["range"] == nil else { return .raw("HTTP/1.1 " + rest) }
      return .raw("HTTP/1.1 200 OK\r\nETag: \"a\"\r\nContent-Length: 9\r\n\r\n12345")
    }
  }

  @Test(
    "Another version that is empty makes an empty file",
    arguments: ["Content-Length: 0\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"])
  func empty(end: String) async throws {
    let server = try cutServer("200 OK\r\nETag: \"b\"\r\n" + end)
    defer { server.stop() }
    try await inFolder {
      let outcome = try await Rig.run { try await download($0, server) }
      #expect(outcome.bytes == 0)
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)).isEmpty && names == ["out.bin"])
    }
  }

  @Test("A part that is shorter or longer than it says is not taken for whole")
  func ends() async throws {
    let wrong: [(String, HTTPError.Kind)] = [
      ("Content-Range: bytes 5-8/9\r\nContent-Length: 0\r\n\r\n", .truncated),
      ("Content-Range: bytes 5-8/*\r\nContent-Length: 0\r\n\r\n", .truncated),
      ("Content-Range: bytes 5-8/9\r\nContent-Length: 6\r\n\r\n6789xx", .protocolError),
      ("Content-Range: bytes 5-8/9\r\nConnection: close\r\n\r\n6789xx", .protocolError),
    ]
    for (rest, kind) in wrong {
      let server = try cutServer("206 Part\r\nETag: \"a\"\r\n" + rest)
      defer { server.stop() }
      try await inFolder {
        let error = await #expect(throws: HTTPError.self) {
          try await Rig.run { try await download($0, server) }
        }
        #expect(error?.kind == kind, "\(rest)")
      }
      #expect(server.requests.count == 2, "\(rest)")
    }
  }

  @Test("The bytes behind a part of an unknown whole are asked for")
  func unknownLength() async throws {
    let server = try RawServer { request in
      request.headers["range"] == nil
        ? .response(206, ["Content-Range": "bytes 0-4/*", "ETag": "\"a\""], Array("12345".utf8))
        : .response(416, ["Content-Range": "bytes */5", "ETag": "\"a\""])
    }
    defer { server.stop() }
    try await inFolder {
      let outcome = try await Rig.run { try await download($0, server) }
      #expect(outcome.bytes == 5 && server.requests.count == 2)
    }
  }

  @Test("One at a time writes to a file")
  func locked() async throws {
    let gate = Gate()
    let server = try RawServer { _ in
      gate.pass()
      return .text("x")
    }
    defer { server.stop() }
    try await inFolder {
      try await Rig.run { rig in
        let first = Task { try await download(rig, server) }
        await rig.log.wait(for: "started")
        let error = await #expect(throws: HTTPError.self) { try await download(rig, server) }
        #expect(error?.kind == .file)
        gate.open()
        let outcome = try await first.value
        #expect(outcome.bytes == 1)
      }
    }
  }
}

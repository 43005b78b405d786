import MixCore
import Reactor
import Synchronization
import Testing

/// A coded body counts only where its stream has come to its end.
@Suite struct TruncationTests {
  private static let codings = Array(Packed.codings.indices)
  private static let text = (0..<2_000).map { "\($0 &* 7919 % 100_003)" }.joined(separator: "x")

  private static func chunked(_ bytes: [UInt8], _ coding: String) -> [UInt8] {
    let head =
      "HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\nTransfer-Encoding: chunked\r\n\r\n"
      + (bytes.isEmpty ? "" : String(bytes.count, radix: 16) + "\r\n")
    return Array(head.utf8) + bytes + Array((bytes.isEmpty ? "0\r\n\r\n" : "\r\n0\r\n\r\n").utf8)
  }

  private static func closed(_ bytes: [UInt8], _ coding: String) -> [UInt8] {
    Array("HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\n\r\n".utf8) + bytes
  }

  /// An answer whose framing is right, in one of the three forms.
  private static func reply(_ bytes: [UInt8], _ coding: String, _ form: Int) -> RawReply {
    switch form % 3 {
    case 0 where !bytes.isEmpty: .response(200, ["Content-Encoding": coding], bytes)
    case 1: .raw(chunked(bytes, coding))
    default: .raw(closed(bytes, coding))
    }
  }

  @Test("Of 200 streams, each cut at a random byte, none is taken for whole", arguments: codings)
  func cuts(_ index: Int) async throws {
    let (coding, pack) = Packed.codings[index]
    let whole = try pack(Array(Self.text.utf8))
    var random = SeededRandom(seed: 42)
    let lengths = (0..<200).map { _ in random.number(0...(whole.count - 1)) }
    let server = try RawServer { request in
      let number = Int(request.target.dropFirst()) ?? 0
      let length = number < lengths.count ? lengths[number] : whole.count
      return Self.reply(Array(whole.prefix(length)), coding, number)
    }
    defer { server.stop() }
    try await Rig.run { rig in
      var accepted: [Int] = []
      for number in lengths.indices {
        let failure = await rig.failure("\(server.base)/\(number)") { $0.once() }
        if failure?.kind != .truncated { accepted.append(lengths[number]) }
      }
      #expect(accepted.isEmpty, "of \(whole.count) bytes of \(coding)")
      for number in 200..<203 {
        let answer = try await rig.get("\(server.base)/\(number)") { $0.once() }
        #expect(answer.text == Self.text && answer.headers["Content-Encoding"] == nil)
      }
    }
  }

  @Test("A stream that was cut is asked for again, and never kept")
  func triesAgain() async throws {
    let whole = try Gzip.pack(Array("whole".utf8))
    let count = Mutex(0)
    let server = try RawServer { _ in
      let number = count.withLock { count in
        count += 1
        return count
      }
      let bytes = number == 1 || number == 3 ? Array(whole.dropLast(3)) : whole
      return .response(200, ["Content-Encoding": "gzip"], bytes)
    }
    defer { server.stop() }
    let reactor = Reactor(name: "cache")
    defer {
      reactor.stop()
      reactor.join()
    }
    let cache = ResponseCache(disk: nil, time: SystemTime(reactor: reactor))
    try await Rig.run(cache: cache) { rig in
      let second = try await rig.get(server.base + "/a")
      #expect(second.text == "whole")
      #expect(server.requests.count == 2)
      let failure = await rig.failure(server.base + "/b") {
        $0.once()
        $0.ttl = 60
      }
      #expect(failure?.kind == .truncated)
      #expect(failure?.message.contains("in the middle of its gzip stream") == true)
      let live = try await rig.get(server.base + "/b") { $0.ttl = 60 }
      #expect(live.source == .live)
    }
  }

  private func answer(
    _ reply: RawReply, method: String = "GET", headers: HTTPHeaders = [:]
  ) async throws -> HTTPResponse {
    let server = try RawServer { _ in reply }
    defer { server.stop() }
    return try await Rig.run { rig in
      var request = HTTPRequest(method: method, url: server.base + "/x", headers: headers)
      request.options.once()
      return try await rig.client.send(request, context: Rig.local)
    }
  }

  @Test("Members and frames follow each other; bytes behind the last do not count")
  func members() async throws {
    for index in [0, 4] {
      let (coding, pack) = Packed.codings[index]
      let parts = try ["one,", "two,", "three"].map { try pack(Array($0.utf8)) }
      let whole = Array(parts.joined())
      let found = try await answer(.response(200, ["Content-Encoding": coding], whole + [0, 0, 0]))
      #expect(found.text == "one,two,three")
      let cut = Array(whole.dropLast(parts[2].count - 1))
      let error = await #expect(throws: HTTPError.self) {
        try await answer(.response(200, ["Content-Encoding": coding], cut))
      }
      #expect(error?.kind == .truncated, "one byte of the third \(coding) stream")
    }
  }

  @Test("Several codings are undone from the last to the first, and each has to end")
  func several() async throws {
    let inner = try Packed.codings[0].pack(Array(Self.text.utf8))
    let outer = try Packed.codings[3].pack(inner)
    let cut = try Packed.codings[3].pack(Array(inner.dropLast(9)))
    #expect(
      try await answer(.response(200, ["Content-Encoding": "gzip, br"], outer)).text == Self.text)
    let error = await #expect(throws: HTTPError.self) {
      try await answer(.response(200, ["Content-Encoding": "gzip, br"], cut))
    }
    #expect(error?.kind == .truncated && error?.message.contains("gzip") == true)
  }

  @Test("An answer without a body has nothing to end")
  func noBody() async throws {
    let gzip = ["Content-Encoding": "gzip"]
    #expect(try await answer(.response(200, gzip, [])).body.isEmpty)
    #expect(try await answer(.response(204, gzip)).status == 204)
    let head = try await answer(
      .raw("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n"), method: "HEAD")
    #expect(head.headers["Content-Encoding"] == "gzip")
  }

  @Test("A part of something coded is passed as it is")
  func part() async throws {
    let part = Array(try Gzip.pack(Array(Self.text.utf8)).dropFirst(100).prefix(50))
    let found = try await answer(
      .response(206, ["Content-Encoding": "gzip", "Content-Range": "bytes 100-149/9999"], part),
      headers: ["Range": "bytes=100-149"])
    #expect(found.body == part && found.headers["Content-Encoding"] == "gzip")
  }

  @Test("A body that is not in its coding, and a transfer coding that nobody asked for, are errors")
  func damaged() async throws {
    var bytes = try Gzip.pack(Array(Self.text.utf8))
    bytes[bytes.count / 2] ^= 0xFF
    for reply in [
      RawReply.response(200, ["Content-Encoding": "gzip"], bytes),
      .response(200, ["Content-Encoding": "zstd"], Array("plain".utf8)),
      .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n"),
    ] {
      let error = await #expect(throws: HTTPError.self) { try await answer(reply) }
      #expect(error?.kind == .protocolError)
    }
  }
}

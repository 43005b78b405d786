import MixCore
import Testing

/// The faults that a single transfer survives: a scripted server misbehaves on purpose.
@Suite struct TransferTests {
  private func failure(
    _ reply: RawReply, _ change: (inout HTTPOptions) -> Void = { _ in }
  ) async throws -> HTTPError? {
    let server = try RawServer { _ in reply }
    defer { server.stop() }
    return try await Rig.run { rig in
      await rig.failure(server.base + "/x") {
        $0.once()
        change(&$0)
      }
    }
  }

  private func answer(
    _ reply: RawReply, _ change: (inout HTTPOptions) -> Void = { _ in }
  ) async throws -> HTTPResponse {
    let server = try RawServer { _ in reply }
    defer { server.stop() }
    return try await Rig.run { rig in
      try await rig.get(server.base + "/x") {
        $0.once()
        change(&$0)
      }
    }
  }

  @Test func plainAnswer() async throws {
    let server = try RawServer { _ in .text("hello", ["X-One": " two ", "Age": "7"]) }
    defer { server.stop() }
    try await Rig.run { rig in
      let response = try await rig.get(
        server.base + "/a?b=é c", headers: ["X-Ask": "1", "X-No": ""])
      #expect(response.status == 200)
      #expect(response.text == "hello")
      #expect(response.headers["x-one"] == "two")
      #expect(response.age == 7)
      #expect(response.source == .live && !response.shared)
      #expect(response.url == server.base + "/a?b=%C3%A9%20c")
      let seen = try #require(server.requests.first)
      #expect(seen.target == "/a?b=%C3%A9%20c")
      #expect(seen.headers["x-ask"] == "1")
      #expect(seen.headers["x-no"] == "")
      #expect(seen.headers["user-agent"]?.hasPrefix("mixhost/") == true)
      #expect(seen.headers["accept-encoding"]?.contains("gzip") == true)
    }
  }

  @Test func methodsAndBodies() async throws {
    let server = try RawServer { request in .response(200, [:], request.body) }
    defer { server.stop() }
    try await Rig.run { rig in
      for method in ["POST", "PUT", "PATCH", "DELETE"] {
        let request = HTTPRequest(
          method: method, url: server.base + "/", headers: ["Content-Type": "text/plain"],
          body: Array("ab\0c".utf8))
        let response = try await rig.client.send(request, context: Rig.local)
        #expect(response.body == request.body)
      }
      let head = HTTPRequest(method: "HEAD", url: server.base + "/")
      let bare = try await rig.client.send(head, context: Rig.local)
      #expect(bare.status == 200 && bare.body.isEmpty)
      // The pooled handle is a plain GET again.
      _ = try await rig.get(server.base + "/again")
      #expect(server.requests.map(\.method) == ["POST", "PUT", "PATCH", "DELETE", "HEAD", "GET"])
      #expect(server.requests[0].headers["content-type"] == "text/plain")
      #expect(server.requests[5].headers["content-length"] == nil)
    }
  }

  @Test func connectionsAreReused() async throws {
    let server = try RawServer { _ in .text("x") }
    defer { server.stop() }
    try await Rig.run { rig in
      for number in 0..<20 { _ = try await rig.get(server.base + "/\(number)") }
    }
    #expect(server.connections == 1)
  }

  @Test func bodyLongerThanDeclared() async throws {
    let reply = RawReply.raw("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabcdef")
    #expect(try await answer(reply).text == "abc")
  }

  @Test func bodyShorterThanDeclared() async throws {
    let error = try await failure(.raw("HTTP/1.1 200 OK\r\nContent-Length: 30\r\n\r\nabc"))
    #expect(error?.kind == .truncated)
    #expect(error?.retryable == true)
  }

  @Test func cutChunks() async throws {
    let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    #expect(try await failure(.raw(head + "5\r\nabc"))?.kind == .truncated)
    #expect(try await failure(.raw(head + "3\r\nabc\r\n"))?.kind == .truncated)
    #expect(try await answer(.raw(head + "3\r\nabc\r\n0\r\nX-Trailer: 1\r\n\r\n")).text == "abc")
  }

  @Test func lengths() async throws {
    func raw(_ lengths: String) -> RawReply { .raw("HTTP/1.1 200 OK\r\n\(lengths)\r\nokok") }
    for wrong in [
      "Content-Length: 2\r\nContent-Length: 4\r\n", "Content-Length: 4, 2\r\n",
      "Content-Length: 99999999999999999999\r\n", "Content-Length: 3x\r\n",
      "Content-Length: 3 5\r\n",
    ] {
      #expect(try await failure(raw(wrong))?.kind == .protocolError, "\(wrong)")
    }
    let twice = "Content-Length: 4\r\nContent-Length: 4\r\n"
    #expect(try await answer(raw(twice)).text == "okok")
  }

  @Test func nothingAtAll() async throws {
    #expect(try await failure(.raw(""))?.kind == .truncated)
  }

  @Test func notHTTP() async throws {
    #expect(try await failure(.raw("SSH-2.0-OpenSSH_9\r\n"))?.kind == .protocolError)
  }

  @Test func stalledBody() async throws {
    let head = Array("HTTP/1.1 200 OK\r\nContent-Length: 30\r\n\r\nabc".utf8)
    let error = try await failure(.stall(head)) { $0.idleTimeout = 0.1 }
    #expect(error?.kind == .timeout)
    #expect(error?.message.contains("idle") == true)
  }

  @Test func stalledHeader() async throws {
    let error = try await failure(.stall(Array("HTTP/1.1 200".utf8))) { $0.idleTimeout = 0.1 }
    #expect(error?.kind == .timeout)
  }

  @Test func totalTimeout() async throws {
    let error = try await failure(.stall([])) { $0.totalTimeout = 0.15 }
    #expect(error?.kind == .timeout)
    #expect(error?.message.contains("budget") == true)
  }

  @Test func endlessBody() async throws {
    let head = Array("HTTP/1.1 200 OK\r\n\r\n".utf8)
    let reply = RawReply.endless(head: head, piece: [UInt8](repeating: 65, count: 60_000))
    #expect(try await failure(reply)?.kind == .tooLarge)
  }

  @Test func bodyAtAndOverTheLimit() async throws {
    let exact = [UInt8](repeating: 66, count: 2_000_000)
    #expect(try await answer(.response(200, [:], exact)).body.count == 2_000_000)
    let error = try await failure(.response(200, [:], exact + [66]))
    #expect(error?.kind == .tooLarge)
    #expect(error?.message.contains("2000000") == true)
    #expect(
      try await answer(.response(200, [:], exact + [66])) { $0.maxBytes = 2_000_001 }
        .body.count == 2_000_001)
  }

  @Test func gzipIsDecodedAndLimited() async throws {
    let packed = try Gzip.pack([UInt8](repeating: 0, count: 3_000_000))
    #expect(packed.count < 10_000)
    let bomb = RawReply.response(200, ["Content-Encoding": "gzip"], packed)
    #expect(try await failure(bomb)?.kind == .tooLarge)
    let small = try Gzip.pack(Array("unpacked".utf8))
    let response = try await answer(.response(200, ["Content-Encoding": "gzip"], small))
    #expect(response.text == "unpacked")
    #expect(response.headers["Content-Encoding"] == nil)
    #expect(response.headers["Content-Length"] == nil)
  }

  @Test func headerOverTheLimit() async throws {
    let lines = (0..<65).map { "X-\($0): " + String(repeating: "h", count: 1016) + "\r\n" }
    let reply = RawReply.raw("HTTP/1.1 200 OK\r\n" + lines.joined() + "Content-Length: 0\r\n\r\n")
    #expect(try await failure(reply)?.kind == .headerTooLarge)
    let fits = RawReply.raw(
      "HTTP/1.1 200 OK\r\n" + lines.prefix(60).joined() + "Content-Length: 0\r\n\r\n")
    #expect(try await answer(fits).headers.fields.count == 61)
  }

  @Test func interimAnswersAreSkipped() async throws {
    let reply = RawReply.raw(
      "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
    let response = try await answer(reply)
    #expect(response.status == 200 && response.text == "ok")
    #expect(response.headers["Link"] == nil)
  }

  @Test(arguments: [204, 206, 404, 500])
  func statusesAreAnswers(_ status: Int) async throws {
    let body = status == 204 ? [] : Array("b".utf8)
    let response = try await answer(.response(status, [:], body))
    #expect(response.status == status)
    #expect(response.body == body)
  }

  @Test func notModifiedWithoutConditions() async throws {
    let server = try RawServer { _ in .response(304) }
    defer { server.stop() }
    try await Rig.run(cache: TableCache()) { rig in
      #expect(await rig.failure(server.base + "/x")?.kind == .protocolError)
    }
  }

  @Test func halfClosedSocket() async throws {
    let reply = RawReply.halfClose(Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8))
    #expect(try await answer(reply).text == "ok")
    let cut = RawReply.halfClose(Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok".utf8))
    #expect(try await failure(cut)?.kind == .truncated)
  }

  @Test func refusedPort() async throws {
    let server = try RefusingPort()
    try await Rig.run { rig in
      let error = await rig.failure(server.base + "/x") { $0.once() }
      #expect(error?.kind == .unreachable)
      #expect(error?.retryable == true)
    }
  }

  @Test func unknownName() async throws {
    try await Rig.run { rig in
      let error = await rig.failure("https://no-such-host.invalid/") { $0.once() }
      #expect(error?.kind == .dns)
      #expect(error?.message.contains("no-such-host.invalid") == true)
    }
  }

  /// The server reads a TLS greeting and never answers it.
  @Test func hostWithoutTLSIsWaitedForOnce() async throws {
    let server = try RawServer { _ in .text("") }
    defer { server.stop() }
    try await Rig.run { rig in
      let errors = await withTaskGroup(of: HTTPError?.self) { group in
        for index in 0..<5 {
          group.addTask {
            await rig.failure("https://127.0.0.1:\(server.port)/\(index)") {
              $0.once()
              // All have to begin within it, on a busy machine too.
              $0.connectTimeout = 5
            }
          }
        }
        var errors: [HTTPError?] = []
        for await error in group { errors.append(error) }
        return errors
      }
      #expect(errors.allSatisfy { $0?.kind == .unreachable })
      // The first tries alone; the others give up with it (libcurl 8.14 on a busy machine), or then
      // try together and not one after another.
      #expect(server.connections == 1 || server.maxOpen >= 2)
    }
  }

  @Test(arguments: [70_000, 1_000_000])
  func longHeaderLine(bytes: Int) async throws {
    let error = try await failure(
      .raw("HTTP/1.1 200 OK\r\nX-Long: \(String(repeating: "a", count: bytes))\r\n\r\n"))
    #expect(error?.kind == .headerTooLarge)
    #expect(error?.message.contains("a header of more than 65536 bytes") == true)
  }

  @Test func missingLibrary() async throws {
    var configuration = HTTPConfiguration()
    configuration.libcurl = "libcurl-of-nobody.so.9"
    try await Rig.run(configuration) { rig in
      let error = await rig.failure("http://127.0.0.1:9/")
      #expect(error?.kind == .unavailable)
      #expect(error?.message.contains("install") == true)
    }
  }

  @Test func badRequests() async throws {
    try await Rig.run { rig in
      let url = "http://127.0.0.1:9/"
      for request in [
        HTTPRequest(method: "get", url: url), HTTPRequest(method: "G T", url: url),
        HTTPRequest(url: url, headers: ["X": "a\r\nY: b"]),
        HTTPRequest(url: url, headers: ["X Y": "a"]),
        HTTPRequest(url: url, headers: ["Host": "evil"]),
      ] {
        await #expect { try await rig.client.send(request, context: Rig.local) } throws: {
          ($0 as? HTTPError)?.kind == .invalidRequest
        }
      }
    }
  }
}

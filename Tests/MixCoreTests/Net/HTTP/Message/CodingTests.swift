import MixCore
import Testing

/// Content-Encoding as browsers take it: what cannot be undone is passed as it is.
@Suite struct CodingTests {
  private func answers(_ replies: RawReply...) async throws -> [HTTPResponse] {
    let server = try RawServer { request in
      replies[Int(request.target.dropFirst()) ?? 0]
    }
    defer { server.stop() }
    return try await Rig.run { rig in
      var answers: [HTTPResponse] = []
      for index in replies.indices {
        answers.append(try await rig.get("\(server.base)/\(index)") { $0.once() })
      }
      return answers
    }
  }

  @Test(arguments: ["secret-sauce", "gzip, secret-sauce", " Secret-Sauce ,gzip", "br2", "g"])
  func unknownCoding(_ coding: String) async throws {
    let packed = try Gzip.pack(Array("unpacked".utf8))
    // The second one uses the same handle, which must decode again.
    let found = try await answers(
      .response(200, ["Content-Encoding": coding], Array("as it is".utf8)),
      .response(200, ["Content-Encoding": "X-GZIP"], packed))
    #expect(found[0].text == "as it is")
    #expect(found[0].headers["Content-Encoding"] == coding.trimmed)
    #expect(found[0].headers["Content-Length"] == "8")
    #expect(found[1].text == "unpacked")
    #expect(found[1].headers["Content-Encoding"] == nil)
  }

  @Test func anInterimAnswersCodingIsNotTheAnswers() async throws {
    let packed = try Gzip.pack(Array("unpacked".utf8))
    let head =
      "HTTP/1.1 103 Early Hints\r\nContent-Encoding: secret-sauce\r\n\r\n"
      + "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(packed.count)\r\n\r\n"
    let found = try await answers(.raw(Array(head.utf8) + packed))
    #expect(found[0].text == "unpacked")
  }

  /// A part of something coded could not be decoded.
  @Test func rangesAreAskedForUncoded() async throws {
    let server = try RawServer { _ in .text("x") }
    defer { server.stop() }
    try await Rig.run { rig in _ = try await rig.get(server.base, headers: ["Range": "bytes=0-1"]) }
    #expect(server.requests.first?.headers["accept-encoding"] == "identity")
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}

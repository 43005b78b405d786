import MixCore
import Testing

/// Header fields of an answer, as libcurl reads them.
@Suite("Header fields as received")
struct HeaderFieldsTests {
  private func answer(_ lines: [UInt8]) async throws -> HTTPResponse {
    let reply = Array("HTTP/1.1 200 OK\r\n".utf8) + lines + Array("Content-Length: 1\r\n\r\nx".utf8)
    let server = try RawServer { _ in .raw(reply) }
    defer { server.stop() }
    return try await Rig.run { rig in try await rig.get(server.base + "/") { $0.once() } }
  }

  private func headers(_ lines: String) async throws -> HTTPHeaders {
    try await answer(Array(lines.utf8)).headers
  }

  @Test func readsFieldsInOrder() async throws {
    let headers = try await headers(
      "Content-Type: text/plain\r\nSet-Cookie:a=1\r\nset-cookie: \t b=2 \r\nEmpty:\r\n")
    #expect(
      headers.fields.map(\.name)
        == ["Content-Type", "Set-Cookie", "set-cookie", "Empty", "Content-Length"])
    #expect(headers.fields.map(\.value) == ["text/plain", "a=1", "b=2", "", "1"])
    #expect(headers["SET-COOKIE"] == "a=1")
    #expect(headers.values("Set-Cookie") == ["a=1", "b=2"])
    #expect(headers["Set-Cook"] == nil)
    #expect(headers["Set-Cookie2"] == nil)
    #expect(headers.values("Age") == [])
  }

  @Test func aLineMayContinueTheOneBefore() async throws {
    let headers = try await headers("X-List: a,\r\n  b,\r\n\tc\r\nAge: 5\r\n")
    #expect(headers.list("X-List") == ["a", "b", "c"])
    #expect(headers["Age"] == "5")
  }

  @Test("A line without a colon ends the transfer") func noField() async throws {
    await #expect { try await headers("no colon here\r\n") } throws: {
      ($0 as? HTTPError)?.kind == .protocolError
    }
    #expect(
      try await headers(": no name\r\nLast: 1\r\n").fields.map(\.name) == [
        "Last", "Content-Length",
      ])
  }

  @Test("A field that is not UTF-8 is ISO 8859-1 (RFC 9110, section 5.5)")
  func readsLatin1() async throws {
    let answer = try await answer(Array("Server: ".utf8) + [0xE9] + Array("t\r\n".utf8))
    #expect(answer.headers["Server"] == "ét")
  }

  @Test func changesKeepTheOtherFields() {
    var headers: HTTPHeaders = ["A": "1", "B": "2", "a": "3"]
    headers["A"] = nil
    #expect(headers == ["B": "2"])
    headers.add("C", "4")
    #expect(headers.fields.map(\.value) == ["2", "4"])
  }

  @Test("An answer of more header lines than is sensible is refused") func manyLines() async throws
  {
    let few = try await headers(String(repeating: "a:\r\n", count: 990))
    #expect(few.fields.count == 991)
    await #expect { try await headers(String(repeating: "a:\r\n", count: 1_000)) } throws: {
      ($0 as? HTTPError)?.kind == .headerTooLarge
    }
  }
}

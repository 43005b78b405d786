import Foundation
import MockUpstreams
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Mock faults by path", .timeLimit(.minutes(10)))
struct FaultRoutesTests {
  @Test("Bodies that end too early or too late", arguments: ["fault", "chart/fault"])
  func lengths(parent: String) async throws {
    try await RunningMock.with("size=10", logged: true) { mock in
      let cut = try await mock.raw("\(parent)/cut")
      #expect(cut.header("transfer-encoding") == "chunked")
      #expect(cut.body?.suffix(5) != Array("0\r\n\r\n".utf8)[...])
      let short = try await mock.raw("\(parent)/wrong-length")
      #expect(short.contentLength == 2000)
      #expect(short.body?.count == 1000)
      let long = try await mock.raw("\(parent)/wrong-length?by=-10")
      #expect(long.contentLength == 990)
      #expect(long.body?.count == 1000)
      #expect(try mock.log().map(\.fault) == ["cut", "wrong-length", "wrong-length"])
    }
  }

  @Test("Connections that end, stall or crawl")
  func breaks() async throws {
    try await RunningMock.with("size=10") { mock in
      #expect(try await mock.raw("fault/reset").wasReset)
      #expect(try await mock.raw("fault/close").bytes.isEmpty)
      #expect(try await mock.raw("fault/slow?bytes=20&pause=1").body?.count == 20)
      for (path, least) in [("stall", 500), ("endless", 10_000_000)] {
        let client = try RawClient(port: mock.port)
        client.send("GET /fault/\(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        let answer = await client.answer { $0.bytes.count >= least }
        client.leave()
        #expect(answer.status == 200)
      }
    }
  }

  @Test(
    "Sizes to the byte, and still JSON", arguments: [2, 3, 65_538, 2_000_000, 2_000_001])
  func sizes(bytes: Int) async throws {
    try await RunningMock.with("size=10") { mock in
      let answer = try await mock.raw("fault/big?bytes=\(bytes)")
      #expect(answer.contentLength == bytes)
      let body = try #require(answer.body)
      #expect(body.count == bytes)
      #expect(try JSONSerialization.jsonObject(with: Data(body)) as? [Int] == [])
    }
  }

  @Test(
    "A gzip bomb is sound, small, and as large as asked for",
    arguments: [2, 4129, 6193, 30_000_000])
  func bomb(bytes: Int) async throws {
    try await RunningMock.with("size=10") { mock in
      let packed = try await mock.raw("fault/gzip-bomb?bytes=\(bytes)")
      #expect(packed.header("content-encoding") == "gzip")
      #expect(packed.body?.count == packed.contentLength)
      #expect(try #require(packed.contentLength) < 2100 + bytes / 150)
      // URLSession unpacks and checks the sum.
      let (_, body) = try await mock.get("fault/gzip-bomb", ["bytes": String(bytes)])
      #expect(body.count == bytes)
      #expect(body.allSatisfy { $0 == UInt8(ascii: " ") })
    }
  }

  @Test("Statuses and their headers")
  func statuses() async throws {
    try await RunningMock.with("size=10", logged: true) { mock in
      for code in [204, 206, 304, 418, 429, 599] {
        #expect(try await mock.raw("fault/status/\(code)").status == code)
      }
      #expect(try await mock.raw("fault/status/206").header("content-range") == "bytes 0-29/100")
      for text in ["0", "-1", "1e12", "garbage", "Wed, 21 Oct 2015 07:28:00 GMT"] {
        let query = text.replacing(" ", with: "%20")
        let answer = try await mock.raw("fault/status/429?retry-after=\(query)")
        #expect(answer.header("retry-after") == text)
      }
      #expect(try mock.log().last?.fault == "429")
      for path in ["status/199", "status/600", "status/x", "redirect/x"] {
        #expect(try await mock.raw("fault/\(path)").status == 404)
      }
      let refused = try await mock.raw("fault/big?bytes=1")
      #expect(refused.status == 400)
      #expect(String(decoding: refused.body ?? [], as: UTF8.self).contains("bytes takes 2 to"))
      let large = try await mock.raw("fault/huge-header?bytes=1000000")
      #expect(large.header("via")?.utf8.count == 1_000_000)
    }
  }

  @Test("Redirections: a chain, a circle, anywhere")
  func redirections() async throws {
    try await RunningMock.with("size=10", logged: true) { mock in
      #expect(try await mock.get("chart/fault/redirect/3").0.statusCode == 200)
      #expect(try mock.log().map(\.path.last) == ["3", "2", "1", "0"])
      let circle = try await mock.raw("fault/redirect-loop")
      #expect(circle.status == 302)
      #expect(circle.header("location") == "/fault/redirect-loop")
      let away = try await mock.raw("fault/redirect-to?url=https%3A%2F%2Fother.test%2Fx")
      #expect(away.header("location") == "https://other.test/x")
    }
  }

  @Test(
    "Bodies that are not JSON",
    arguments: [
      "html", "empty", "garbage", "invalid-utf8", "nul", "truncated-json", "not-a-number",
    ])
  func noJSON(name: String) async throws {
    try await RunningMock.with("size=10", logged: true) { mock in
      let (response, body) = try await mock.get("fault/\(name)")
      #expect(response.statusCode == 200)
      #expect(throws: (any Error).self) { try JSONSerialization.jsonObject(with: body) }
      #expect(try mock.log().last?.fault == name)
    }
  }

  @Test(
    "JSON that readers stumble over, byte by byte",
    arguments: [
      ("bom", "\u{FEFF}{\"resultCount\":0,\"results\":[]}"), ("lone-surrogate", #"["\ud800"]"#),
      ("duplicate-keys", #"{"rank":1,"rank":2}"#), ("trailing-comma", "[1,2,]"),
      ("huge-numbers", "[1e400,-0,9223372036854775808]"), ("deep-json?depth=3", "[[[]]]"),
    ])
  func oddJSON(path: String, text: String) async throws {
    try await RunningMock.with("size=10") { mock in
      let answer = try await mock.raw("fault/\(path)")
      #expect(answer.body == Array(text.utf8))
    }
  }
}

import Notation
import Testing

@testable import Server

/// The attacks of hostile or broken clients, and their refusal.
@Suite struct AttackTests {
  struct Attack: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let request: String
    let status: Int

    init(_ name: String, _ status: Int, _ request: String) {
      testDescription = name
      self.status = status
      self.request = request.replacing("\n", with: "\r\n")
    }
  }

  static let syntax: [Attack] = [
    Attack(
      "two lengths", 400,
      "POST /x HTTP/1.1\nHost: localhost\nContent-Length: 3\nContent-Length: 3\n\nabc"),
    Attack(
      "conflicting lengths", 400,
      "POST /x HTTP/1.1\nHost: localhost\nContent-Length: 3\nContent-Length: 4\n\nabc"),
    Attack(
      "length and chunks", 400,
      "POST /x HTTP/1.1\nHost: localhost\nContent-Length: 3\nTransfer-Encoding: chunked\n\n0\n\n"),
    Attack(
      "unknown coding", 400,
      "POST /x HTTP/1.1\nHost: localhost\nTransfer-Encoding: xchunked\n\n0\n\n"),
    Attack("negative length", 400, "POST /x HTTP/1.1\nHost: localhost\nContent-Length: -3\n\n"),
    Attack(
      "length with a sign", 400, "POST /x HTTP/1.1\nHost: localhost\nContent-Length: +3\n\nabc"),
    Attack(
      "length beyond 64 bits", 400,
      "POST /x HTTP/1.1\nHost: localhost\nContent-Length: 99999999999999999999\n\n"),
    Attack(
      "chunk without a size", 400,
      "POST /login HTTP/1.1\nHost: localhost\nTransfer-Encoding: chunked\n\nZZ\n\n"),
    Attack("continuation line", 400, "GET /health HTTP/1.1\nHost: localhost\nX-A: b\n c\n\n"),
    Attack("zero byte", 400, "GET /health HTTP/1.1\nHost: localhost\nX-A: a\0b\n\n"),
    Attack("zero byte in the path", 400, "GET /hea\0lth HTTP/1.1\nHost: localhost\n\n"),
    Attack(
      "bare carriage return", 400, "GET /health HTTP/1.1\nHost: localhost\nX-A: b\rX-B: c\n\n"),
    Attack("method in lower case", 400, "get /health HTTP/1.1\nHost: localhost\n\n"),
    Attack("no Host", 400, "GET /health HTTP/1.1\n\n"),
    Attack("two Hosts", 400, "GET /health HTTP/1.1\nHost: localhost\nHost: localhost\n\n"),
    Attack("absolute form", 400, "GET http://localhost/health HTTP/1.1\nHost: localhost\n\n"),
    Attack("space in a name", 400, "GET /health HTTP/1.1\nHost: localhost\nX A: b\n\n"),
    Attack("space before the colon", 400, "GET /health HTTP/1.1\nHost: localhost\nX-A : b\n\n"),
    Attack("another version", 400, "GET /health HTTP/2.0\nHost: localhost\n\n"),
    Attack("no HTTP at all", 400, "\u{16}\u{3}\u{1}\n\n"),
    Attack(
      "10,000 header fields", 431,
      "GET /health HTTP/1.1\nHost: localhost\n"
        + (0..<10_000).map { "X-\($0): y\n" }.joined() + "\n"),
    Attack(
      "a long header field", 431,
      "GET /health HTTP/1.1\nHost: localhost\nX-A: \(String(repeating: "a", count: 100_000))\n\n"),
    Attack(
      "a body of 1 GB", 413, "POST /login HTTP/1.1\nHost: localhost\nContent-Length: 1000000000\n\n"
    ),
  ]

  @Test(arguments: syntax) func refused(attack: Attack) async throws {
    let server = try await TestServer()
    let (answer, rest) = try await blocking { [port = server.port] in
      let socket = try RawSocket(port: port)
      socket.send(attack.request)
      return (try socket.readResponse(), try socket.readToEnd())
    }
    #expect(answer.status == attack.status)
    #expect(try answer.json()["error"] != nil)
    // The connection ends: what follows is never taken for a request.
    #expect(rest.isEmpty)
    #expect(try await server.get("/health").status == 200)
    await server.stop()
  }

  @Test func bareLineFeedsAreRefused() async throws {
    let server = try await TestServer()
    let answer = try await server.exchange("GET /health HTTP/1.1\nHost: localhost\n\n")
    #expect(answer.status == 400)
    await server.stop()
  }

  @Test(arguments: [
    "/%2e%2e/etc/passwd", "//etc/passwd", "/..%5c..%5cetc/passwd", "/../../etc/passwd",
    "/page/../../docs/serve.md", "/web/shell.js", "/%00", "/page/shell.js%00.html",
    "/page/kinds/../../../docs/serve.md", "/page/kinds", "/page/%2e%2e/index.html",
  ])
  func pathsLeadNowhere(path: String) async throws {
    let server = try await TestServer()
    #expect(try await server.get(path).status == 404)
    await server.stop()
  }

  @Test func aBodyWithoutEndIsCutOff() async throws {
    let server = try await TestServer { $0.limits.bodyBytes = 100_000 }
    let answer = try await blocking { [port = server.port, bearer = server.bearer] in
      let socket = try RawSocket(port: port)
      socket.send(
        "POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\(bearer)"
          + "Transfer-Encoding: chunked\r\n\r\n")
      let chunk = "1000\r\n" + String(repeating: "x", count: 4_096) + "\r\n"
      for _ in 0..<200 { socket.send(chunk) }
      return try socket.readResponse()
    }
    #expect(answer.status == 413)
    #expect(try await server.get("/health").status == 200)
    await server.stop()
  }

  @Test func aHeaderThatNeverEndsIsGivenUp() async throws {
    let server = try await TestServer { $0.limits.headTime = 0.2 }
    let answer = try await blocking { [port = server.port] in
      let socket = try RawSocket(port: port)
      socket.send("GET /health HTTP/1.1\r\nHost: localhost\r\nX-A: ")
      return try socket.readResponse()
    }
    #expect(answer.status == 408)
    await server.stop()
  }

  @Test func aBodyThatNeverComesIsGivenUp() async throws {
    let server = try await TestServer { $0.limits.bodyTime = 0.2 }
    let answer = try await blocking { [port = server.port] in
      let socket = try RawSocket(port: port)
      socket.send(
        "POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
          + "Content-Length: 10\r\n\r\n{")
      return try socket.readResponse()
    }
    #expect(answer.status == 408)
    await server.stop()
  }

  @Test func whoAsksTooOftenIsToldToWait() async throws {
    let server = try await TestServer {
      $0.limits.burst = 3
      $0.limits.requestsPerSecond = 0.001
    }
    for _ in 0..<3 { #expect(try await server.get("/api/library").status == 200) }
    let answer = try await server.get("/api/library")
    #expect(answer.status == 429)
    #expect(Int(answer.header("retry-after") ?? "") ?? 0 > 1)
    // Whether it lives may always be asked.
    #expect(try await server.get("/health").status == 200)
    await server.stop()
  }

  @Test func whoPipelinesWithoutEndIsCutOff() async throws {
    let server = try await TestServer()
    let bytes = try await blocking { [port = server.port] in
      let socket = try RawSocket(port: port)
      socket.send(
        String(repeating: "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n", count: 5_000))
      return try socket.readToEnd()
    }
    let answers = String(decoding: bytes, as: UTF8.self).split(separator: "HTTP/1.1 200").count
    #expect(answers < 1_000)
    await server.stop()
  }

  @Test func aBodyInCrumbsIsRefused() async throws {
    let server = try await TestServer()
    let answer = try await blocking { [port = server.port] in
      let socket = try RawSocket(port: port)
      socket.send(
        "POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
          + "Transfer-Encoding: chunked\r\n\r\n")
      socket.send(String(repeating: "1\r\nx\r\n", count: 2_000))
      return try socket.readResponse()
    }
    #expect(answer.status == 400)
    await server.stop()
  }

  @Test func theBodyOfARefusedRequestIsNotRead() async throws {
    let server = try await TestServer()
    let (answer, rest) = try await blocking { [port = server.port] in
      let socket = try RawSocket(port: port)
      socket.send(
        "POST /api/logout HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3000000\r\n\r\n{")
      return (try socket.readResponse(), try socket.readToEnd())
    }
    #expect(answer.status == 401)
    #expect(answer.header("connection") == "close")
    #expect(rest.isEmpty)
    await server.stop()
  }

  // MARK: WebSocket handshakes

  private static let handshake =
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    + "Sec-WebSocket-Key: \(RawWebSocket.key)\r\n"

  @Test func foreignPagesGetNoSocket() async throws {
    let server = try await TestServer()
    let path = "/ws/progress?jobId=\(JobKey.random())"
    let foreign = try await server.get(
      path, fields: Self.handshake + server.bearer + "Origin: http://evil.example\r\n")
    #expect(foreign.status == 403)
    let nobody = try await server.get(path, fields: Self.handshake)
    #expect(nobody.status == 401)
    let rebound = try await server.exchange(
      "GET \(path) HTTP/1.1\r\nHost: evil.example\r\n\(Self.handshake)\(server.bearer)\r\n")
    #expect(rebound.status == 403)
    let origin = "Origin: http://127.0.0.1:\(server.port)\r\n"
    #expect(try await server.get(path, fields: Self.handshake + origin).status == 401)
    _ = try await server.socket(path, fields: origin + server.bearer)
    await server.stop()
  }

  @Test(arguments: [
    ("Sec-WebSocket-Version: 13", "Sec-WebSocket-Version: 8", 426),
    (RawWebSocket.key, "short", 400),
    (RawWebSocket.key, "!!!!!!!!!!!!!!!!!!!!!!==", 400),
    ("Connection: Upgrade", "Connection: keep-alive", 400),
    ("Sec-WebSocket-Key: \(RawWebSocket.key)\r\n", "", 400),
  ])
  func malformedHandshakes(part: String, instead: String, status: Int) async throws {
    let server = try await TestServer()
    let fields = Self.handshake.replacing(part, with: instead) + server.bearer
    let answer = try await server.get("/ws/progress?jobId=\(JobKey.random())", fields: fields)
    #expect(answer.status == status)
    if status == 426 { #expect(answer.header("sec-websocket-version") == "13") }
    await server.stop()
  }

  @Test func socketsNeedAJobAndSayWhichProtocol() async throws {
    let server = try await TestServer()
    let fields = Self.handshake + server.bearer
    #expect(try await server.get("/ws/progress", fields: fields).status == 400)
    #expect(try await server.get("/ws/progress?jobId=7", fields: fields).status == 400)
    #expect(try await server.get("/ws/progress").status == 400)
    let plain = try await server.get("/ws/progress?jobId=\(JobKey.random())")
    #expect(plain.status == 426)
    #expect(plain.header("upgrade") == "websocket")
    // A protocol that is not spoken here is ignored.
    let other = try await server.get(
      "/health", fields: "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n")
    #expect(other.status == 200)
    await server.stop()
  }
}

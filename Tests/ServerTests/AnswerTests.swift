import Foundation
import Hummingbird
import Notation
import Testing

@testable import Server

/// Rules for every answer: methods, tags, logs, durations.
@Suite struct AnswerTests {
  /// The answer to HEAD: everything that comes until the end.
  private static func head(_ server: TestServer, _ path: String) async throws -> RawResponse {
    try await blocking { [port = server.port, bearer = server.bearer] in
      let socket = try RawSocket(port: port)
      socket.send("HEAD \(path) HTTP/1.1\r\nHost: localhost\r\n\(bearer)Connection: close\r\n\r\n")
      let bytes = try socket.readToEnd()
      let end = try #require(bytes.firstRange(of: Array("\r\n\r\n".utf8)))
      return RawResponse(
        head: String(decoding: bytes[..<end.lowerBound], as: UTF8.self),
        body: Array(bytes[end.upperBound...]))
    }
  }

  @Test func whatCanBeReadHasAHead() async throws {
    let server = try await TestServer()
    for route in server.server.parts.router().routes where "\(route.method)" == "GET" {
      let path = "/" + "\(route.path)".split(separator: "/").joined(separator: "/")
      let answer = try await Self.head(server, path.replacing(":name", with: "chart"))
      #expect(answer.status != 405 && answer.status < 500, "\(path): \(answer.head)")
      #expect(answer.body.isEmpty, "\(path)")
    }
    #expect(try await Self.head(server, "/health").status == 200)
    #expect(
      Int(try await Self.head(server, "/page/shell.js").header("content-length") ?? "") ?? 0 > 1_000
    )
    await server.stop()
  }

  @Test(arguments: [
    ("DELETE", "/api/library", "GET, HEAD"), ("GET", "/api/logout", "POST"),
    ("PUT", "/login", "GET, HEAD, POST"), ("POST", "/api/library/works/7", "GET, HEAD"),
    ("OPTIONS", "/", "GET, HEAD"), ("GET", "/api/enrichment/cancel", "POST"),
    ("PATCH", "/health", "GET, HEAD"),
  ])
  func otherMethodsAreNamed(method: String, path: String, allowed: String) async throws {
    let server = try await TestServer()
    let answer = try await server.exchange(
      "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n\(server.bearer)Content-Length: 0\r\n\r\n")
    #expect(answer.status == 405)
    #expect(answer.header("allow") == allowed)
    #expect(try answer.json()["error"] != nil)
    #expect(try await server.get("/api/nothing").status == 404)
    #expect(try await server.get("/api/library/works/4711").status == 404)
    await server.stop()
  }

  @Test(
    arguments: [
      ("\"a\"", true), ("W/\"a\"", true), ("\"b\", \"a\"", true), ("\"b\",W/\"a\" , \"c\"", true),
      ("*", true), (" * ", true), ("\"x\", W/\"y\", *", true), ("\"b, \", \"a\"", true),
      (nil, false),
      ("", false), ("\"b\"", false), ("a", false), ("\"a", false), ("\"a\"x", false),
      ("w/\"a\"", false),
      ("\"b, \"a\"", false), ("\"aa\"", false),
    ] as [(String?, Bool)])
  func tagsAreReadAsLists(field: String?, names: Bool) {
    #expect(EntityTag.isNamed(in: field, "\"a\"") == names)
  }

  @Test func aListOfTagsSavesTheBody() async throws {
    let server = try await TestServer()
    let tag = try #require(try await server.get("/page/shell.js").header("etag"))
    let fields = "If-None-Match: \"x\"\r\nIf-None-Match: W/\(tag)\r\n"
    let answer = try await server.get("/page/shell.js", fields: fields)
    #expect(answer.status == 304)
    #expect(answer.header("etag") == tag)
    #expect(
      try await server.get("/page/shell.js", fields: "If-None-Match: \"x\"\r\n").status == 200)
    await server.stop()
  }

  @Test func requestsAndSignInsAreLoggedWithoutSecrets() async throws {
    let server = try await TestServer()
    let own = "Origin: http://127.0.0.1:\(server.port)\r\n"
    _ = try await server.post("/login", "{\"token\": \"guessed-secret\"}", fields: own)
    _ = try await server.post("/login", "{\"token\": \"\(server.token)\"}", fields: own)
    let path = server.server.loginPath()
    _ = try await server.get(path)
    _ = try await server.get("/api/library?q=private", fields: "Host: evil.example\r\n")
    _ = try await server.get("/metrics", fields: server.bearer)
    let socket = try await server.socket("/ws/progress?jobId=\(JobKey.random())")
    // Its answer to a ping says that the WebSocket has begun, which comes after the handshake.
    socket.send(9, Array("?".utf8))
    let pong = try await blocking { try socket.read() }
    #expect(pong.opcode == 10)
    await server.server.parts.log.flush()
    let text = try String(
      contentsOfFile: server.folder + "/state/logs/mixhost.log", encoding: .utf8)
    let lines = try text.split(separator: "\n").map { try JSONReader.read(Array($0.utf8)) }
    func has(_ message: String, _ members: [String: String]) -> Bool {
      lines.contains { line in
        line["message"] == .string(message)
          && members.allSatisfy { line[$0.key] == .string($0.value) }
      }
    }
    let client = ["client": "127.0.0.1"]
    #expect(has("sign-in refused", ["by": "token", "level": "warning"].merging(client) { $1 }))
    #expect(has("signed in", ["by": "token"].merging(client) { $1 }))
    #expect(has("signed in", ["by": "code"].merging(client) { $1 }))
    #expect(has("request", ["path": "/metrics", "method": "GET", "status": "200"]))
    #expect(has("request", ["path": "/login", "status": "303"]))
    #expect(has("request refused", ["status": "400"]), "two Hosts")
    #expect(has("websocket", ["path": "/ws/progress"]))
    for secret in [server.token, "guessed-secret", "private", "code=", "jobId"] {
      #expect(!text.contains(secret), "\(secret)")
    }
    await server.stop()
  }

  @Test func durationsAreCounted() async throws {
    let server = try await TestServer()
    _ = try await server.get("/api/library")
    _ = try await server.get("/api/library/works/4711")
    _ = try await server.get("/api/library/works/4712")
    let text = try await server.get("/metrics").text
    let name = "mixhost_http_request_duration_seconds"
    #expect(text.contains("# TYPE \(name) histogram\n"))
    // One series for a route, however many works there are.
    let labels = "method=\"GET\",route=\"/api/library/works/{id}\""
    #expect(text.contains("\(name)_count{\(labels)} 2\n"))
    #expect(text.contains("\(name)_bucket{\(labels),le=\"+Inf\"} 2\n"))
    await server.stop()
  }

  @Test func bucketsAreCumulated() {
    var histogram = Histogram()
    for seconds in [0.0005, 0.003, 0.003, 7, 700] { histogram.add(seconds) }
    let text = histogram.text("t", "a=\"b\"")
    #expect(text.contains("t_bucket{a=\"b\",le=\"0.001\"} 1\n"))
    #expect(text.contains("t_bucket{a=\"b\",le=\"0.005\"} 3\n"))
    #expect(text.contains("t_bucket{a=\"b\",le=\"10\"} 4\n"))
    #expect(
      text.hasSuffix(
        "t_bucket{a=\"b\",le=\"+Inf\"} 5\nt_sum{a=\"b\"} 707.0065\nt_count{a=\"b\"} 5\n"))
  }
}

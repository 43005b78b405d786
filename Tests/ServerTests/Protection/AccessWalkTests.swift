import Foundation
import Hummingbird
import Testing

@testable import Server

/// Every route, in every spelling, for everybody who may not use it. Routes and sockets are those of the
/// server, so that a new one is tried automatically.
@Suite(.timeLimit(.minutes(5))) struct AccessWalkTests {
  /// Somebody without the right to use a route.
  private struct Stranger: Sendable {
    let name: String
    let fields: String
    /// Whether reading is refused, too.
    var mayRead = false
  }

  /// Ways to write a path that some program takes for the same.
  private static func spellings(_ path: String) -> [String] {
    let bare = String(path.dropFirst())
    let first = bare.utf8.first.map { String(format: "%%%02x", $0) } ?? ""
    let before = ["/", "//", "/.", "/x/..", "/%2e", "/%2f", "/%5c"].map { $0 + path }
    let after = ["/", "//", "/.", "/..", "%2f", ";x=1", "%00", "%20", "%3f", "#x", "//?x=1"].map {
      path + $0
    }
    let between = ["//", "/./", "%2f"].map { "/" + bare.replacing("/", with: $0) }
    return (before + after + between + ["/\(first)\(bare.dropFirst())"]).filter { $0 != path }
  }

  private static func strangers(_ server: TestServer, _ other: TestServer) async throws
    -> [Stranger]
  {
    let own = "Origin: http://127.0.0.1:\(server.port)\r\n"
    let signedIn = try await server.post("/login", "{\"token\": \"\(server.token)\"}", fields: own)
    let cookie = try #require(signedIn.header("set-cookie")?.split(separator: ";").first)
    return [
      Stranger(name: "no token", fields: ""),
      Stranger(name: "wrong token", fields: "Authorization: Bearer \(AccessToken.random())\r\n"),
      Stranger(name: "token of another home", fields: other.bearer),
      Stranger(name: "wrong cookie", fields: own + "Cookie: \(cookie)x\r\n"),
      Stranger(name: "session without CSRF", fields: "Cookie: \(cookie)\r\n", mayRead: true),
      Stranger(
        name: "session from another origin",
        fields: "Origin: http://evil.example\r\nCookie: \(cookie)\r\n", mayRead: true),
    ]
  }

  /// The status of an answer whose body does not matter.
  private static func status(
    _ server: TestServer, _ method: String, _ path: String, _ fields: String
  ) async throws -> Int {
    try await blocking { [port = server.port] in
      let socket = try RawSocket(port: port)
      socket.send(
        "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(fields)"
          + (method == "POST" ? "Content-Type: application/json\r\nContent-Length: 2\r\n" : "")
          + "\r\n\(method == "POST" ? "{}" : "")")
      var head: [UInt8] = []
      while !head.contains(10) {
        let more = try socket.read()
        if more.isEmpty { break }
        head += more
      }
      return RawResponse(head: String(decoding: head, as: UTF8.self), body: []).status
    }
  }

  private static func path(_ pattern: String) -> String {
    "/"
      + pattern.split(separator: "/").map { $0.hasPrefix(":") || $0 == "**" ? "1" : $0 }.joined(
        separator: "/")
  }

  @Test func everyRouteRefusesEveryStranger() async throws {
    let server = try await TestServer { $0.limits.burst = 1_000_000 }
    let other = try await TestServer()
    let strangers = try await Self.strangers(server, other)
    let routes = server.server.parts.routes().all
    #expect(routes.count { $0.access == .session } > 10)
    #expect(routes.count { $0.access == .change } > 5)
    #expect(routes.count { $0.access == .address } > 5)
    for route in routes {
      let path = Self.path(route.path)
      let methods = route.method == .get ? ["GET", "HEAD"] : [route.method.rawValue]
      for stranger in strangers {
        for method in methods where route.access != .open {
          if stranger.mayRead, route.access == .session { continue }
          let status = try await Self.status(server, method, path, stranger.fields)
          // A guess gets the same answer, whoever guesses.
          let refusals = route.access == .address ? [404] : [401, 403]
          #expect(refusals.contains(status), "\(method) \(path): \(stranger.name)")
        }
      }
      for spelling in Self.spellings(path) {
        for fields in strangers.map(\.fields) + [server.bearer] {
          let status = try await Self.status(server, methods[0], spelling, fields)
          #expect([400, 404].contains(status), "\(methods[0]) \(spelling)")
        }
      }
    }
    await server.stop()
    await other.stop()
  }

  @Test func everySocketRefusesEveryStranger() async throws {
    let server = try await TestServer { $0.limits.burst = 1_000_000 }
    let other = try await TestServer()
    let sockets = server.server.parts.routes().sockets
    #expect(sockets.count > 2)
    let handshake =
      "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
      + "Sec-WebSocket-Key: \(RawWebSocket.key)\r\n"
    for path in sockets.keys {
      let asked = path + "?jobId=6f0c2a52-4b0c-4c9e-9a1b-0d4d3ad5e111"
      #expect(
        try await Self.status(server, "GET", asked, handshake + server.bearer) == 101, "\(path)")
      for stranger in try await Self.strangers(server, other) {
        let status = try await Self.status(server, "GET", asked, handshake + stranger.fields)
        #expect([401, 403].contains(status), "\(path): \(stranger.name)")
        for spelling in Self.spellings(path) {
          let status = try await Self.status(server, "GET", spelling, handshake + stranger.fields)
          #expect([400, 404].contains(status), "\(spelling): \(stranger.name)")
        }
      }
    }
    await server.stop()
    await other.stop()
  }

  @Test func noRouteIsOpenButTheSignIn() async throws {
    let server = try await TestServer { $0.testRoutes = false }
    let open = Set(
      server.server.parts.routes().all.filter { $0.access == .open }.map {
        "\($0.method.rawValue) \($0.path)"
      })
    #expect(
      open == [
        "GET /", "GET /screens/:program/:name", "GET /icon.svg", "GET /page/:part",
        "GET /manifest.webmanifest", "GET /worker.js", "GET /offline.html",
        "GET /page/:part/:file", "GET /page/:part/:file/:name", "GET /login", "POST /login",
        "GET /api/session", "GET /health",
      ])
    await server.stop()
  }

  @Test func aRefusedPathIsOneLineOfTheLog() async throws {
    let server = try await TestServer()
    let answer = try await server.get("/%61pi/library", fields: "")
    #expect(answer.status == 404)
    await server.server.parts.log.flush()
    let text = try String(
      contentsOfFile: server.folder + "/state/logs/mixhost.log", encoding: .utf8)
    #expect(text.split(separator: "\n").count { $0.contains("/%61pi/library") } == 1)
    await server.stop()
  }
}

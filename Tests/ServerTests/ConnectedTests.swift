import Foundation
import MixCore
import Testing

@testable import Server

/// Addresses at which programs answer clients that cannot sign in.
@Suite struct ConnectedTests {
  private static let program = """
    local waits, ends = 0, 0
    local own = { etag = '"1"', location = "http://other.example",
      ["clear-site-data"] = "*", ["access-control-allow-credentials"] = "true",
      ["set-cookie"] = "a=b", ["content-security-policy"] = "script-src *" }
    return { most_bytes = 100, answer = function(request)
      local first = request.parts[1]
      if first == "fail" then error("a secret word") end
      if first == "none" then return nil end
      if first == "counts" then return { json = { waits = waits, ends = ends } } end
      if first == "wait" then
        local _ <close> = setmetatable({}, { __close = function() ends = ends + 1 end })
        waits = waits + 1
        mix.task.sleep(86400)
      end
      return { status = first == "made" and 201 or 200, headers = own, json = {
        method = request.method, path = request.path, part = first, subject = request.subject,
        query = request.query.a, all = mix.json.array(request.query:all("a")),
        form = request.form.b, cookie = request.headers.cookie,
        accept = request.headers.accept, base = request.base,
      } }
    end }
    """

  /// A server with a program that answers, and the secret part of an address of it.
  private static func server() async throws -> (TestServer, ConnectedAddresses, String) {
    let server = try await TestServer.with(
      screens: ["echo/shown": "return { view = function() return { \"page\" } end }"])
    try Data(program.utf8).write(
      to: URL(filePath: server.folder + "/config/programs/echo/connected.lua"))
    let addresses = ConnectedAddresses(Home(environment: [:], override: server.folder))
    let secret = try addresses.make(
      ConnectedAddress(program: "echo", subject: "all", title: "echo", read: [], made: 1))
    return (server, addresses, secret)
  }

  @Test func aProgramAnswersWithoutASignIn() async throws {
    let (server, _, secret) = try await Self.server()
    let answer = try await server.get(
      "/connect/\(secret)/feed%2Fhttps%3A%2F%2Fa.example?a=1&a=2+3",
      fields: "Cookie: mixhost=x\r\nAccept: text/plain\r\nOrigin: http://other.example\r\n")
    #expect(answer.status == 200, "\(answer.text)")
    let json = try answer.json()
    #expect(json["part"] == .string("feed/https://a.example"))
    #expect(json["path"] == .string("/feed%2Fhttps%3A%2F%2Fa.example"))
    #expect(json["query"] == .string("1") && json["all"]?.strings == ["1", "2 3"])
    #expect(json["subject"] == .string("all") && json["accept"] == .string("text/plain"))
    #expect(json["cookie"] == nil, "a cookie is the page's")
    #expect(json["base"] == .string("http://127.0.0.1:\(server.port)/connect/\(secret)"))
    #expect(answer.header("etag") == "\"1\"")
    for name in ["location", "clear-site-data", "access-control-allow-credentials", "set-cookie"] {
      #expect(answer.header(name) == nil, "\(name) steers the browser of the page")
    }
    #expect(answer.header("access-control-allow-origin") == "*")
    #expect(answer.header("cross-origin-resource-policy") == "cross-origin")
    #expect(answer.header("content-security-policy")?.contains("sandbox") == true)
    #expect(answer.header("content-security-policy")?.contains("frame-ancestors") == false)
    #expect(answer.header("referrer-policy") == "no-referrer")
    await server.stop()
  }

  @Test func aPageOfAnotherOriginMaySendAForm() async throws {
    let (server, _, secret) = try await Self.server()
    let asked = try await server.exchange(
      """
      OPTIONS /connect/\(secret) HTTP/1.1\r
      Host: 127.0.0.1:\(server.port)\r
      Origin: http://other.example\r
      Access-Control-Request-Method: POST\r
      \r

      """)
    #expect(asked.status == 204)
    #expect(asked.header("access-control-allow-methods")?.contains("POST") == true)
    let form = "b=x%26y"
    let answer = try await server.exchange(
      """
      POST /connect/\(secret)/made HTTP/1.1\r
      Host: 127.0.0.1:\(server.port)\r
      Origin: http://other.example\r
      Content-Type: application/x-www-form-urlencoded\r
      Content-Length: \(form.utf8.count)\r
      \r
      \(form)
      """)
    #expect(answer.status == 201, "\(answer.text)")
    #expect(try answer.json()["form"] == .string("x&y"))
    #expect(answer.header("access-control-allow-origin") == "*")
    await server.stop()
  }

  @Test func aRevokedAddressIsAsOneThatNeverWas() async throws {
    let (server, addresses, secret) = try await Self.server()
    #expect(try await server.get("/connect/\(secret)", fields: "").status == 200)
    let never = try await server.get("/connect/\(ConnectedAddresses.secret())", fields: "")
    let id = try #require(try addresses.all().first?.id)
    #expect(try addresses.revoke(id) == 1)
    let gone = try await server.get("/connect/\(secret)", fields: "")
    #expect(gone.status == 404)
    #expect(gone.body == never.body)
    let heads = [gone, never].map {
      Set($0.head.split(separator: "\r\n").filter { !$0.hasPrefix("Date") })
    }
    #expect(heads[0] == heads[1], "\(gone.head)")
    #expect(try await server.post("/connect/\(secret)", "{}", fields: "").status == 404)
    let file = try String(contentsOfFile: addresses.path, encoding: .utf8)
    #expect(!file.contains(secret))
    await server.stop()
  }

  @Test func anAddressIsNeitherKeptNorLogged() async throws {
    let (server, addresses, secret) = try await Self.server()
    _ = try await server.get("/connect/\(secret)/fail", fields: "")
    _ = try await server.get("/connect/\(secret)/../x", fields: "")
    await server.server.parts.log.flush()
    let log = try String(
      contentsOfFile: server.folder + "/state/logs/mixhost.log", encoding: .utf8)
    #expect(log.contains("/connect/…"))
    #expect(!log.contains(secret))
    #expect(try !String(contentsOfFile: addresses.path, encoding: .utf8).contains(secret))
    #expect(secret.utf8.count == 43)
    await server.stop()
  }

  @Test(arguments: [101, 4_000_001]) func aLargeBodyIsRefusedWithTheLimit(size: Int) async throws {
    let (server, _, secret) = try await Self.server()
    let answer = try await server.exchange(
      """
      POST /connect/\(secret) HTTP/1.1\r
      Host: 127.0.0.1:\(server.port)\r
      Content-Length: \(size)\r
      \r

      """)
    #expect(answer.status == 413)
    #expect(answer.text.contains(size == 101 ? "100 bytes" : "4000000 bytes"), "\(answer.text)")
    await server.stop()
  }

  @Test func aFailureOfTheProgramSaysNothing() async throws {
    let (server, _, secret) = try await Self.server()
    let answer = try await server.get("/connect/\(secret)/fail", fields: "")
    #expect(answer.status == 500)
    #expect(!answer.text.contains("secret word"))
    #expect(try await server.get("/connect/\(secret)/none", fields: "").status == 404)
    #expect(try await server.get("/connect/\(secret)/more", fields: "").status == 200)
    await server.stop()
  }

  @Test(arguments: ["/..", "/a/%2e%2E/b", "/./b", "/\u{7f}"])
  func dottedPartsAreRefused(rest: String) async throws {
    let (server, _, secret) = try await Self.server()
    let answer = try await server.get("/connect/\(secret)\(rest)", fields: "")
    #expect([400, 404].contains(answer.status), "\(answer.status)")
    #expect(!answer.text.contains("subject"))
    await server.stop()
  }

  @Test func aClientThatGoesEndsItsOwnRequest() async throws {
    let (server, _, secret) = try await Self.server()
    func reaches(_ name: String, _ count: Int64) async throws {
      while try await server.get("/connect/\(secret)/counts", fields: "").json()[name]
        != .int(count)
      { await Task.yield() }
    }
    let wait = "GET /connect/\(secret)/wait HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n"
    do {
      let staying = try RawSocket(port: server.port)
      staying.send(wait)
      try await reaches("waits", 1)
      do {
        let leaving = try RawSocket(port: server.port)
        leaving.send(wait)
        try await reaches("waits", 2)
      }
      try await reaches("ends", 1)
      withExtendedLifetime(staying) {}
    }
    try await reaches("ends", 2)
    await server.stop()
  }

  @Test func aFileThatOthersReadIsNotTrusted() async throws {
    let (server, addresses, secret) = try await Self.server()
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o644], ofItemAtPath: addresses.path)
    #expect(throws: AddressesRefused.self) { try addresses.all() }
    #expect(try await server.get("/connect/\(secret)", fields: "").status == 500)
    await server.stop()
  }
}

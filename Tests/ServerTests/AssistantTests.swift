import Notation
import Testing

@testable import Server

/// `/mcp`: the tools of assistants, with the token or from the server's own page.
@Suite struct AssistantTests {
  private static let begin =
    #"{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18"}}"#
  private static let list = #"{"jsonrpc": "2.0", "id": 2, "method": "tools/list"}"#

  private static func ask(
    _ server: TestServer, _ message: String, session: String? = nil, fields: String = ""
  ) async throws -> RawResponse {
    let name = session.map { "Mcp-Session-Id: \($0)\r\n" } ?? ""
    return try await server.post("/mcp", message, fields: server.bearer + name + fields)
  }

  private static func end(_ server: TestServer, _ session: String) async throws -> RawResponse {
    try await server.exchange(
      """
      DELETE /mcp HTTP/1.1\r
      Host: 127.0.0.1:\(server.port)\r
      Mcp-Session-Id: \(session)\r
      \(server.bearer)\r

      """)
  }

  @Test func aSessionBeginsAnswersAndEnds() async throws {
    let server = try await TestServer()
    let first = try await Self.ask(server, Self.begin)
    #expect(first.status == 200, "\(first.text)")
    #expect(first.header("content-type") == "application/json")
    #expect(try first.json()["result"]?["protocolVersion"] == .string("2025-06-18"))
    let session = try #require(first.header("mcp-session-id"))
    let said = #"{"jsonrpc": "2.0", "method": "notifications/initialized"}"#
    let noted = try await Self.ask(server, said, session: session)
    #expect(noted.status == 202 && noted.body.isEmpty)
    let listed = try await Self.ask(
      server, Self.list, session: session, fields: "MCP-Protocol-Version: 2025-06-18\r\n")
    #expect(listed.text.contains("library_search"))
    let called = try await Self.ask(
      server,
      #"{"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {"name": "run_status"}}"#,
      session: session)
    #expect(try called.json()["result"]?["isError"] == .bool(false), "\(called.text)")
    #expect(try await Self.end(server, session).status == 204)
    #expect(try await Self.ask(server, Self.list, session: session).status == 404)
    #expect(try await Self.end(server, session).status == 404)
    await server.stop()
  }

  @Test func whatTheTransportRefuses() async throws {
    let server = try await TestServer()
    #expect(try await Self.ask(server, Self.list).status == 400, "no session")
    #expect(try await Self.ask(server, Self.list, session: "guess").status == 404)
    let old = try await Self.ask(server, Self.begin, fields: "MCP-Protocol-Version: 1999-01-01\r\n")
    #expect(old.status == 400)
    #expect(try await Self.ask(server, "{bad").status == 400)
    let form = try await server.exchange(
      """
      POST /mcp HTTP/1.1\r
      Host: 127.0.0.1:\(server.port)\r
      Content-Type: text/plain\r
      Content-Length: 2\r
      \(server.bearer)\r
      {}
      """)
    #expect(form.status == 415)
    let stream = try await server.get("/mcp")
    #expect(stream.status == 405 && stream.header("allow") == "DELETE, POST")
    #expect(
      try await Self.ask(server, Self.begin, fields: "Origin: http://evil.example\r\n").status
        == 403, "a page that knows the token is not ours")
    #expect(try await server.post("/mcp", Self.begin, fields: "").status == 401)
    let large = String(repeating: " ", count: 1_000_001)
    #expect(try await Self.ask(server, large).status == 413)
    await server.stop()
  }
}

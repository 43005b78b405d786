import Foundation
import MixCore
import Notation
import Testing

@testable import Server

/// The look around with made-up data, beside the user's own.
@Suite(.serialized) struct DemoTests {
  private static let charts = "/api/screens/chart/charts"

  private func title(_ server: TestServer, _ path: String) async throws -> JSON? {
    try await server.post(path, #"{"steps":[]}"#).json()["title"]
  }

  private func end(_ server: TestServer, fields: String? = nil) async throws -> Int {
    try await server.exchange(
      "DELETE /api/demo HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\(fields ?? server.bearer)\r\n"
    ).status
  }

  @Test func itIsBesideTheUsersOwnAndIsThrownAway() async throws {
    let server = try await TestServer()
    let home = server.folder + "/cache/demo"
    #expect(try await server.get("/demo/api/screens").status == 404, "it has not begun")
    let begun = try await server.post("/api/demo", "{}")
    #expect(begun.status == 201)
    #expect(try begun.json()["address"] == .string("/demo"))
    #expect(PrivateFile.exists(home + "/data/mixhost.sqlite"))
    #expect(try await title(server, "/demo" + Self.charts) == .string("Charts (made up)"))
    #expect(try await title(server, Self.charts) == .string("Charts"))
    #expect(try await server.page("/demo", fields: server.bearer).status == 200)
    let client = try await server.screens(root: Demo.path)
    try await blocking {
      client.open(1, "chart/charts")
      let tree = try client.next("tree")
      #expect(tree.json["title"] == .string("Charts (made up)"))
    }
    #expect(try await server.post("/api/demo", "{}").status == 201, "it runs already")
    #expect(try await title(server, "/demo" + Self.charts) == .string("Charts (made up)"))
    #expect(try await end(server) == 204)
    #expect(!PrivateFile.exists(home))
    #expect(try await server.get("/demo/api/screens").status == 404)
    #expect(try await end(server) == 204, "nothing runs")
    #expect(try await title(server, Self.charts) == .string("Charts"))
    await server.stop()
  }

  @Test func strangersNeitherBeginNorReadIt() async throws {
    let server = try await TestServer()
    #expect(try await server.post("/api/demo", "{}", fields: "").status == 401)
    #expect(try await server.post("/api/demo", "{}").status == 201)
    #expect(try await server.get("/demo/api/screens", fields: "").status == 401)
    #expect(try await server.post("/demo" + Self.charts, "{}", fields: "").status == 401)
    #expect(try await end(server, fields: "") == 401)
    let evil = "Origin: http://evil.example\r\n" + server.bearer
    #expect(try await server.post("/demo" + Self.charts, "{}", fields: evil).status == 403)
    // Nothing but the page: no library, jobs, refreshers, connected programs or assistants.
    for path in ["library", "refreshers", "enrichment", "events", "demo"] {
      #expect(try await server.get("/demo/api/\(path)").status == 404, "\(path)")
    }
    #expect(try await server.post("/demo/mcp", "{}").status == 404)
    await server.stop()
  }

  @Test func itEndsWithTheServer() async throws {
    let server = try await TestServer(keepsFolder: true)
    #expect(try await server.post("/api/demo", "{}").status == 201)
    await server.stop()
    #expect(!PrivateFile.exists(server.folder + "/cache/demo"))
    try FileManager.default.removeItem(atPath: server.folder)
  }
}

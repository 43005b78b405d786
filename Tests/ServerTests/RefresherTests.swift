import MixCore
import Notation
import Testing

@testable import Server

/// Refreshers through the server.
@Suite struct RefresherTests {
  @Test(
    "The reason of a failure is what mixhost said last, not a service's notice",
    arguments: [
      (
        "This product uses X\nmixhost: no connection\nmixhost: 0 titles",
        "mixhost: no connection; mixhost: 0 titles"
      ),
      ("a\nb\nc\nd\n", "b; c; d"), ("", nil),
    ])
  func reason(complaint: String, reason: String?) {
    #expect(ScriptProcess.reason(complaint) == reason)
  }

  @Test func refreshersSayWhenTheyRunNextAndWhy() async throws {
    let server = try await TestServer()
    let answer = try await server.get("/api/refreshers").json()
    guard case .array(let list)? = answer["refreshers"] else {
      Issue.record("no refreshers")
      return
    }
    let names = list.compactMap { $0["name"] }
    #expect(names.contains(.string("chart")) && names.contains(.string("feed")))
    for refresher in list {
      guard case .string(let reason)? = refresher["reason"] else {
        Issue.record("no reason: \(refresher)")
        continue
      }
      #expect(!reason.isEmpty)
    }
    #expect(try await server.post("/api/refreshers/weather/refresh", "{}").status == 404)
    let stranger = try await server.post("/api/refreshers/chart/refresh", "{}", fields: "")
    #expect(stranger.status == 401)
    await server.stop()
  }

  @Test func theChartIsFetchedWhenItIsWanted() async throws {
    let server = try await TestServer(mock: "size=50,chart-size=5")
    #expect(try await server.get("/api/charts/chart").status == 404)
    let socket = try await blocking { [port = server.port, events = server.eventsRequest] in
      let socket = try RawSocket(port: port)
      socket.send(events)
      var text = ""
      while !text.contains("retry: 2000") {
        text += String(decoding: try socket.read(), as: UTF8.self)
      }
      return socket
    }
    #expect(try await server.post("/api/refreshers/chart/refresh", "{}").status == 202)
    try await blocking {
      var text = ""
      while !text.contains("event: chart\n") {
        let bytes = try socket.read()
        if bytes.isEmpty { throw RawSocket.Failure(description: "the stream ended: \(text)") }
        text += String(decoding: bytes, as: UTF8.self)
      }
    }
    let chart = try await server.get("/api/charts/chart")
    #expect(try await server.get("/api/refreshers/chart/document").text == chart.text)
    #expect(chart.status == 200)
    guard case .array(let entries)? = try chart.json()["entries"] else {
      Issue.record("no entries: \(chart.text.prefix(200))")
      return
    }
    #expect(entries.count == 5)
    await server.stop()
  }
}

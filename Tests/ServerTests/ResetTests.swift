import MixCore
import Notation
import Reactor
import Testing

@testable import Server

/// A library that is emptied while a job runs (document 002, job cancellation).
@Suite struct ResetTests {
  @Test func aResetEndsTheRunningJobAsCanceled() async throws {
    let server = try await TestServer(mock: "latency=2s")
    let works = try await server.addBooks(40)
    let key = JobKey.random()
    let socket = try await server.socket("/ws/progress?jobId=\(key)")
    let list = works.map(String.init).joined(separator: ",")
    let body = "{\"jobId\": \"\(key)\", \"workIds\": [\(list)]}"
    #expect(try await server.post("/api/enrichment/start", body).status == 202)
    // As `mixhost books reset` does in a process of its own.
    let (library, store) = (server.server.parts.jobs.library, server.server.parts.jobs.store)
    try await blocking {
      let now = ClockTime(wall: 2, monotonic: 2)
      _ = try store.cancel(nil, now: now)
      _ = try library.reset()
      try store.removeItems(now: now) { Set($0) }
    }
    let frames = try await blocking { try socket.readToClose() }
    #expect(frames.last?.code == 1001)
    #expect(frames.last?.reason == "Enrichment canceled by user")
    let last = try JSONReader.read(try #require(frames.dropLast().last).payload)["data"]
    #expect(last?["currentStatus"] == .string("Enrichment canceled by user"))
    #expect(last?["result"]?["canceled"] == .bool(true))
    #expect(last?["result"]?["success"] == .bool(false))
    #expect(last?["totalItems"] == .int(40))
    let shown = try await server.get("/api/enrichment/\(key)")
    #expect(try shown.json()["status"] == .string("canceled"))
    await server.stop()
  }
}

import MixCore
import Notation
import Testing

@testable import Server

/// Document 002 over real sockets, with jobs that really run.
@Suite struct ProtocolTests {
  private static func start(_ server: TestServer, _ key: String, _ works: [Int64]) async throws
    -> RawResponse
  {
    try await server.post(
      "/api/enrichment/start", "{\"jobId\": \"\(key)\", \"workIds\": [\(list(works))]}")
  }

  private static func list(_ works: [Int64]) -> String {
    works.map(String.init).joined(separator: ",")
  }

  private static func data(_ frame: RawWebSocket.Frame) throws -> JSON {
    try #require(try JSONReader.read(frame.payload)["data"])
  }

  @Test func aSocketThatCameFirstFollowsTheJobToItsEnd() async throws {
    let server = try await TestServer(mock: "latency=5ms")
    let works = try await server.addBooks(30)
    let key = JobKey.random()
    let socket = try await server.socket("/ws/progress?jobId=\(key.uppercased())")
    let answer = try await Self.start(server, key, works)
    #expect(answer.status == 202)
    let body = try answer.json()
    #expect(body["jobId"] == .string(key))
    #expect(body["status"] == .string("started"))
    #expect(body["totalBooks"] == .int(30))
    let frames = try await blocking { try socket.readToClose() }
    #expect(frames.last?.code == 1000)
    let messages = try frames.dropLast().map { try Self.data($0) }
    let first = try #require(messages.first)
    let last = try #require(messages.last)
    // A socket that is slow gets the newest message, not each of them, but always the first.
    #expect(first["currentStatus"] == .string("Starting enrichment for 30 works..."))
    #expect(last["currentStatus"] == .string("Enrichment complete"))
    #expect(last["progress"] == .number(1))
    #expect(last["result"]?["success"] == .bool(true))
    #expect(last["result"]?["processedCount"] == .int(30))
    guard case .int(let enriched)? = last["result"]?["enrichedCount"] else {
      Issue.record("no enrichedCount")
      return
    }
    #expect(enriched > 20)
    // It never goes back.
    var done: Int64 = 0
    for case .int(let processed)? in messages.map({ $0["processedItems"] }) {
      #expect(processed >= done)
      done = processed
    }
    await server.stop()
  }

  @Test func aCancelFromElsewhereEndsTheSocketWith1001() async throws {
    let server = try await TestServer(mock: "latency=2s")
    let works = try await server.addBooks(40)
    let key = JobKey.random()
    let socket = try await server.socket("/ws/progress?jobId=\(key)")
    #expect(try await Self.start(server, key, works).status == 202)
    let cancel = try await server.post("/api/enrichment/cancel", "{\"jobId\": \"\(key)\"}")
    #expect(cancel.status == 200)
    #expect(try cancel.json()["status"] == .string("canceled"))
    let frames = try await blocking { try socket.readToClose() }
    #expect(frames.last?.code == 1001)
    #expect(frames.last?.reason == "Enrichment canceled by user")
    let last = try Self.data(try #require(frames.dropLast().last))
    #expect(last["currentStatus"] == .string("Enrichment canceled by user"))
    #expect(last["result"]?["canceled"] == .bool(true))
    // A client that asks later gets the answer at once.
    let late = try await server.socket("/ws/progress?jobId=\(key)")
    let told = try await blocking { try late.readToClose() }
    #expect(told.count == 2)
    #expect(told.last?.code == 1001)
    // Once more is not an error.
    let again = try await server.post("/api/enrichment/cancel", "{\"jobId\": \"\(key)\"}")
    #expect(again.status == 200)
    await server.stop()
  }

  @Test func aStoppedJobGoesOnWithTheNextServer() async throws {
    let first = try await TestServer(mock: "latency=50ms", keepsFolder: true)
    let works = try await first.addBooks(60)
    let key = JobKey.random()
    let socket = try await first.socket("/ws/progress?jobId=\(key)")
    #expect(try await Self.start(first, key, works).status == 202)
    // In the middle of it.
    try await blocking {
      while true {
        let data = try JSONReader.read(try socket.read().payload)["data"]
        if case .int(let done)? = data?["processedItems"], done >= 3 { return }
      }
    }
    await first.stop()
    let frames = try await blocking { try socket.readToClose() }
    #expect(frames.last?.code == 1001)
    #expect(frames.last?.reason == "the server stops")

    let second = try await TestServer(folder: first.folder, mock: "latency=1ms")
    let follower = try await second.socket("/ws/progress?jobId=\(key)")
    let rest = try await blocking { try follower.readToClose() }
    #expect(rest.last?.code == 1000)
    let last = try Self.data(try #require(rest.dropLast().last))
    #expect(last["processedItems"] == .int(60))
    #expect(second.token == first.token)
    await second.stop()
  }

  @Test func aJobIsStartedOnce() async throws {
    let server = try await TestServer(mock: "latency=1ms")
    let works = try await server.addBooks(5)
    let key = JobKey.random()
    #expect(try await Self.start(server, key, works).status == 202)
    let socket = try await server.socket("/ws/progress?jobId=\(key)")
    let again = try await Self.start(server, key, works)
    #expect(again.status == 202)
    #expect(try again.json()["totalBooks"] == .int(5))
    #expect(try await blocking { try socket.readToClose() }.last?.code == 1000)
    let late = try await server.post("/api/enrichment/cancel", "{\"jobId\": \"\(key)\"}")
    #expect(late.status == 409)
    let third = try await Self.start(server, key, works)
    #expect(try third.json()["status"] == .string("complete"))
    let jobs = try await server.get("/api/enrichment").json()
    guard case .array(let list)? = jobs["jobs"] else {
      Issue.record("no jobs")
      return
    }
    #expect(list.count == 1)
    #expect(list.first?["status"] == .string("complete"))
    await server.stop()
  }

  @Test func whatACanceledJobLeftGoesToTheNextOne() async throws {
    let server = try await TestServer(mock: "latency=2s")
    let works = try await server.addBooks(20)
    let first = JobKey.random()
    #expect(try await Self.start(server, first, works).status == 202)
    let cancel = try await server.post("/api/enrichment/cancel", "{\"jobId\": \"\(first)\"}")
    #expect(cancel.status == 200)
    // Items in hand go back within a moment of the cancel.
    let store = server.server.parts.jobs.store
    let number = try #require(try await blocking { try store.job(key: first) }).progress.job
    while try await blocking({ try store.progress(number) })?[.leased] != 0 {
      try await Task.sleep(for: .milliseconds(10))
    }
    let left = try #require(try await blocking { try store.progress(number) }).open
    let answer = try await Self.start(server, JobKey.random(), works)
    #expect(try answer.json()["totalBooks"] == .int(20))
    let rest = try #require(try await blocking { try store.progress(number) })
    #expect(left > 0)
    #expect(rest.open == 0)
    await server.stop()
  }

  @Test func unknownWorksAreSkippedAndCounted() async throws {
    let server = try await TestServer(mock: "latency=1ms")
    let works = try await server.addBooks(2)
    let mixed = try await server.post(
      "/api/enrichment/start",
      "{\"jobId\": \"\(JobKey.random())\", \"workIds\": [\(Self.list(works)), \"\(works[0])\", 999, \"x\"]}"
    )
    #expect(mixed.status == 202)
    #expect(try mixed.json()["totalBooks"] == .int(2))
    #expect(try mixed.json()["skipped"] == .int(2))
    let none = try await Self.start(server, JobKey.random(), [888, 999])
    #expect(none.status == 422)
    await server.stop()
  }

  @Test func aSocketOfAJobThatNeverComesIsClosed() async throws {
    let server = try await TestServer { $0.limits.startTime = 0.05 }
    let socket = try await server.socket("/ws/progress?jobId=\(JobKey.random())")
    let frames = try await blocking { try socket.readToClose() }
    #expect(frames.map(\.code) == [1008])
    await server.stop()
  }

  @Test func textPingsAreAnswered() async throws {
    let server = try await TestServer()
    let socket = try await server.socket("/ws/progress?jobId=\(JobKey.random())")
    let answer = try await blocking {
      socket.send(text: "PING")
      return try socket.read()
    }
    #expect(answer.text == "PONG")
    await server.stop()
  }

  @Test(arguments: [
    ("{\"jobId\": \"x\", \"workIds\": [1]}", 400, "must be a UUID"),
    ("{\"workIds\": [1]}", 400, "jobId is missing"),
    ("{\"jobId\": \"00000000-0000-4000-8000-000000000000\"}", 400, "workIds is missing"),
    ("{\"jobId\": \"00000000-0000-4000-8000-000000000000\", \"workIds\": []}", 400, "is empty"),
    ("{\"jobId\": \"00000000-0000-4000-8000-000000000000\", \"workIds\": 7}", 400, "is missing"),
    (
      "{\"jobId\": \"00000000-0000-4000-8000-000000000000\", \"workIds\": [1, {}]}", 400,
      "workIds[1]"
    ),
    ("{\"jobId\": \"00000000-0000-4000-8000-000000000000\", \"workIds\": [1,]}", 400, "not JSON"),
    ("[]", 400, "jobId is missing"),
    ("", 400, "not JSON"),
  ])
  func wrongRequestsSayWhatIsWrong(body: String, status: Int, words: String) async throws {
    let server = try await TestServer()
    let answer = try await server.post("/api/enrichment/start", body)
    #expect(answer.status == status)
    #expect(answer.text.contains(words))
    await server.stop()
  }

  @Test func aJobHasAHundredThousandWorksAtMost() async throws {
    let server = try await TestServer()
    let works = String(repeating: "1,", count: 100_000) + "1"
    let answer = try await server.post(
      "/api/enrichment/start", "{\"jobId\": \"\(JobKey.random())\", \"workIds\": [\(works)]}")
    #expect(answer.status == 413)
    #expect(answer.text.contains("100001 workIds"))
    await server.stop()
  }

  @Test func unknownJobsAreNotFound() async throws {
    let server = try await TestServer()
    let key = JobKey.random()
    #expect(try await server.get("/api/enrichment/\(key)").status == 404)
    #expect(try await server.get("/api/enrichment/nonsense").status == 400)
    let cancel = try await server.post("/api/enrichment/cancel", "{\"jobId\": \"\(key)\"}")
    #expect(cancel.status == 404)
    await server.stop()
  }
}

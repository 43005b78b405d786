import Reactor
import Testing

@testable import Net

/// The cache layer against a cache whose every answer the test decides.
@Suite struct CacheLayerTests {
  private final class Journal: Sendable {
    private let lines = Guarded<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }

  private func stored(_ text: String) -> HTTPResponse {
    HTTPResponse(status: 200, body: Array(text.utf8), url: "")
  }

  private func expired(
    _ text: String, validators: HTTPHeaders = [:], mustRevalidate: Bool = false,
    usableOnError: Bool = true
  ) -> CacheLookup {
    .expired(
      stored(text), validators: validators, mustRevalidate: mustRevalidate,
      usableOnError: usableOnError)
  }

  private let url = "https://api.example/x"

  /// Runs with one stored entry; the upstream answers as given.
  private func run(
    _ lookup: CacheLookup?, refreshed: HTTPResponse? = nil, offline: Bool = false,
    _ answer: @escaping @Sendable (RawRequest) -> RawReply = { _ in .text("live") },
    _ body: (Rig, RawServer) async throws -> Void
  ) async throws {
    let server = try RawServer(answer)
    defer { server.stop() }
    var configuration = HTTPConfiguration()
    configuration.offline = offline
    configuration.upstreams = [.init(canonical: "https://api.example", actual: server.base)]
    let journal = Journal()
    let cache = TableCache(lookup.map { [url: $0] } ?? [:]) { journal.add($0) }
    if let refreshed { cache.refreshed[url] = refreshed }
    let time = ManualTime(autoAdvance: true)
    try await Rig.run(configuration, time: time, cache: cache) { rig in
      try await body(rig, server)
    }
    lastJournal.withLock { $0 = journal.all }
  }

  private let lastJournal = Box()

  /// The cache's stores in the last run.
  private final class Box: Sendable {
    private let lines = Guarded<[String]>([])
    func withLock(_ change: (inout [String]) -> Void) { lines.withLock { change(&$0) } }
    var all: [String] { lines.withLock { $0 } }
  }

  private func get(
    _ rig: Rig, _ change: (inout HTTPOptions) -> Void = { _ in }
  ) async throws -> HTTPResponse {
    try await rig.get(url, context: RequestContext(), change)
  }

  @Test("Answers of a user's own service are kept by where it is", arguments: [true, false])
  func keptByPlace(isOwn: Bool) async throws {
    let server = try RawServer { _ in .text("live") }
    defer { server.stop() }
    let host = "shelf.mixhost.invalid"
    var configuration = HTTPConfiguration()
    configuration.upstreams = [.init(canonical: "https://\(host)", actual: server.base)]
    if isOwn { configuration.hostsCachedByPlace = [host] }
    let cache = TableCache([server.base + "/x": .fresh(stored("kept"))]) { _ in }
    let found = try await Rig.run(configuration, cache: cache) { rig in
      try await rig.get("https://\(host)/x", context: RequestContext()).text
    }
    #expect(found == (isOwn ? "kept" : "live"))
  }

  @Test(
    "A stale answer that may be served during its revalidation comes at once; one request revalidates it"
  )
  func askedBehind() async throws {
    let gate = Gate()
    let lookup = CacheLookup.revalidating(stored("kept"), validators: ["If-None-Match": "\"a\""])
    try await run(
      lookup,
      { _ in
        gate.pass()
        return .text("live")
      }
    ) { rig, server in
      for _ in 0..<5 {
        // The gate may open late on a busy machine.
        let response = try await get(rig) { $0.idleTimeout = 600 }
        #expect(response.text == "kept" && response.source == .stale)
      }
      gate.open()
      await rig.client.settle(within: 60)
      #expect(server.requests.map { $0.headers["if-none-match"] } == ["\"a\""])
      let response = try await get(rig)
      #expect(response.text == "live" && response.source == .cache)
    }
    #expect(lastJournal.all == ["store \(url) 200"])
  }

  @Test("A run that ends does not wait for what is asked behind its answers")
  func cancelledBehind() async throws {
    let lookup = CacheLookup.revalidating(stored("kept"), validators: [:])
    try await run(lookup, { _ in .stall([]) }) { rig, _ in
      let response = try await get(rig)
      #expect(response.source == .stale)
      await rig.client.settle(within: 0.01)
      #expect(rig.log.names.last == "failed(cancelled)")
    }
    #expect(lastJournal.all == [])
  }

  @Test func nothingIsAskedBehindWhileOffline() async throws {
    let lookup = CacheLookup.revalidating(stored("kept"), validators: [:])
    try await run(lookup, offline: true) { rig, server in
      let response = try await get(rig)
      #expect(response.source == .stale)
      await rig.client.settle(within: 60)
      #expect(server.requests.isEmpty)
    }
  }

  @Test func freshAnswersNeedNoNetwork() async throws {
    try await run(.fresh(stored("kept"))) { rig, server in
      let response = try await get(rig)
      #expect(response.text == "kept" && response.source == .cache)
      #expect(server.requests.isEmpty)
      #expect(rig.log.names == ["started", "cacheHit(fresh)", "finished(200)"])
    }
  }

  @Test func missIsStored() async throws {
    try await run(nil) { rig, _ in
      let first = try await get(rig)
      #expect(first.source == .live)
      let second = try await get(rig)
      #expect(second.source == .cache)
    }
    #expect(lastJournal.all == ["store https://api.example/x 200"])
  }

  @Test func ttlZeroPassesBy() async throws {
    try await run(.fresh(stored("kept"))) { rig, _ in
      let response = try await get(rig) { $0.ttl = 0 }
      #expect(response.text == "live")
    }
    #expect(lastJournal.all.isEmpty)
  }

  @Test func reloadAsksAndStores() async throws {
    try await run(.fresh(stored("kept"))) { rig, _ in
      let response = try await get(rig) { $0.reload = true }
      #expect(response.text == "live")
    }
    #expect(lastJournal.all == ["store https://api.example/x 200"])
  }

  @Test func revalidates() async throws {
    let lookup = expired("kept", validators: ["If-None-Match": "\"1\""])
    try await run(lookup, refreshed: stored("confirmed"), { _ in .response(304) }) {
      rig, server in
      let response = try await get(rig)
      #expect(response.text == "confirmed" && response.source == .cache)
      #expect(server.requests.first?.headers["if-none-match"] == "\"1\"")
    }
    #expect(lastJournal.all == ["refresh https://api.example/x"])
  }

  @Test func lostEntryIsFetchedWhole() async throws {
    let lookup = expired("kept", validators: ["If-None-Match": "\"1\""])
    try await run(
      lookup, { $0.headers["if-none-match"] == nil ? .text("whole") : .response(304) }
    ) { rig, server in
      let response = try await get(rig)
      #expect(response.text == "whole")
      #expect(server.requests.count == 2)
    }
  }

  @Test func failingOriginLeavesTheExpiredAnswer() async throws {
    for answer in [RawReply.response(500), .raw("")] {
      try await run(expired("old"), { _ in answer }) { rig, _ in
        let response = try await get(rig)
        #expect(response.text == "old" && response.source == .stale)
        #expect(rig.log.names.contains("cacheHit(stale)"))
      }
    }
    try await run(expired("old"), { _ in .stall([]) }) { rig, _ in
      let response = try await get(rig) {
        $0.idleTimeout = 0.05
        $0.once()
      }
      #expect(response.source == .stale)
    }
  }

  @Test("With an older answer at hand, a service that is away is not waited for")
  func standInComesSoon() async throws {
    let answers: [(RawReply, reload: Bool, requests: Int)] = [
      (.response(500), false, 2), (.response(503, ["Retry-After": "5"]), false, 1),
      (.response(503), true, 6), (.response(429), false, 6), (.raw(""), false, 3),
    ]
    for (answer, reload, requests) in answers {
      try await run(expired("old"), { _ in answer }) { rig, server in
        _ = try await get(rig) { $0.reload = reload }
        #expect(server.requests.count == requests, "\(answer)")
      }
    }
    try await run(expired("old"), { _ in .stall([]) }) { rig, server in
      let response = try await get(rig) { $0.idleTimeout = 0.05 }
      #expect(response.source == .stale && server.requests.count == 1)
    }
  }

  @Test func notWhenForbidden() async throws {
    try await run(expired("old"), { _ in .response(503) }) { rig, _ in
      let response = try await get(rig) { $0.allowExpired = false }
      #expect(response.status == 503)
    }
    try await run(expired("old", mustRevalidate: true), { _ in .response(503) }) { rig, _ in
      let response = try await get(rig)
      #expect(response.status == 503)
    }
    try await run(expired("old", usableOnError: false), { _ in .raw("") }) { rig, _ in
      let error = await rig.failure(url, context: RequestContext())
      #expect(error?.kind == .truncated)
    }
    // A client error is an answer.
    try await run(expired("old"), { _ in .response(404) }) { rig, _ in
      let response = try await get(rig)
      #expect(response.status == 404)
    }
  }

  @Test func offline() async throws {
    try await run(.fresh(stored("kept")), offline: true) { rig, _ in
      let response = try await get(rig)
      #expect(response.source == .cache)
    }
    try await run(expired("old"), offline: true) { rig, server in
      let response = try await get(rig)
      #expect(response.source == .stale)
      #expect(server.connections == 0)
    }
    try await run(nil, offline: true) { rig, server in
      #expect(await rig.failure(url, context: RequestContext())?.kind == .offline)
      let post = HTTPRequest(method: "POST", url: url)
      await #expect { try await rig.client.send(post, context: RequestContext()) } throws: {
        ($0 as? HTTPError)?.kind == .offline
      }
      #expect(server.connections == 0)
      await rig.client.setOffline(false)
      let response = try await get(rig)
      #expect(response.text == "live")
    }
  }

  @Test func changesInvalidate() async throws {
    let answer: @Sendable (RawRequest) -> RawReply = { request in
      request.method == "DELETE" ? .response(404) : .response(201, ["Location": "/x/7"])
    }
    try await run(.fresh(stored("kept")), answer) { rig, _ in
      let post = HTTPRequest(method: "POST", url: url)
      _ = try await rig.client.send(post, context: RequestContext())
      let delete = HTTPRequest(method: "DELETE", url: url)
      _ = try await rig.client.send(delete, context: RequestContext())
    }
    #expect(
      lastJournal.all == ["invalidate https://api.example/x", "invalidate https://api.example/x/7"])
  }

  @Test func cachedNowDoesNotSuspend() async throws {
    try await run(.fresh(stored("kept"))) { rig, _ in
      let caller = Caller(rig.reactor)
      let request = HTTPRequest(url: url)
      #expect(await caller.cachedNow(rig.client, request)?.text == "kept")
      var anew = request
      anew.options.reload = true
      #expect(await caller.cachedNow(rig.client, anew) == nil)
      let other = HTTPRequest(url: "https://api.example/other")
      #expect(await caller.cachedNow(rig.client, other) == nil)
      let strict = RequestContext(policy: .strict)
      #expect(await caller.cachedNow(rig.client, request, strict) == nil)
    }
  }

  /// Another actor of the client's reactor, such as the script engine.
  private actor Caller {
    let reactor: Reactor
    nonisolated var unownedExecutor: UnownedSerialExecutor { reactor.asUnownedSerialExecutor() }
    init(_ reactor: Reactor) { self.reactor = reactor }

    func cachedNow(
      _ client: HTTPClient, _ request: HTTPRequest, _ context: RequestContext = RequestContext()
    ) -> HTTPResponse? {
      client.cachedNow(client.prepare(request, context: context))
    }
  }
}

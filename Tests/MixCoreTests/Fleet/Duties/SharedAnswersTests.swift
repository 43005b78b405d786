import Foundation
import PostgresInstance
import Reactor
import Testing

@testable import Fleet
@testable import Net
@testable import Store

/// The cache that the hosts of a fleet share. Each client is a host: with a memory and a session of its own.
@Suite("A shared cache")
struct SharedAnswersTests {
  private let server: PostgresInstance
  private let address: PostgresAddress

  init() throws {
    server = try PostgresInstance.shared.get()
    address = try PostgresAddress(server.address())
  }

  private func answers(
    _ maxBytes: Int = 10_000_000, _ address: PostgresAddress? = nil, patience: Double = 240,
    onWarning: @escaping @Sendable (String) -> Void = { Issue.record("\($0)") }
  ) throws -> SharedAnswers {
    SharedAnswers(
      try PostgresAnswers(
        address ?? self.address, maxBytes: maxBytes, upstreams: [], patience: patience,
        onWarning: onWarning))
  }

  /// Runs with a host of its own.
  private func host<R: Sendable>(
    _ answers: SharedAnswers, _ configuration: HTTPConfiguration = HTTPConfiguration(),
    _ body: (Rig) async throws -> R
  ) async throws -> R {
    let reactor = Reactor(name: "clock")
    defer {
      reactor.stop()
      reactor.join()
    }
    let cache = ResponseCache(disk: nil, shared: answers, time: SystemTime(reactor: reactor))
    let result = try await Rig.run(configuration, cache: cache, body)
    await answers.source.flush()
    return result
  }

  private static let fresh = ["Cache-Control": "max-age=600"]

  private func count() throws -> Int {
    Int(try server.sql("SELECT count(*) FROM \(address.schema ?? "").cached_answer")) ?? -1
  }

  @Test("A host gets an answer that another one fetched without asking; variants are kept apart")
  func shared() async throws {
    let upstream = try RawServer { request in
      .text(
        request.headers["accept-language"] ?? "none",
        ["Cache-Control": "max-age=600", "Vary": "Accept-Language"])
    }
    defer { upstream.stop() }
    for round in 1...2 {
      try await host(answers()) { rig in
        for language in ["de", "en"] {
          let answer = try await rig.get(upstream.base, headers: ["Accept-Language": language])
          #expect(String(decoding: answer.body, as: UTF8.self) == language)
          #expect(answer.source == (round == 1 ? .live : .cache))
        }
      }
    }
    #expect(upstream.requests.count == 2)
  }

  @Test(
    "Answers to requests with a credential, private ones and those that set a cookie are not shared"
  )
  func confined() async throws {
    let upstream = try RawServer { request in
      switch request.target {
      case "/private": .text("x", ["Cache-Control": "private, max-age=600"])
      case "/cookie": .text("x", ["Cache-Control": "max-age=600", "Set-Cookie": "a=b"])
      case "/no-store": .text("x", ["Cache-Control": "no-store"])
      default: .text("x", Self.fresh)
      }
    }
    defer { upstream.stop() }
    for _ in 1...2 {
      try await host(answers()) { rig in
        for target in ["/private", "/cookie"] { _ = try await rig.get(upstream.base + target) }
        _ = try await rig.get(upstream.base + "/no-store") { $0.ttl = 600 }
        _ = try await rig.get(upstream.base + "/a", headers: ["Authorization": "Bearer t"])
        _ = try await rig.get(upstream.base + "/b", headers: ["X-Api-Key": "k"]) {
          $0.sendsSetting = true
        }
        _ = try await rig.get(upstream.base + "/c", headers: ["Cookie": "s=1"])
        _ = try await rig.get(upstream.base + "/d?q=1&api_key=2")
      }
    }
    #expect(upstream.requests.count == 14)
    #expect(try count() == 0)
  }

  @Test("Hosts that ask the same at once make one request")
  func singleFlight() async throws {
    let upstream = try RawServer { _ in
      usleep(300_000)
      return .text("x", Self.fresh)
    }
    defer { upstream.stop() }
    // Their sessions stand before they ask.
    let hosts = try (0..<4).map { _ in try answers() }
    for (index, answers) in hosts.enumerated() {
      try await host(answers) { _ = try await $0.get(upstream.base + "/warm\(index)") }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for answers in hosts {
        group.addTask {
          try await host(answers) { rig in
            let answer = try await rig.get(upstream.base + "/same")
            #expect(answer.body == Array("x".utf8))
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(upstream.requests.filter { $0.target == "/same" }.count == 1)
  }

  @Test("A host that queues for its turn takes the answer that another one gets meanwhile")
  func whileQueued() async throws {
    let isQueued = Guarded(false)
    let upstream = try RawServer { request in
      while request.target == "/same", !isQueued.withLock({ $0 }) { usleep(10_000) }
      return .text("x", Self.fresh)
    }
    defer { upstream.stop() }
    let asked = { upstream.requests.filter { $0.target == "/same" }.count }
    var limited = HTTPConfiguration()
    limited.limits["127.0.0.1:\(upstream.port)"] = ClientLimits(rate: RateLimit(1, per: 120))
    try await host(answers()) { first in
      // It has to give up waiting for the first one, and queue for the service.
      try await host(answers(patience: 2), limited) { second in
        async let slow = first.get(upstream.base + "/same")
        while asked() == 0 { try await Task.sleep(for: .milliseconds(10)) }
        // Its next turn is in two minutes.
        _ = try await second.get(upstream.base + "/warm")
        async let queued = second.get(upstream.base + "/same")
        await second.log.wait(for: "waiting(rate)")
        isQueued.withLock { $0 = true }
        let (answer, other) = try await (queued, slow)
        #expect(answer.source == .cache && answer.body == other.body)
      }
    }
    #expect(asked() == 1)
  }

  @Test("A host that asks and gets nothing to keep lets the others ask, and none waits for long")
  func notKept() async throws {
    let upstream = try RawServer { _ in .text("x", ["Cache-Control": "no-store"]) }
    defer { upstream.stop() }
    try await host(answers()) { first in
      _ = try await first.get(upstream.base)
      try await host(answers()) { _ = try await $0.get(upstream.base) }
      _ = try await first.get(upstream.base)
    }
    #expect(upstream.requests.count == 3)
  }

  @Test("Without a server requests go to their service, and one warning says why")
  func down() async throws {
    let upstream = try RawServer { _ in .text("x", Self.fresh) }
    defer { upstream.stop() }
    let warnings = Warnings()
    let nowhere = try PostgresAddress("postgres://u:secret@127.0.0.1:1/d")
    let answers = try answers(10_000_000, nowhere) { warnings.add($0) }
    try await host(answers) { rig in
      for name in ["/a", "/b", "/c"] {
        let answer = try await rig.get(upstream.base + name)
        #expect(answer.source == .live)
      }
    }
    #expect(warnings.all.count == 1)
    #expect(warnings.all.first?.contains("secret") == false)
  }

  @Test("A server that stands still holds no request up for long, and is used again")
  func standstill() async throws {
    let own = try PostgresInstance()
    defer { own.remove() }
    let upstream = try RawServer { _ in .text("x", Self.fresh) }
    defer { upstream.stop() }
    let warnings = Warnings()
    let answers = try answers(10_000_000, PostgresAddress(own.address()), patience: 2) {
      warnings.add($0)
    }
    try await host(answers) { rig in
      _ = try await rig.get(upstream.base + "/a")
      try own.setPaused(true)
      for name in ["/b", "/c", "/d"] {
        let answer = try await rig.get(upstream.base + name)
        #expect(answer.source == .live)
      }
      try own.setPaused(false)
    }
    #expect(warnings.all.count <= 1)
  }

  @Test("More than its size is not kept: what was used longest ago goes")
  func pruned() async throws {
    let upstream = try RawServer { request in
      .text(String(repeating: "x", count: 1_000), Self.fresh)
    }
    defer { upstream.stop() }
    let store = DataStore(try PostgresDatabase(address))
    try await host(answers()) { rig in
      for number in 0..<30 { _ = try await rig.get(upstream.base + "/\(number)") }
    }
    #expect(try count() == 30)
    try server.sql(
      """
      UPDATE \(address.schema ?? "").cached_answer SET used = used - 1000
      WHERE used < (SELECT max(used) FROM \(address.schema ?? "").cached_answer)
      """)
    try SharedAnswerTable(store, maxBytes: 12_000)?.prune()
    let left = try count()
    #expect(left > 5 && left < 12)
    // A host with a small limit prunes while it stores.
    try await host(answers(64_000)) { rig in
      for number in 100..<200 { _ = try await rig.get(upstream.base + "/\(number)") }
    }
    let bytes = Int(try server.sql("SELECT sum(size) FROM \(address.schema ?? "").cached_answer"))
    #expect((bytes ?? .max) <= 64_000 + 8_000)
    try SharedAnswerTable(store, maxBytes: 0)?.prune()
    #expect(try count() == 0)
  }

  @Test("The age of an answer is counted by the server's clock")
  func ages() async throws {
    // Long times: the tests beside this one may take minutes between two lines.
    let upstream = try RawServer { _ in .text("x", ["Cache-Control": "max-age=60000"]) }
    defer { upstream.stop() }
    try await host(answers()) { _ = try await $0.get(upstream.base) }
    try server.sql("UPDATE \(address.schema ?? "").cached_answer SET stored = stored - 50000")
    try await host(answers()) { rig in
      let answer = try await rig.get(upstream.base)
      #expect(answer.source == .cache && answer.age >= 50_000 && answer.age < 60_000)
    }
    try server.sql("UPDATE \(address.schema ?? "").cached_answer SET stored = stored - 50000")
    try await host(answers()) { rig in
      let answer = try await rig.get(upstream.base)
      #expect(answer.source == .live, "it has expired")
    }
    #expect(upstream.requests.count == 2)
  }
}

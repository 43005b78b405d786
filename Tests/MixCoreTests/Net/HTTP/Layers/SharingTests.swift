import MixCore
import Reactor
import Synchronization
import Testing

/// Single-flight: identical GETs share one transfer.
@Suite struct SharingTests {
  private func slow(
    _ gate: Gate, _ answer: @escaping @Sendable (Int) -> RawReply
  ) throws -> RawServer {
    let count = Atomic<Int>(0)
    return try RawServer { _ in
      let number = count.add(1, ordering: .relaxed).oldValue
      gate.pass()
      return answer(number)
    }
  }

  @Test func fiftyCallersOneTransfer() async throws {
    let gate = Gate()
    let server = try slow(gate) { _ in .text("once") }
    defer { server.stop() }
    try await Rig.run { rig in
      let url = server.base + "/"
      let answers = try await withThrowingTaskGroup(of: HTTPResponse.self) { group in
        for _ in 0..<50 { group.addTask { try await rig.get(url) } }
        await rig.log.wait(for: "started", count: 50)
        gate.open()
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(answers.allSatisfy { $0.text == "once" })
      #expect(answers.count { $0.shared } == 49)
      #expect(server.requests.count == 1)
      let stats = await rig.client.stats
      #expect(stats.shared == 49 && stats.sent == 1)
    }
  }

  @Test func followerTakesOverFromCancelledLeader() async throws {
    let gate = Gate()
    let server = try slow(gate) { .text("answer \($0)") }
    defer { server.stop() }
    try await Rig.run { rig in
      let url = server.base + "/"
      let leader = Task { try await rig.get(url) }
      // The server counts it before the others.
      while server.requests.isEmpty { await Task.yield() }
      let followers = (0..<49).map { _ in Task { try await rig.get(url) } }
      await rig.log.wait(for: "started", count: 50)
      leader.cancel()
      await #expect { try await leader.value } throws: { ($0 as? HTTPError)?.kind == .cancelled }
      gate.open()
      for follower in followers {
        let answer = try await follower.value
        #expect(answer.text == "answer 1")
      }
      let stats = await rig.client.stats
      #expect(stats.sent == 2)
    }
  }

  @Test func cancelledFollowerLeavesTheRestAlone() async throws {
    let gate = Gate()
    let server = try slow(gate) { _ in .text("x") }
    defer { server.stop() }
    try await Rig.run { rig in
      let url = server.base + "/"
      let leader = Task { try await rig.get(url) }
      await rig.log.wait(for: "started")
      let follower = Task { try await rig.get(url) }
      await rig.log.wait(for: "started", count: 2)
      follower.cancel()
      await #expect { try await follower.value } throws: { ($0 as? HTTPError)?.kind == .cancelled }
      gate.open()
      let answer = try await leader.value
      #expect(answer.text == "x")
      #expect(server.requests.count == 1)
    }
  }

  @Test(arguments: [1, 2])
  func failingLeaders(_ failures: Int) async throws {
    let gate = Gate()
    let server = try slow(gate) { $0 < failures ? .raw("") : .text("ok") }
    defer { server.stop() }
    try await Rig.run { rig in
      let url = server.base + "/"
      let outcomes = await withTaskGroup(of: String.self) { group in
        for _ in 0..<50 {
          group.addTask {
            do {
              return try await rig.get(url) { $0.once() }.text
            } catch {
              return (error as? HTTPError)?.kind.rawValue ?? "?"
            }
          }
        }
        await rig.log.wait(for: "started", count: 50)
        gate.open()
        return await group.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
      }
      // One failure is the leader's own; after two, all share the error.
      #expect(outcomes == (failures == 1 ? ["truncated": 1, "ok": 49] : ["truncated": 50]))
      let stats = await rig.client.stats
      #expect(stats.sent == 2)
    }
  }

  @Test func differentRequestsDoNotShare() async throws {
    let gate = Gate()
    let server = try slow(gate) { _ in .text("x") }
    defer { server.stop() }
    try await Rig.run { rig in
      let url = server.base + "/"
      let granted = RequestContext(
        policy: HTTPPolicy(grants: [try #require(HTTPPolicy.HostGrant("127.0.0.1"))]))
      try await withThrowingTaskGroup(of: HTTPResponse.self) { group in
        group.addTask { try await rig.get(url) }
        group.addTask { try await rig.get(url, headers: ["Authorization": "a"]) }
        group.addTask { try await rig.get(url, headers: ["Authorization": "b"]) }
        group.addTask { try await rig.get(url, context: granted) }
        group.addTask { try await rig.get(url) { $0.maxBytes = 5 } }
        await rig.log.wait(for: "started", count: 5)
        gate.open()
        for try await answer in group { #expect(!answer.shared) }
      }
      #expect(server.requests.count == 5)
    }
  }

  @Test func resultIsSharedForHalfASecond() async throws {
    let server = try RawServer { request in
      request.target == "/no" ? .text("x", ["Cache-Control": "private, No-Store"]) : .text("x")
    }
    defer { server.stop() }
    let time = ManualTime()
    try await Rig.run(time: time) { rig in
      let url = server.base + "/"
      _ = try await rig.get(url)
      time.advance(by: .milliseconds(499))
      let soon = try await rig.get(url)
      #expect(soon.shared)
      time.advance(by: .milliseconds(1))
      let late = try await rig.get(url)
      #expect(!late.shared)
      // A request for a new answer gets one, and so does one after a change.
      let anew = try await rig.get(url) { $0.reload = true }
      #expect(!anew.shared)
      let put = HTTPRequest(method: "PUT", url: url)
      _ = try await rig.client.send(put, context: Rig.local)
      let changed = try await rig.get(url)
      #expect(!changed.shared)
      for _ in 0..<2 {
        let kept = try await rig.get(server.base + "/no")
        #expect(!kept.shared)
      }
    }
  }

  @Test(
    "A request with no-cache or no-store gets no earlier answer",
    arguments: [
      ["Cache-Control": "no-cache"], ["Cache-Control": "max-age=0"], ["Cache-Control": "No-Store"],
      ["Pragma": "no-cache"],
    ] as [HTTPHeaders])
  func askedAnew(_ headers: HTTPHeaders) async throws {
    let server = try RawServer { _ in .text("x") }
    defer { server.stop() }
    try await Rig.run(time: ManualTime()) { rig in
      for _ in 0..<2 {
        let answer = try await rig.get(server.base + "/", headers: headers)
        #expect(!answer.shared)
      }
    }
    #expect(server.requests.count == 2)
  }

  @Test("A change at the origin ends the sharing of all its answers, and of no other's")
  func changesAreOfAnOrigin() async throws {
    let server = try RawServer { _ in .text("x") }
    let other = try RawServer { _ in .text("x") }
    defer {
      server.stop()
      other.stop()
    }
    try await Rig.run(time: ManualTime()) { rig in
      _ = try await rig.get(server.base + "/list")
      _ = try await rig.get(other.base + "/list")
      let post = HTTPRequest(method: "POST", url: server.base + "/items")
      _ = try await rig.client.send(post, context: Rig.local)
      let changed = try await rig.get(server.base + "/list")
      #expect(!changed.shared)
      let untouched = try await rig.get(other.base + "/list")
      #expect(untouched.shared)
    }
  }

  @Test("An answer that comes while a change runs is not shared after it")
  func answeredDuringAChange() async throws {
    let gate = Gate()
    let server = try RawServer { request in
      if request.method == "POST" { gate.pass() }
      return .text("x")
    }
    defer { server.stop() }
    try await Rig.run(time: ManualTime()) { rig in
      // After it libcurl knows that a connection carries one transfer at a time.
      _ = try await rig.get(server.base + "/first")
      let post = HTTPRequest(method: "POST", url: server.base + "/items")
      let change = Task { try await rig.client.send(post, context: Rig.local) }
      await rig.log.wait(for: "started", count: 2)
      _ = try await rig.get(server.base + "/list")
      gate.open()
      _ = try await change.value
      let after = try await rig.get(server.base + "/list")
      #expect(!after.shared)
    }
  }
}

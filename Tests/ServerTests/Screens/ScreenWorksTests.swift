import Foundation
import HostSetup
import MixCore
import NIOCore
import Notation
import ScriptHost
import Testing

@testable import Server

/// The list of works, which every socket gets, whatever screens it has open.
@Suite(.serialized) struct ScreenWorksTests {
  /// A work of the process; another one is private, as it has nothing to press.
  private static let busy = """
    local done
    return { watch = { "topic:busy" },
      view = function(state)
        return { "page",
          done and { "progress", "Working", done = done, total = 4,
            actions = { { label = "Stop", action = "stop" } } },
          state.waits and { "progress", "Waiting", done = 0 },
          { "link", "Work", action = "work" }, { "link", "Wait", action = "wait" } }
      end,
      actions = {
        work = function()
          done = 1
          mix.events.emit("busy")
        end,
        wait = function(state) state.waits = true end,
        stop = function()
          done = nil
          mix.events.emit("busy")
        end,
      } }
    """

  /// A screen whose work another process has left.
  private static let left = """
    local name = "works.left"
    return {
      view = function()
        return { "page",
          mix.env.setting(name) == "yes" and { "progress", "Counting", done = 1, total = 4,
            state = "stopped", actions = { { label = "Continue", action = "continue" } } },
          { "link", "Leave", action = "leave" } }
      end,
      actions = {
        leave = function() mix.env.set(name, "yes") end,
        continue = function() mix.env.set(name, "no") end,
      } }
    """

  @Test func aWorkIsStoppedBySomebodyWhoHasNotOpenedItsScreen() async throws {
    let server = try await TestServer.with(screens: ["works/busy": Self.busy])
    let (one, other) = (try await server.screens(), try await server.screens())
    try await blocking {
      one.open(1, "works/busy")
      _ = try one.next("tree")
      one.act(1, call: 1, "work")
      let work = try #require(try other.works().first)
      #expect(work["title"] == .string("Busy") && work["shared"] == .bool(true))
      #expect(work["node"]?["label"] == .string("Working"))
      let number = try #require(work.number("of"))
      // Only what a work offers can be done that way.
      other.send(#"{"type":"work","id":\#(number),"call":1,"action":"wait"}"#)
      #expect(try other.next("failed").message == "that work has ended")
      other.send(#"{"type":"work","id":\#(number),"call":2,"action":"stop"}"#)
      #expect(try other.next("done").call == 2)
      #expect(try other.works().isEmpty)
    }
    await server.stop()
  }

  @Test func aWorkOutlivesThePageThatBeganIt() async throws {
    let server = try await TestServer.with(screens: ["works/busy": Self.busy])
    let (one, other) = (try await server.screens(), try await server.screens())
    try await blocking {
      one.open(1, "works/busy")
      _ = try one.next("tree")
      one.act(1, call: 1, "wait")
      one.act(1, call: 2, "work")
      _ = try other.works()
      one.send(#"{"type":"close","id":1}"#)
      // The other work cannot be stopped, and ends with its page.
      while try other.works().count > 1 {}
    }
    let late = try await server.screens()
    try await blocking {
      let work = try #require(try late.works().first)
      let number = try #require(work.number("of"))
      late.send(#"{"type":"work","id":\#(number),"call":1,"action":"stop"}"#)
      #expect(try late.works().isEmpty)
    }
    await server.stop()
  }

  @Test func privateWorksOfOneNameStayApart() async throws {
    let server = try await TestServer.with(screens: ["works/busy": Self.busy])
    let (one, other) = (try await server.screens(), try await server.screens())
    try await blocking {
      for (client, id) in [(one, 7), (other, 8)] {
        client.open(id, "works/busy")
        _ = try client.next("tree")
        client.act(id, call: 1, "wait")
        let works = try client.works()
        #expect(works.count == 1, "only its own: \(works)")
        #expect(works.first?.number("id") == Int64(id))
        #expect(works.first?["node"]?["label"] == .string("Waiting"))
      }
    }
    await server.stop()
  }

  @Test func aWorkWithAnIdIsOneOnAllScreens() throws {
    let works = ScreenWorks()
    let screens = [(1, "a/b"), (2, "c/d")].map { number, name in
      let screen = OpenScreen(number: number, name: name) {}
      let node: LuaValue = .object([
        "kind": .string("progress"), "label": .string("Waiting \(name)"), "id": .string("x"),
        "done": .int(0), "actions": .array([.object(["action": .string("stop")])]),
      ])
      screen.show(DrawnTree(.object(["children": .array([node])])) { _, _ in nil })
      return screen
    }
    #expect(works.update(screens, now: 1).isEmpty)
    let text = Array(works.text([:]).readableBytesView)
    let list = ScreenClient.Message(json: try JSONReader.read(text)).works
    #expect(list.count == 1 && list.first?["screen"] == .string("a/b"))
  }

  @Test func whatWasCutOffIsSaidByTheNextServer() async throws {
    let server = try await TestServer.with(
      screens: ["works/left": Self.left],
      manifest: #"settings = { { "works.left", default = "no", help = "A test." } },"#,
      keepsFolder: true)
    let client = try await server.screens()
    try await blocking {
      client.open(1, "works/left")
      _ = try client.next("tree")
      client.act(1, call: 1, "leave")
      #expect(try client.works().count == 1)
    }
    #expect(PrivateFile.exists(server.folder + "/state/server/works"), "kept before it was shown")
    await server.stop()
    let next = try await TestServer(folder: server.folder)
    let late = try await next.screens()
    try await blocking {
      let work = try #require(try late.works().first)
      #expect(work["node"]?["state"] == .string("stopped"))
      let number = try #require(work.number("of"))
      late.send(#"{"type":"work","id":\#(number),"call":1,"action":"continue"}"#)
      #expect(try late.works().isEmpty)
    }
    await next.stop()
  }

  @Test func aJobThatNobodyWorksOnIsSaidToBeStopped() async throws {
    let server = try await TestServer.with(screens: ["works/busy": Self.busy])
    let books = try await server.addBooks(3)
    let client = try await server.screens()
    let store = server.server.parts.jobs.store
    let now = server.server.parts.jobs.now
    try await blocking {
      client.open(1, "works/busy")
      _ = try client.next("tree")
      let job = try store.createJob(name: "enrich", now: now)
      _ = try store.enqueue(books, job: job, priority: 0, now: now)
      let work = try #require(try client.works().first)
      #expect(work["screen"] == .string("books/books"))
      #expect(work["node"]?["state"] == .string("stopped"), "\(work)")
      let number = try #require(work.number("of"))
      client.send(#"{"type":"work","id":\#(number),"call":1,"action":"cancel"}"#)
      #expect(try client.works().isEmpty)
      #expect(try store.progress(job)?.state == .canceled)
    }
    await server.stop()
  }

  @Test func theTimeLeftFollowsThePace() throws {
    let works = ScreenWorks()
    let screens = [2, 1].map { OpenScreen(number: $0, name: "a/b") {} }
    func left(_ done: Int64, _ now: Double) throws -> JSON? {
      let node: LuaValue = .object([
        "kind": .string("progress"), "label": .string("Rows"), "done": .int(done),
        "total": .int(100), "actions": .array([.object(["action": .string("stop")])]),
      ])
      for screen in screens {
        screen.show(DrawnTree(.object(["children": .array([node])])) { _, _ in nil })
      }
      #expect(works.update(screens, now: now).isEmpty)
      let list = ScreenClient.Message(
        json: try JSONReader.read(Array(works.text([1: 3, 2: 4]).readableBytesView))
      )
      .works
      #expect(list.count == 1 && list.first?["of"] == .int(1), "a work of two screens is one")
      return list.first?["left"]
    }
    #expect(try left(10, 100) == nil)
    #expect(try left(20, 101) == nil, "too early to say")
    #expect(try left(30, 105) == .number(18) || left(30, 105) == .int(18))
    #expect(try left(30, 500) == .number(18) || left(30, 500) == .int(18), "it stands still")
    #expect(try left(5, 501) == nil, "another run")
  }
}

extension ScreenClient {
  /// The works of the next message about them.
  fileprivate func works() throws -> [JSON] { try next("works").works }
}

extension ScreenClient.Message {
  fileprivate var works: [JSON] {
    if case .array(let list)? = json["works"] { list } else { [] }
  }
}

extension JSON {
  fileprivate func number(_ name: String) -> Int64? {
    if case .int(let number)? = self[name] { number } else { nil }
  }
}

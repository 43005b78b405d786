import Foundation
import Notation
import Testing

@testable import Server

/// Screens over the socket: trees, patches, actions. One after the other:
/// their clients block threads.
@Suite(.serialized) struct ScreenSocketTests {
  private static let counter = """
    return { watch = { "topic:tick" },
      view = function(state)
        return { "page", { "text", ("%d so far"):format(state.count or 0), id = "count" },
          { "table", key = "id", columns = { { key = "id" } }, on_select = "pick",
            rows = { { id = 1 }, { id = 2 } } },
          { "link", "Add", action = "add" }, { "link", "Tick", action = "tick" } }
      end,
      actions = {
        add = function(state) state.count = (state.count or 0) + 1 end,
        pick = function(state, key) state.count = key * 100 end,
        tick = function() mix.events.emit("tick") end,
      } }
    """

  @Test func aScreenIsListedAndOpened() async throws {
    let server = try await TestServer.with(screens: ["count/counter": Self.counter])
    let list = try await server.get("/api/screens").json()
    guard case .array(let screens) = list else { return #expect(Bool(false), "\(list)") }
    #expect(screens.first?["name"] == .string("chart/charts"), "navigation begins with the chart")
    #expect(screens.last?["name"] == .string("count/counter"), "a user's own come last")
    #expect(screens.last?["title"] == .string("Counter"))
    let client = try await server.screens()
    let tree = try await blocking {
      client.open(1, "count/counter")
      return try client.next()
    }
    #expect(tree.type == "tree" && tree.json["title"] == .string("Counter"))
    #expect(tree.children.first?["text"] == .string("0 so far"))
    await server.stop()
  }

  @Test func anActionBringsAPatchAndItsEndOnce() async throws {
    let server = try await TestServer.with(screens: ["count/counter": Self.counter])
    let client = try await server.screens()
    let seen = try await blocking { () -> [ScreenClient.Message] in
      client.open(1, "counter")
      _ = try client.next("tree")
      client.act(1, call: 7, "add")
      client.act(1, call: 7, "add")
      var seen = [try client.next(), try client.next()]
      client.act(1, call: 8, "add")
      seen += [try client.next(), try client.next()]
      return seen
    }
    #expect(seen.map(\.type) == ["patch", "done", "patch", "done"])
    #expect(seen[1].call == 7 && seen[3].call == 8)
    #expect(seen[0].patches.count == 1, "one text has changed: \(seen[0])")
    #expect(seen[2].patches.first?["value"] == .string("2 so far"), "call 7 was done once")
    await server.stop()
  }

  @Test func anActionThatComesBeforeTheFirstTreeIsDone() async throws {
    let server = try await TestServer.with(screens: ["count/counter": Self.counter])
    let client = try await server.screens()
    let seen = try await blocking { () -> [ScreenClient.Message] in
      client.open(1, "counter")
      client.act(1, call: 7, "add")
      client.send(#"{"type":"window","id":1,"node":"table","from":0,"count":1}"#)
      client.open(2, "no/screen")
      client.act(2, call: 8, "add")
      var seen: [ScreenClient.Message] = []
      while !Set(seen.filter { $0.call != nil }.map(\.call)).isSuperset(of: [7, 8]) {
        seen.append(try client.next())
      }
      return seen
    }
    #expect(seen.first { $0.call == 7 }?.type == "done", "\(seen)")
    #expect(
      seen.first { $0.type == "patch" }?.patches.first?["value"] == .string("1 so far"), "\(seen)")
    let failure = seen.first { $0.call == 8 }
    #expect(failure?.type == "failed" && failure?.message.contains("no screen") == true, "\(seen)")
    await server.stop()
  }

  @Test func whatIsNotOfferedIsRefused() async throws {
    let server = try await TestServer.with(screens: ["count/counter": Self.counter])
    let client = try await server.screens()
    let forged = [
      ("pick", "3"), ("pick", "{\"key\":1}"), ("pick", "null"), ("add", "5"), ("close", "null"),
      ("view", "null"), ("pick", "[1]"), ("pick", "\"\(String(repeating: "x", count: 100_000))\""),
    ]
    let answers = try await blocking { () -> [ScreenClient.Message] in
      client.open(1, "counter")
      _ = try client.next("tree")
      var answers: [ScreenClient.Message] = []
      for (call, (action, args)) in forged.enumerated() {
        client.act(1, call: call, action, args: args)
        answers.append(try client.next())
      }
      client.act(1, call: 100, "pick", args: "2")
      answers.append(try client.next())
      return answers
    }
    #expect(answers.dropLast().map(\.type) == forged.map { _ in "failed" })
    #expect(answers.first?.message.contains("there is no id '3' now") == true, "\(answers)")
    let last = answers.last?.patches.first?["value"]
    #expect(last == .string("200 so far"), "the first that was done")
    await server.stop()
  }

  /// A view that waits while actions and events come: each wants a run that begins after it, and no run
  /// brings about another.
  @Test func aSlowViewIsDrawnOnceForEachAction() async throws {
    let slow = """
      local runs = 0
      return { watch = { "topic:slow" },
        view = function()
          runs = runs + 1
          local number = runs
          mix.task.sleep(0.02)
          return { "page", { "text", "run " .. number }, { "link", "Do", action = "act" } }
        end,
        actions = { act = function() mix.events.emit("slow") end } }
      """
    let server = try await TestServer.with(screens: ["slow/slow": slow])
    let client = try await server.screens()
    let runs = try await blocking {
      client.open(1, "slow")
      _ = try client.next("tree")
      var newest = 0
      for call in 1...20 {
        client.act(1, call: call, "act")
        while true {
          let message = try client.next()
          for case .string(let text)? in message.patches.map({ $0["value"] }) {
            newest = max(newest, Int(text.dropFirst(4)) ?? 0)
          }
          if message.type == "done" { break }
        }
      }
      return newest
    }
    #expect((21...45).contains(runs), "\(runs) runs for 20 actions, each with an event")
    await server.stop()
  }

  @Test func screensOfOneSocketHaveStatesOfTheirOwn() async throws {
    let server = try await TestServer.with(screens: ["count/counter": Self.counter])
    let client = try await server.screens()
    let (first, again) = try await blocking {
      client.open(1, "counter")
      client.open(2, "counter")
      _ = try client.next("tree", of: 1)
      client.act(1, call: 1, "add")
      let first = try client.next("patch", of: 1)
      client.open(3, "counter")
      return (first, try client.next("tree", of: 3))
    }
    #expect(first.patches.first?["value"] == .string("1 so far"))
    #expect(again.children.first?["text"] == .string("0 so far"))
    await server.stop()
  }

  @Test func aTopicOfAnotherScreenDrawsItAgain() async throws {
    let clock = """
      return { watch = { "topic:tick" },
        view = function(state)
          state.drawn = (state.drawn or 0) + 1
          return { "text", tostring(state.drawn) }
        end }
      """
    let server = try await TestServer.with(
      screens: ["count/counter": Self.counter, "other/clock": clock])
    let client = try await server.screens()
    let patch = try await blocking {
      client.open(1, "counter")
      client.open(2, "other/clock")
      _ = try client.next("tree")
      _ = try client.next("tree")
      client.act(1, call: 1, "tick")
      return try client.next("patch", of: 2)
    }
    #expect(patch.patches.first?["value"] == .string("2"))
    await server.stop()
  }

  @Test func aChangeOfTheLibraryDrawsWhatWatchesIt() async throws {
    let watching = """
      return { watch = { "library" },
        view = function() return { "text", tostring(mix.library.status({}).total) } end }
      """
    let server = try await TestServer.with(
      screens: ["count/works": watching], manifest: "grants = { data = true },")
    let clients = [try await server.screens(), try await server.screens()]
    let trees = try await blocking {
      try clients.map { client in
        client.open(1, "works")
        return try client.next()
      }
    }
    #expect(trees.map { $0.json["tree"]?["text"] } == [.string("0"), .string("0")])
    _ = try await server.addBooks(3)
    // Both have the same state: one run of the view serves them.
    let patches = try await blocking { try clients.map { try $0.next("patch") } }
    for patch in patches { #expect(patch.patches.first?["value"] == .string("3"), "\(patch)") }
    await server.stop()
  }

  @Test func aLongListIsSentInParts() async throws {
    let long = """
      return {
        view = function()
          local rows = {}
          for place = 1, 5000 do rows[place] = { id = place } end
          return { "page", { "table", id = "rows", key = "id", columns = { { key = "id" } },
            rows = rows, on_select = "pick" } }
        end,
        actions = { pick = function(_, key) error("picked " .. key, 0) end } }
      """
    let server = try await TestServer.with(screens: ["count/long": long])
    let client = try await server.screens()
    let (tree, patch, failed) = try await blocking {
      client.open(1, "long")
      let tree = try client.next("tree")
      client.send(
        #"{"type":"window","id":1,"node":["children",["id","rows"]],"from":4900,"count":200}"#)
      let patch = try client.next("patch")
      client.act(1, call: 1, "pick", args: "2500")
      return (tree, patch, try client.next("failed"))
    }
    let table = try #require(tree.children.first)
    guard case .array(let rows)? = table["rows"] else { return #expect(Bool(false), "\(tree)") }
    #expect(rows.count == 200 && table["total"] == .int(5000) && table["from"] == .int(0))
    #expect(patch.patches.contains { $0["value"] == .int(4900) }, "\(patch.patches.first ?? .null)")
    let set = patch.patches.compactMap { patch -> [JSON]? in
      if case .array(let rows)? = patch["value"] { rows } else { nil }
    }
    #expect(set.first?.count == 100 && set.first?.last?["id"] == .int(5000))
    #expect(failed.message.contains("picked 2500"), "what is out of sight is offered, too")
    await server.stop()
  }
}

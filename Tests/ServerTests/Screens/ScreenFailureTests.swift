import Foundation
import HostSetup
import MixCore
import Notation
import Testing

@testable import Server

/// Screens that go wrong, and people who mean harm. One after the other:
/// their clients block threads.
@Suite(.serialized) struct ScreenFailureTests {
  /// Shows what `state.kind` names, after `pick`.
  private static func screen(_ bad: String) -> String {
    """
    return {
      view = function(state)
        if state.is_bad then \(bad) end
        return { "page", { "link", "Break", action = "spoil" }, { "link", "Mend", action = "mend" },
          { "text", "good" } }
      end,
      actions = { spoil = function(state) state.is_bad = true end,
        mend = function(state) state.is_bad = false end } }
    """
  }

  @Test(
    arguments: [
      ("error('no luck', 0)", "no luck"),
      ("return { 'pge' }", "there is no kind 'pge' (did you mean 'page'?)"),
      (
        "return { 'page', { 'table', columns = { {} }, rows = {} } }",
        "page[1].table.columns[1].key"
      ),
      (
        "local rows = {} for i = 1, 1000000 do rows[i] = true end "
          + "return { 'table', columns = {}, rows = rows }",
        "a list of more than 100000 items"
      ),
      ("local page = { 'page' } page[2] = page return page", "the table contains itself"),
      ("return { 'text', ('x'):rep(1000000) }", "a text of 1000000 bytes"),
      ("return { 'text', function() end }", "a text expected"),
      ("return nil", "returned nothing"),
      ("mix.host.nothing()", "nothing"),
      ("os.exit(3)", "ended"),
    ])
  func aBadViewIsAnErrorUntilItIsMended(bad: String, message: String) async throws {
    let server = try await TestServer.with(screens: ["bad/bad": Self.screen(bad)])
    let client = try await server.screens()
    let seen = try await blocking { () -> [ScreenClient.Message] in
      client.open(1, "bad")
      var seen = [try client.next()]
      client.act(1, call: 1, "spoil")
      seen += [try client.next(), try client.next()]
      // The offers of the last good tree are still there.
      client.act(1, call: 2, "mend")
      seen += [try client.next(), try client.next()]
      return seen
    }
    #expect(seen.map(\.type) == ["tree", "error", "done", "patch", "done"], "\(seen)")
    #expect(seen[1].message.contains(message), "\(seen[1])")
    #expect(seen[3].patches.isEmpty, "the old tree was shown all the time")
    await server.stop()
  }

  @Test func anEndlessViewCostsItsProgramAlone() async throws {
    let server = try await TestServer.with(
      screens: ["bad/bad": Self.screen("while true do end"), "good/good": Self.screen("")])
    let client = try await server.screens()
    let (other, error) = try await blocking {
      client.open(1, "bad")
      _ = try client.next("tree")
      client.act(1, call: 1, "spoil")
      client.open(2, "good")
      let other = try client.next()
      return (other, try client.next("error"))
    }
    #expect(other.type == "tree" && other.id == 2)
    // Five seconds of computing, or thirty of anything on a machine that has no five for it.
    let limits = ["5 s", "30 seconds"]
    #expect(error.id == 1 && limits.contains { error.message.contains($0) }, "\(error)")
    await server.stop()
  }

  @Test func screensOfARemovedProgramEnd() async throws {
    let server = try await TestServer.with(screens: ["bad/bad": Self.screen("")])
    let client = try await server.screens()
    let (end, failed, unknown) = try await blocking { [folder = server.folder] in
      client.open(1, "bad")
      _ = try client.next("tree")
      try FileManager.default.removeItem(atPath: folder + "/config/programs/bad")
      let end = try client.next()
      client.act(1, call: 1, "spoil")
      let failed = try client.next()
      client.open(2, "bad")
      return (end, failed, try client.next("ended"))
    }
    #expect(end.type == "ended" && end.message.contains("was removed"), "\(end)")
    #expect(end.json["reason"] == .string("removed"))
    #expect(failed.type == "failed" && failed.call == 1)
    #expect(unknown.message.contains("there is no screen bad"), "\(unknown)")
    await server.stop()
  }

  @Test func aProgramThatWasNotAcceptedIsNotShown() async throws {
    let server = try await TestServer.with(screens: ["bad/bad": Self.screen("")])
    try PrivateFile.remove(server.folder + "/config/programs/.bad.accepted")
    let client = try await server.screens()
    let end = try await blocking {
      client.open(1, "bad")
      return try client.next()
    }
    #expect(end.type == "ended" && end.message.contains("mixhost programs accept bad"), "\(end)")
    #expect(end.json["reason"] == .string("failed"))
    await server.stop()
  }

  @Test func strangersGetNoSocket() async throws {
    let server = try await TestServer()
    for (fields, status) in [
      ("", 401), ("Authorization: Bearer nonsense\r\n", 403),
      ("Origin: http://127.0.0.1:\(server.port)\r\n", 401),
      ("Origin: https://evil.example\r\n\(server.bearer)", 403),
    ] {
      let answer = try await server.exchange(
        """
        GET /api/screens/ws HTTP/1.1\r
        Host: 127.0.0.1:\(server.port)\r
        Connection: Upgrade\r
        Upgrade: websocket\r
        Sec-WebSocket-Version: 13\r
        Sec-WebSocket-Key: \(RawWebSocket.key)\r
        \(fields)\r

        """)
      #expect(answer.status == status, "\(fields)")
    }
    #expect(try await server.get("/api/screens/ws").status == 426)
    await server.stop()
  }

  @Test func nonsenseIsAnswered() async throws {
    let server = try await TestServer()
    let client = try await server.screens()
    let messages = [
      "", "{", "[]", "{}", #"{"type":"open"}"#, #"{"type":"open","id":-1,"screen":"x"}"#,
      #"{"type":"open","id":1}"#, #"{"type":"dance","id":1}"#, #"{"type":"act","id":1}"#,
      #"{"type":"window","id":1}"#,
    ]
    let answers = try await blocking {
      try messages.map { message in
        client.send(message)
        return try client.next()
      }
    }
    #expect(answers.map(\.type) == messages.map { _ in "error" })
    #expect(answers.map(\.id) == messages.map { _ in nil })
    let pong = try await blocking {
      client.send(#"{"type": "ping"}"#)
      return try client.next()
    }
    #expect(pong.type == "pong")
    await server.stop()
  }

  @Test func aSlowReaderGetsTheNewestState() async throws {
    let busy = """
      return {
        view = function(state)
          local rows = {}
          for place = 1, 150 do
            rows[place] = { id = place, text = ("%d "):format(state.step or 0):rep(200) }
          end
          return { "page", { "link", "Go", action = "go" },
            { "table", id = "rows", key = "id", columns = { { key = "id" } }, rows = rows } }
        end,
        actions = { go = function(state, _, update)
          for step = 1, 300 do
            state.step = step
            if step % 30 == 0 then update() mix.task.sleep("110ms") end
          end
        end } }
      """
    let server = try await TestServer.with(screens: ["bad/busy": busy]) {
      $0.limits.sendBytes = 8_192
    }
    let client = try await server.screens(receiveBuffer: 4_096)
    let screens = server.server.parts.screens
    try await blocking {
      client.open(1, "busy")
      _ = try client.next("tree")
      client.act(1, call: 1, "go")
    }
    while !screens.hasActions { try await Task.sleep(for: .milliseconds(5)) }
    while screens.hasActions { try await Task.sleep(for: .milliseconds(20)) }
    let messages = try await blocking { () -> [ScreenClient.Message] in
      var messages: [ScreenClient.Message] = []
      repeat { messages.append(try client.next()) } while messages.last?.type != "done"
      return messages
    }
    #expect(messages.count < 10, "\(messages.count) messages")
    let last = try #require(messages.dropLast().last)
    #expect(last.description.contains("300 300"), "what came last is the newest")
    await server.stop()
  }

  @Test func theEndOfTheServerClosesSocketsInOrder() async throws {
    let server = try await TestServer.with(screens: ["bad/bad": Self.screen("")])
    let client = try await server.screens()
    try await blocking {
      client.open(1, "bad")
      _ = try client.next("tree")
    }
    async let frames = blocking { try client.socket.readToClose() }
    await server.stop()
    let all = try await frames
    #expect(all.last?.code == 1001)
  }
}

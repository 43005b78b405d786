import Foundation
import MixCore
import Notation
import Testing

@testable import Server

/// The page comes with its first screen's tree, and its socket continues with that.
@Suite(.serialized) struct FirstTreeTests {
  private static let counter = """
    return { watch = { "topic:tick" },
      view = function(state)
        if state.count == 3 then error("three is too many", 0) end
        return { "page", { "text", ("%d so far"):format(state.count or 0), id = "count" },
          { "text", "</script><img src=x onerror=alert(1)>", id = "forged" },
          { "link", "Add", action = "add" } }
      end,
      actions = { add = function(state) state.count = (state.count or 0) + 1 end } }
    """
  private static let broken = """
    return { view = function() error("it never shows", 0) end }
    """

  private static func server() async throws -> TestServer {
    try await TestServer.with(screens: ["count/counter": counter, "count/broken": broken]) {
      $0.limits.firstTreeTime = 60
    }
  }

  /// The fields of a browser that is signed in.
  private static func signedIn(_ server: TestServer) async throws -> String {
    let own = "Origin: http://127.0.0.1:\(server.port)\r\n"
    let answer = try await server.post(
      "/login", "{\"token\": \"\(server.token)\"}", fields: own)
    let cookie = try #require(answer.header("set-cookie")?.split(separator: ";").first)
    return "Cookie: \(cookie)\r\n"
  }

  private struct Page {
    let answer: RawResponse
    let text: String
    let given: JSON

    init(_ server: TestServer, _ path: String, _ fields: String = "") async throws {
      answer = try await server.page(path, fields: fields)
      text = answer.text
      let mark = "<script id=\"given\" type=\"application/json\">"
      let rest = try #require(text.split(separator: mark).dropFirst().first)
      let json = try #require(rest.split(separator: "</script>").first)
      given = try JSONReader.read(Array(json.utf8))
    }

    var first: JSON? { given["first"] }
    func ticket() throws -> String {
      guard case .string(let ticket)? = first?["ticket"] else { throw CancellationError() }
      return ticket
    }
  }

  @Test func thePageHoldsWhatItsScreenShowsAndTheSocketGoesOn() async throws {
    let server = try await Self.server()
    let page = try await Page(server, "/screens/count/counter", try await Self.signedIn(server))
    #expect(page.answer.header("cache-control") == "no-store")
    #expect(page.first?["title"] == .string("Counter"))
    guard case .array(let nodes)? = page.first?["tree"]?["children"] else {
      return #expect(Bool(false), "no tree: \(page.given)")
    }
    #expect(nodes.first?["text"] == .string("0 so far"))
    #expect(nodes.dropFirst().first?["text"] == .string("</script><img src=x onerror=alert(1)>"))
    #expect(!page.text.contains("<img src=x"))
    let ticket = try page.ticket()
    let client = try await server.screens()
    let seen = try await blocking { () -> [ScreenClient.Message] in
      client.open(1, "count/counter", ticket: ticket)
      client.act(1, call: 1, "add")
      let own = [try client.next(), try client.next()]
      // A ticket is good once, and for its own screen.
      client.open(2, "count/counter", ticket: ticket)
      client.open(3, "count/counter", ticket: "none")
      return own + [try client.next(), try client.next()]
    }
    #expect(seen.map(\.type) == ["patch", "done", "tree", "tree"])
    #expect(seen[0].patches.count == 1 && seen[0].patches.first?["value"] == .string("1 so far"))
    #expect(seen[2].children.first?["text"] == .string("0 so far"))
    await server.stop()
  }

  @Test func nobodyGetsATreeWhoIsNotSignedIn() async throws {
    let server = try await Self.server()
    for fields in ["", "Cookie: mixhost-\(server.port)=forged\r\n"] {
      let page = try await Page(server, "/screens/count/counter", fields)
      #expect(page.given["screens"] == nil && page.first == nil)
      #expect(!page.text.contains("so far") && !page.text.contains("counter"))
    }
    await server.stop()
  }

  @Test func theFirstScreenOfAllIsThatOfTheBarePage() async throws {
    let server = try await Self.server()
    let page = try await Page(server, "/", try await Self.signedIn(server))
    #expect(page.first?["screen"] == .string("chart/charts"))
    let none = try await Page(server, "/screens/no/such", try await Self.signedIn(server))
    #expect(none.first == nil && none.given["screens"] != nil)
    await server.stop()
  }

  @Test func aViewThatRaisesLeavesThePageToTheSocket() async throws {
    let server = try await Self.server()
    let page = try await Page(server, "/screens/count/broken", try await Self.signedIn(server))
    #expect(page.first?["tree"] == nil)
    let ticket = try page.ticket()
    let client = try await server.screens()
    let message = try await blocking {
      client.open(1, "count/broken", ticket: ticket)
      return try client.next()
    }
    #expect(message.type == "error" && message.message == "it never shows")
    await server.stop()
  }

  @Test func aScreenWhoseFileIsChangedIsTheNewOne() async throws {
    let server = try await Self.server()
    let client = try await server.screens()
    let end = try await blocking {
      client.open(1, "count/counter")
      _ = try client.next("tree")
      let file = "\(server.folder)/config/programs/count/screens/counter.lua"
      let changed = Self.counter.replacing("so far", with: "by now")
      try PrivateFile.write(Array(changed.utf8), to: file)
      return try client.next("ended")
    }
    #expect(end.json["reason"] == .string("changed"), "\(end)")
    let page = try await Page(server, "/screens/count/counter", try await Self.signedIn(server))
    #expect(page.text.contains("0 by now") && !page.text.contains("0 so far"))
    await server.stop()
  }

  @Test func aTreeThatTakesLongComesByTheSocket() async throws {
    let slow = "mix.task.sleep(0.05) "
    let server = try await TestServer.with(screens: [
      "count/slow": "return { view = function() \(slow)return { 'text', 'at last' } end }"
    ]) { $0.limits.firstTreeTime = 0 }
    let page = try await Page(server, "/screens/count/slow", try await Self.signedIn(server))
    #expect(page.first?["tree"] == nil)
    let ticket = try page.ticket()
    let client = try await server.screens()
    let message = try await blocking {
      client.open(1, "count/slow", ticket: ticket)
      return try client.next()
    }
    #expect(message.type == "tree" && message.json["title"] == .string("Slow"))
    await server.stop()
  }

  @Test func aTicketThatNobodyBringsBackIsForgotten() async throws {
    let kept = KeptScreens()
    let screen = OpenScreen(number: 1, name: "count/counter") {}
    let ticket = try #require(kept.add(.init(screen: screen, sent: nil, version: 0, since: 5)))
    #expect(kept.abandoned(now: 20).isEmpty)
    #expect(kept.take(ticket, "count/other") == nil)
    #expect(kept.abandoned(now: 26).map(\.number) == [1])
    #expect(kept.take(ticket, "count/counter") == nil)
    for number in 0..<300 {
      _ = kept.add(.init(screen: screen, sent: nil, version: number, since: 30))
    }
    #expect(kept.add(.init(screen: screen, sent: nil, version: 0, since: 30)) == nil)
  }
}

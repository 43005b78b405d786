import MixCore
import ScriptHost
import Testing

@testable import Bindings

@Suite("The whole screen, its keys, and addresses to open")
struct ScreenTests {
  @Test(
    "Keys are named whatever a terminal sends for them",
    arguments: [
      ("q", ["q"]), ("\u{1B}[A\u{1B}OB", ["up", "down"]), ("\u{1B}", ["escape"]),
      ("\r\n\t ", ["enter", "enter", "tab", "space"]), ("\u{7F}\u{8}", ["backspace", "backspace"]),
      ("\u{1B}[5~\u{1B}[6~\u{1B}[3~", ["page_up", "page_down", "delete"]),
      ("\u{1B}[1;5C\u{1B}[H\u{1B}[4~", ["right", "home", "end"]), ("é夜🎬", ["é", "夜", "🎬"]),
      ("\u{4}\u{3}", ["ctrl-d", "ctrl-c"]), ("\u{1B}[200~x", ["other", "x"]),
      ("\u{1B}[", ["escape", "["]), ("\u{1B}x", ["escape", "x"]), ("", []),
    ])
  func keys(typed: String, names: [String]) {
    var rest = Array(typed.utf8)[...]
    var found: [String] = []
    while let key = TerminalKey.first(rest) {
      found.append(key.name)
      rest = rest.dropFirst(key.count)
    }
    #expect(found == names)
    #expect(rest.isEmpty)
  }

  @Test("Bytes that are no UTF-8 are keys, too, and end")
  func brokenBytes() {
    var rest: ArraySlice<UInt8> = [0xFF, 0xE5, 0x80, 0xC3]
    var count = 0
    while let key = TerminalKey.first(rest) {
      #expect(key.count > 0)
      rest = rest.dropFirst(key.count)
      count += 1
    }
    #expect(count == 2)
  }

  @Test("Without a terminal there is no screen")
  func noTerminal() async throws {
    let test = await TestHost()
    let values = try await test.run("local s, err = mix.ui.screen() return s, err.kind")
    #expect(values == [.nil, .string("unavailable")])
  }

  @Test("A text is made as wide as wanted")
  func fit() async throws {
    let test = await TestHost()
    #expect(try await test.value("mix.ui.fit('Halo', 6)") == .string("Halo  "))
    #expect(try await test.value("mix.ui.fit('Paper Boats', 6)") == .string("Paper…"))
    #expect(try await test.value("mix.ui.fit('夜明けの歌', 6)") == .string("夜明… "))
    #expect(try await test.value("mix.ui.fit('a\\27b', 4)") == .string("a␛b "))
    #expect(await test.kind("mix.ui.fit('x', 0)") == "usage")
  }

  @Test("Only https addresses of granted hosts are opened")
  func opening() async throws {
    let open = await TestHost()
    #expect(await open.kind("mix.ui.open('http://example.com/')") == "denied")
    #expect(await open.kind("mix.ui.open('https://127.0.0.1/')") == "denied")
    #expect(await open.kind("mix.ui.open('file:///etc/passwd')") != nil)
    let strict = await TestHost(grants: Grants(network: .strict))
    #expect(await strict.kind("mix.ui.open('https://example.com/')") == "denied")
  }
}

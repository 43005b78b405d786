import Testing

@testable import Terminal

@Suite("Keys of a terminal")
struct TerminalKeyTests {
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

  @Test("Bytes that are not UTF-8 are keys, too, and end")
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
}

import Foundation
import Testing

@Suite("Command: what the prompt makes of keys and words", .ownThreads)
struct PromptEditingTests {
  private static let up = "\u{1B}[A"

  @Test("An input of several lines is one entry of the history, here and in the next session")
  func history() throws {
    let program = try Program()
    let first = try Dialogue(program)
    first.terminal.type("for i = 1, 2 do -- twice\n")
    #expect(first.terminal.waits(for: "...> "))
    first.terminal.type("print('turn ' .. i)\n")
    #expect(first.terminal.waits(for: "...> "))
    first.enter("end", shows: "turn 2")
    first.terminal.type(Self.up)
    #expect(first.terminal.waits(for: "end"))
    first.enter("", shows: "turn 2")
    first.leave()
    #expect(
      try program.read("home/state/history")
        == "for i = 1, 2 do -- twice\\nprint('turn ' .. i)\\nend\n")
    let second = try Dialogue(program)
    second.terminal.type(Self.up)
    #expect(second.terminal.waits(for: "end"))
    second.enter("", shows: "turn 2")
  }

  @Test("Ctrl-D in an unfinished input takes it back; on an empty line it leaves")
  func cancelled() throws {
    let dialogue = try Dialogue(Program())
    dialogue.terminal.type("f(\n")
    #expect(dialogue.terminal.waits(for: "...> "))
    dialogue.terminal.type("\u{4}")
    #expect(dialogue.terminal.waits(for: "mix> "))
    dialogue.enter("6 * 7", shows: "42")
    dialogue.terminal.type("\u{4}")
    dialogue.process.waitUntilExit()
    #expect(dialogue.process.terminationStatus == 0)
  }

  @Test("exit and quit leave, help helps", arguments: ["exit", "quit", "exit()", "quit()"])
  func bareWords(word: String) throws {
    let dialogue = try Dialogue(Program())
    dialogue.enter("help", shows: ":quit")
    dialogue.enter("help = 'mine'", shows: "mix> ")
    dialogue.enter("help", shows: "\"mine\"")
    dialogue.terminal.type(word + "\n")
    dialogue.process.waitUntilExit()
    #expect(dialogue.process.terminationStatus == 0)
  }

  @Test("mix shows its modules")
  func modules() throws {
    let dialogue = try Dialogue(Program())
    dialogue.enter("mix", shows: "mix.xml")
    #expect(dialogue.terminal.shown.contains("mix.http"))
  }

  @Test("Tab completes paths, keys in quotes, and the methods of a text in brackets")
  func completion() throws {
    let program = try Program(["notes/first draft.lua": "return 1", "notes/other.txt": ""])
    let dialogue = try Dialogue(program)
    let terminal = dialogue.terminal
    dialogue.enter("t = {['a b'] = 1, ['c d'] = {deep = 5}}", shows: "mix> ")
    dialogue.enter("t[\"a\t", shows: "1")
    dialogue.enter("t['c d'].de\t", shows: "5")
    dialogue.enter("t['c\t.deep + 1", shows: "6")
    terminal.type("('ab'):rever\t)\n")
    #expect(terminal.waits(for: "\"ba\""))
    terminal.type(":load no\tfi\t\n")
    #expect(terminal.waits(for: "loaded notes/first draft.lua"))
    terminal.type("mix.fs.read('notes/o\t")
    // The terminal has the first letter already.
    #expect(terminal.waits(for: "ther.txt'"))
  }

  @Test("A background task that computes leaves typing, Tab, commands and the end alive")
  func busy() throws {
    let dialogue = try Dialogue(Program())
    let terminal = dialogue.terminal
    dialogue.enter("while true do end &", shows: "[1] runs")
    terminal.type("1 + 1")
    #expect(terminal.waits(for: "1 + 1"))
    terminal.type("\n")
    #expect(terminal.waits(for: "waits for [1], which computes; Ctrl-C drops this input"))
    dialogue.process.interrupt()
    #expect(terminal.waits(for: "interrupted"))
    dialogue.enter(":tasks", shows: "while true do end")
    terminal.type(":tasks stop 1\n")
    #expect(terminal.waits(for: "[1] ended"))
    dialogue.enter("2 + 2", shows: "4")
    dialogue.enter("while true do end &", shows: "[2] runs")
    terminal.type("exit\n")
    dialogue.process.waitUntilExit()
    #expect(dialogue.process.terminationStatus == 0)
  }

  @Test(
    ":doc says what is known of any expression, or that nothing is",
    arguments: [
      ("mix", "mix.http"), ("mix.json", "decode(text"),
      ("mix.json.decode", "Reads a JSON text"),
      ("print", "Lua's standard library"), ("string.rep", "manual.html#6.4"),
      ("while", "a keyword of Lua"), ("5 + 1", "only functions, modules and objects"),
      ("{}", "only functions, modules and objects"), ("nothing", "nothing is known of nothing"),
      ("1 +", "takes an expression, not: 1 +"), ("nil", "a keyword of Lua"),
      ("function() end", "it was typed here: no comment"), ("mix.http.client()", "http.client"),
    ])
  func documentation(expression: String, says: String) throws {
    let dialogue = try Dialogue(Program())
    dialogue.enter(":doc \(expression)", shows: says)
  }
}

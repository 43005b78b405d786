import Foundation
import Testing

@Suite("Command: the prompt", .ownThreads)
struct PromptTests {
  @Test("An error shows its line and what may have been meant")
  func errors() throws {
    let dialogue = try Dialogue(Program())
    dialogue.enter("prnt(1)", shows: "^^^^ did you mean print?")
    dialogue.enter("mix.http.gett('x')", shows: "^^^^ did you mean mix.http.get?")
    dialogue.leave()
  }

  @Test("An expression's value is shown, and _ holds it")
  func expressions() throws {
    let dialogue = try Dialogue(Program())
    dialogue.enter("6 * 7", shows: "42")
    dialogue.enter("_ + 1", shows: "43")
    dialogue.enter("x = {a = 1}; y = 'kept'", shows: "mix> ")
    dialogue.enter("x, y", shows: "{a = 1}\r\n\"kept\"")
  }

  @Test("Text without a line's end is shown at once, in its order")
  func parts() throws {
    let dialogue = try Dialogue(Program())
    dialogue.enter(
      "io.write('one ') print('two') io.stdout:write('three ') print(4)",
      shows: "one two\r\nthree 4")
    dialogue.leave()
  }

  @Test("A script's output takes the progress line away")
  func printsBesideProgress() throws {
    let dialogue = try Dialogue(Program())
    dialogue.enter(
      "local bar = mix.ui.progress(5, 'Pages of a shop'); bar:step(); print('ten'); bar:finish()",
      shows: "\r     ")
    dialogue.leave()
  }

  @Test("An input continues until it is whole; Ctrl-C drops it")
  func severalLines() throws {
    let dialogue = try Dialogue(Program())
    dialogue.terminal.type("for i = 1, 2 do\n")
    #expect(dialogue.terminal.waits(for: "...> "))
    dialogue.terminal.type("print('turn', i)\n")
    #expect(dialogue.terminal.waits(for: "...> "))
    dialogue.enter("end", shows: "turn\t2")
    dialogue.terminal.type("f((1)\n")
    #expect(dialogue.terminal.waits(for: "...> "))
    #expect(dialogue.interrupts())
    dialogue.enter("f(1))", shows: "near ')'")
  }

  @Test("An interrupt stops what computes or waits, and keeps the session")
  func interrupt() throws {
    let dialogue = try Dialogue(Program())
    dialogue.enter("kept = 'still here'", shows: "mix> ")
    for endless in ["while true do end", "mix.task.sleep(1000)"] {
      dialogue.terminal.type("print('be' .. 'gun') \(endless)\n")
      #expect(dialogue.terminal.waits(for: "begun"))
      dialogue.process.interrupt()
      #expect(dialogue.terminal.waits(for: "interrupted"))
      dialogue.enter("kept", shows: "\"still here\"")
    }
  }

  @Test("Ctrl-D that is typed while something runs is heeded afterwards")
  func endTypedAhead() throws {
    let dialogue = try Dialogue(Program())
    dialogue.terminal.type("print('be' .. 'gun') print('got', io.read('l'))\n")
    #expect(dialogue.terminal.waits(for: "begun"))
    dialogue.terminal.type("a line\n\u{4}")
    #expect(dialogue.terminal.waits(for: "got\ta line"))
    dialogue.process.waitUntilExit()
    #expect(dialogue.process.terminationStatus == 0)
  }

  @Test("A background task is listed, prints above the line, and can be stopped")
  func background() throws {
    let dialogue = try Dialogue(Program())
    dialogue.enter("mix.task.sleep(1000) &", shows: "[1] runs")
    dialogue.enter(":tasks", shows: "mix.task.sleep(1000)")
    dialogue.terminal.type(":tasks stop 1\n")
    #expect(dialogue.terminal.waits(for: "[1] ended"))
    dialogue.enter("print('from below') return 5 &", shows: "[2] done")
    #expect(dialogue.terminal.shown.contains("from below"))
  }

  @Test("Commands: unknown ones get a suggestion, wrong arguments a word")
  func commands() throws {
    let program = try Program(["lib.lua": "v = 'one'"])
    let dialogue = try Dialogue(program)
    dialogue.enter(":qiut", shows: "unknown command :qiut (did you mean :quit?)")
    dialogue.enter(":trace maybe", shows: ":trace takes on or off")
    dialogue.enter(":help mix.json.decode", shows: "mix.json.decode(text, options?)")
    dialogue.enter(":help mix.json.decod", shows: "did you mean mix.json.decode?")
    dialogue.enter(":type {1, 2, a = 3}", shows: "table: 2 elements, 1 field")
    dialogue.enter(":grants", shows: "public hosts over https")
    dialogue.enter(":load lib.lua", shows: "loaded lib.lua")
    dialogue.enter("v", shows: "\"one\"")
    dialogue.terminal.type(":quit\n")
    dialogue.process.waitUntilExit()
    #expect(dialogue.process.terminationStatus == 0)
  }

  @Test("Reload takes the changed file, and keeps the old state when that does not load")
  func reload() throws {
    let program = try Program(["lib.lua": "v = 100 + 1"])
    let dialogue = try Dialogue(program)
    dialogue.enter(":load lib.lua", shows: "loaded lib.lua")
    dialogue.enter("mine = {1, 2}", shows: "mix> ")
    try program.write("lib.lua", "v = = 2")
    dialogue.enter(":reload", shows: "not reloaded")
    dialogue.enter("v", shows: "101")
    try program.write("lib.lua", "v = 202")
    dialogue.enter(":reload", shows: "kept mine")
    dialogue.enter("v, mine", shows: "202\r\n{1, 2}")
  }

  @Test("Tab completes without evaluating")
  func completion() throws {
    let dialogue = try Dialogue(Program())
    dialogue.enter(
      "t = setmetatable({alpha = 1}, {__index = function() print('RUN') end})", shows: "mix> ")
    dialogue.terminal.type("t.al\t")
    #expect(dialogue.terminal.waits(for: "pha"))
    dialogue.enter("", shows: "1")
    dialogue.terminal.type("mix.json.dec\t")
    #expect(dialogue.terminal.waits(for: "ode("))
    #expect(!dialogue.terminal.shown.contains("RUN\r\n"))
  }

  @Test("Values of keys of any type are shown")
  func keysOfAnyType() throws {
    let dialogue = try Dialogue(Program())
    dialogue.enter("{[true] = {2}}", shows: "{[true] = {2}}")
    dialogue.enter("{[1.5] = \"x\"}", shows: "{[1.5] = \"x\"}")
  }

  @Test("A paste without a line break at its end is one input, which Enter ends")
  func pasteWithoutEnd() throws {
    let dialogue = try Dialogue(Program())
    dialogue.terminal.type("\u{1B}[200~local a = 20\nlocal b = 1\nprint(a + b\u{1B}[201~")
    #expect(dialogue.terminal.waits(for: "print(a + b"))
    dialogue.enter(" + 21)", shows: "42")
    dialogue.enter("a", shows: "nil")
  }

  @Test("A paste of 10 MB is one input")
  func hugePaste() throws {
    let dialogue = try Dialogue(Program())
    let lines = String(repeating: "n = (n or 0) + 1 -- padding padding padding\n", count: 1_000)
    var text = String(repeating: "-- " + String(repeating: "x", count: 97) + "\n", count: 100_000)
    text += lines
    let terminal = dialogue.terminal
    // Nothing is shown before the paste has ended: writing it all at once cannot block for good.
    terminal.type("\u{1B}[200~\(text)\u{1B}[201~")
    #expect(terminal.waits(for: "more lines)", seconds: 120))
    #expect(terminal.shown.hasSuffix("mix> ") || terminal.waits(for: "mix> "))
    dialogue.enter("n", shows: "1000")
  }

  @Test("Terminals: 20 columns and dumb ones", arguments: [true, false])
  func smallTerminals(isDumb: Bool) throws {
    let dialogue = try Dialogue(
      Program(), columns: isDumb ? 80 : 20, environment: ["TERM": isDumb ? "dumb" : "xterm"])
    dialogue.enter("{'a long text that is cut somewhere here'}", shows: "}")
    dialogue.enter(":help", shows: ":quit")
    dialogue.enter("=21 * 2", shows: "42")
    if isDumb { #expect(!dialogue.terminal.shown.contains("\u{1B}")) }
  }

  @Test("The history is kept; where it cannot be, the session says so and continues")
  func history() throws {
    let program = try Program()
    let first = try Dialogue(program)
    first.enter("remembered = 1", shows: "mix> ")
    first.leave()
    #expect(try program.read("home/state/history") == "remembered = 1\n")
    let second = try Dialogue(program)
    second.terminal.type("\u{1B}[A")
    #expect(second.terminal.waits(for: "remembered = 1"))
    second.process.terminate()
    let blocked = try Program(["home/state": "a file where the folder should be"])
    let third = try Dialogue(blocked)
    third.enter("1 + 1", shows: "the history is not kept")
    third.enter("2 + 2", shows: "4")
    let piped = try Program(["home/state/x": ""])
    #expect(mkfifo(piped.folder.appending(path: "home/state/history").path, 0o600) == 0)
    let fourth = try Dialogue(piped)
    fourth.enter("1 + 1", shows: "2")
    #expect(fourth.terminal.shown.contains("it is a pipe, not a file"))
  }

  @Test("Without HOME, and in a working folder that was deleted")
  func missingFolders() throws {
    let program = try Program(["gone/x": ""])
    let dialogue = try Dialogue(
      program, environment: ["TMPDIR": program.folder.path],
      wrapper: ["/bin/sh", "-c", "unset HOME; cd gone && rm -r ../gone && exec \"$@\"", "sh"])
    dialogue.enter("1 + 1", shows: "2")
    dialogue.leave()
    #expect(dialogue.process.terminationStatus == 0)
  }

  @Test("Not on a terminal: programs, binary input, a reader that leaves")
  func pipes() throws {
    let program = try Program()
    #expect(try program.run(input: "print(1 + 1)").output == "2\n")
    let binary = try program.run(input: "\u{0}\u{1}\u{1B}Lua\u{7F}")
    #expect(binary.status == 1)
    #expect(binary.errors.contains("stdin:1:"))
    let line =
      "'\(Program.products.appending(path: "mixhost").path)' -e 'for i = 1, 1e6 do print(i) end' | head -1"
    let piped = program.process(
      [], wrapper: ["/bin/sh", "-c", line + "; exit ${PIPESTATUS:-0}", "sh"])
    let output = Pipe()
    piped.standardOutput = output
    try piped.run()
    piped.waitUntilExit()
    #expect(output.fileHandleForReading.availableData == Data("1\n".utf8))
    #expect(piped.terminationStatus == 0)
  }
}

import Testing

/// `io.read` and `io.lines` of the real program.
@Suite("Standard input", .ownThreads)
struct InputTests {
  @Test func readsByTheFormatsOfLua() throws {
    let program = try Program([
      "read.lua": """
      print(io.read())
      print(io.read("n", "n"))
      print(io.read("L"))
      print(io.read(3), io.stdin:read(0))
      print((io.read("a"):gsub("\\n", "|")))
      print(io.read("a"), io.read(), io.read(0))
      """
    ])
    let outcome = try program.run("read.lua", input: "first\n 12 -0x1p4\nabcdef\nlast")
    #expect(outcome.errors == "")
    #expect(outcome.output == "first\n12\t-16.0\n\n\nabc\t\ndef|last\n\tnil\tnil\n")
  }

  @Test func readsLinesWhileOtherTasksGoOn() throws {
    let program = try Program()
    let code = "for line in io.lines() do io.write('[', line, ']') end"
    #expect(try program.run("-e", code, input: "a\n\nb").output == "[a][][b]")
    let mixed = "print(io.read(), mix.ui.read_line(), io.read('L'))"
    #expect(try program.run("-e", mixed, input: "a\nb\r\nc\n").output == "a\tb\tc\n\n")
  }

  @Test func namesAFormatThatIsNone() throws {
    let program = try Program()
    let outcome = try program.run("-e", "io.read('/etc/passwd')")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("only standard input can be read"))
  }
}
